export { problemOfDatabaseUrl, replicaUrlsOf } from './address.ts';
export { analyzeChangedTables } from './analyze-changed-tables.ts';
export { anyOf } from './any-of.ts';
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
export { conditionsOf, conditionsOn, escapeLike, type Given } from './conditions.ts';
export { FOR_ITS_VALUES } from './connections.ts';
export { countRows } from './count-rows.ts';
export { countedRows, countedRowsIn } from './counts.ts';
export { maintainDailyPartitions } from './daily-partitions.ts';
export {
  type Db,
  lockUntilCommit,
  ofBytes,
  onCommit,
  openDatabase,
  primaryOf,
  query,
  type Tx,
} from './database.ts';
export { discardPlans } from './discard-plans.ts';
export {
  CommitUnknown,
  isDatabaseGone,
  isRetryable,
  sqlStateOf,
  violatedConstraint,
} from './failures.ts';
export {
  announceWriter,
  type FeedHorizon,
  feedHorizon,
  noteWriter,
  untilWritersEnd,
} from './feed.ts';
export { type ColumnsOfScope, columnsOfScope, inScope } from './in-scope.ts';
export { joinPerOwner, OWNER_ID, type Owned } from './join-per-owner.ts';
export { copierOfType, type JsonCopier, TYPE_IDS } from './json-copiers.ts';
export { beyondKey, type Key, type KeysetOrder, limitOf, onPage, type Page } from './keyset.ts';
export { type ListOrder, NEWEST_FIRST, OLDEST_FIRST } from './listed-pages.ts';
export { listenTo } from './listen.ts';
export { planMigrations } from './migrate.ts';
export { NEXT_VERSION } from './next-version.ts';
export {
  ReadingBudget,
  ReadTooMuch,
  withoutReadingBudget,
  withReadingBudget,
} from './reading-budget.ts';
export type { ReplicaState } from './replica.ts';
export { Replicas } from './replicas.ts';
export { RowBytes, type RowColumns } from './row-bytes.ts';
export { type RowFilter, rowReader, rowWriter } from './row-statements.ts';
export type { Database } from './schema.ts';
export {
  countPerOwner,
  type Reference,
  scopedList,
} from './scoped-list.ts';
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
export { DatabaseWatch } from './watch.ts';
