import './graphql.ts';

export { seedSandbox } from './service.ts';
