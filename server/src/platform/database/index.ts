export { type DatabaseOptions, type Db, openDatabase, query, type Tx } from './database.ts';
export { isDatabaseGone, isRetryable, sqlStateOf, violatedConstraint } from './failures.ts';
export type { Database } from './schema.ts';
