import './graphql.ts';

export { eventsOfPassport, queryDocument } from './seen.ts';
