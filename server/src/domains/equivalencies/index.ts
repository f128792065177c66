export { equivalenciesField, equivalenciesFor } from './graphql.ts';
export { type Equivalencies, loadEquivalencies, openEquivalencies } from './load.ts';
