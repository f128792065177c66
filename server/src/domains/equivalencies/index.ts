export { equivalenciesField, equivalenciesFor } from './graphql.ts';
export { loadEquivalencies, openEquivalencies } from './load.ts';
