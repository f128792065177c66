export { analyzeChangedTables } from './analyze-changed-tables.ts';
export {
  type Column,
  type Columns,
  type ColumnValuesOf,
  changedValues,
  columnValues,
  selectionsOf,
  selectList,
  type ValuesOf,
} from './columns.ts';
export { problemOfDatabaseUrl, replicaUrlsOf } from './connections/address.ts';
export { FOR_ITS_VALUES } from './connections/connections.ts';
export {
  CommitUnknown,
  isDatabaseGone,
  isDeadlock,
  isEntryRefused,
  isLockTimeout,
  isOutage,
  isRetryable,
  isStatementStopped,
  sqlStateOf,
  statementStopped,
  violatedConstraint,
} from './connections/failures.ts';
export { listenTo } from './connections/listen.ts';
export {
  ReadingBudget,
  ReadTooMuch,
  withoutReadingBudget,
  withReadingBudget,
} from './connections/reading-budget.ts';
export { RowBytes, type RowColumns } from './connections/row-bytes.ts';
export { forTenant, STRANGERS } from './connections/tenant-of-work.ts';
export { DatabaseWatch } from './connections/watch.ts';
export { maintainDailyPartitions } from './daily-partitions.ts';
export {
  type Db,
  eachRow,
  lockUntilCommit,
  noteWritten,
  ofBytes,
  onCommit,
  onWritten,
  openDatabase,
  primaryOf,
  query,
  sendAhead,
  type Tx,
} from './database.ts';
export { databaseTime } from './database-time.ts';
export { discardPlans } from './discard-plans.ts';
export { runningServiceUrl } from './embedded/data-lock.ts';
export {
  announceWriter,
  announceWriterOfAll,
  type FeedHorizon,
  feedHorizon,
  inTransaction,
  noteWriter,
  untilWritersEnd,
} from './feed.ts';
export { copierOfType, type JsonCopier, TYPE_IDS } from './json-copiers.ts';
export { anyOf } from './lists/any-of.ts';
export {
  conditionsOf,
  conditionsOn,
  escapeLike,
  type Given,
  inOtherTable,
  isAnyOf,
} from './lists/conditions.ts';
export { countRows } from './lists/count-rows.ts';
export { countedRows, countedRowsIn } from './lists/counts.ts';
export { type ColumnsOfScope, columnsOfScope, inScope } from './lists/in-scope.ts';
export { joinPerOwner, OWNER_ID, type Owned } from './lists/join-per-owner.ts';
export {
  beyondKey,
  type Key,
  type KeysetOrder,
  limitOf,
  onPage,
  orderAndLimit,
  type Page,
} from './lists/keyset.ts';
export { type ListOrder, NEWEST_FIRST, OLDEST_FIRST } from './lists/listed-pages.ts';
export { rowsBy } from './lists/rows-by.ts';
export {
  countPerOwner,
  type Reference,
  scopedList,
} from './lists/scoped-list.ts';
export type { IndexedValue } from './lists/walked-list.ts';
export { type Migration, planMigrations, readMigrations } from './migrate.ts';
export { NEXT_VERSION } from './next-version.ts';
export { answerReads, readingThrough } from './reads-of-threads.ts';
export type { ReplicaState } from './replicas/replica.ts';
export { Replicas } from './replicas/replicas.ts';
export { type PageAsked, type RowFilter, rowReader, rowWriter } from './row-statements.ts';
export type { Database } from './schema.ts';
export {
  openServiceDatabase,
  openSharedDatabase,
  type ServiceDatabase,
  type SharedDatabase,
  withBareDatabase,
  withDatabase,
  withUnmigratedDatabase,
} from './service-database.ts';
export { startUp } from './start-up.ts';
export type { TenantDb, TenantTx } from './tenant.ts';
