export { equivalenciesField, equivalenciesFor } from './graphql.ts';
export { loadEquivalencies } from './load.ts';
