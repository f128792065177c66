import { query, type TenantTx } from '../../platform/database/index.ts';
import { inTurns } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { kindOfTable, type RecordKind } from './record-kinds.ts';
import { nextTable, readSlice, type Slice, type TableOfTenants } from './tables-of-tenants.ts';

/** Pages have ends that no row fits into, and values that are stored apart are in chunks with headers. */
const IN_PAGES = 1.04;
/** Time of a page; a slice takes a few milliseconds. */
const PAGE_MS = 50;

/** A measurement that is under way. */
type Measurement = {
  readonly startedAt: Date | null;
  readonly writtenBefore: number;
  readonly reachedTable: string;
  readonly reachedKey: readonly string[] | null;
  readonly tableRows: number;
  readonly tableBytes: number;
  readonly bytes: number;
  readonly kinds: Readonly<Partial<Record<RecordKind, number>>>;
};

/**
 * Measures the records of environments: reads the sizes of all rows by slices of their keys, table by table, and goes on
 * where it was after an interruption.
 */
export const measureRecords = inTurns<Measurement>({
  name: 'measuring the records of environments',
  table: 'record_measurements',
  id: 'organization_id',
  columns: [
    'started_at as "startedAt"',
    'written_before as "writtenBefore"',
    'reached_table as "reachedTable"',
    'reached_key as "reachedKey"',
    'table_rows as "tableRows"',
    'table_bytes as "tableBytes"',
    'bytes',
    'kinds',
  ],
  turn: 'due_at',
  page: measurePage,
});

async function measurePage(work: TenantTx, piece: Measurement): Promise<void> {
  let reached = piece.startedAt === null ? await begun(work, piece) : piece;
  for (const end = performance.now() + PAGE_MS; performance.now() < end; ) {
    const table = await nextTable(work.db, reached);
    if (table === undefined) return finish(work, reached);
    const slice = await readSlice(work, table, reached.reachedKey);
    reached = { ...reached, ...advanced(reached, table, slice) };
  }
  await save(work, reached);
}

/** The place after a slice: within its table, or behind it. */
function advanced(
  { tableRows, tableBytes, bytes, kinds }: Measurement,
  table: TableOfTenants,
  { rows, bytes: sliceBytes, lastKey }: Slice,
): Partial<Measurement> {
  const inTable = { tableRows: tableRows + rows, tableBytes: tableBytes + sliceBytes };
  if (lastKey !== null) return { reachedTable: table.name, reachedKey: lastKey, ...inTable };
  const stored = Math.round(IN_PAGES * inTable.tableBytes + indexBytesOf(table, inTable));
  const kind = kindOfTable(table.name);
  return {
    ...{ reachedTable: table.name, reachedKey: null, tableRows: 0, tableBytes: 0 },
    bytes: bytes + stored,
    kinds: { ...kinds, [kind]: (kinds[kind] ?? 0) + stored },
  };
}

/** An entry has a few columns of the row; one of a GIN index has parts of a text, which may repeat more of it. */
const MOST_INDEX_SHARE = 3;
const MOST_ENTRY_BYTES = 64;

/**
 * The indexes of a table are shared by all tenants, so each row counts the mean. It is bounded by what the entries of
 * such rows can have: rows that others deleted leave their room in the indexes.
 */
function indexBytesOf(
  { indexBytes, indexCount, rowCount }: TableOfTenants,
  { tableRows, tableBytes }: Pick<Measurement, 'tableRows' | 'tableBytes'>,
): number {
  if (tableRows === 0) return 0;
  const mean = (tableRows * indexBytes) / Math.max(rowCount, tableRows);
  const most = MOST_INDEX_SHARE * tableBytes + MOST_ENTRY_BYTES * indexCount * tableRows;
  return Math.min(mean, most);
}

async function begun({ db, scope }: TenantTx, piece: Measurement): Promise<Measurement> {
  const [row] = await query<{ written: number; now: Date }>(
    db,
    `select written, clock_timestamp() as now from record_bytes
     where organization_id = $1 and environment = $2`,
    tenantOf(scope),
  );
  return { ...piece, startedAt: row?.now ?? new Date(), writtenBefore: row?.written ?? 0 };
}

async function save({ db, scope }: TenantTx, reached: Measurement): Promise<void> {
  await query(
    db,
    `update record_measurements set due_at = clock_timestamp(), started_at = $3, written_before = $4,
       reached_table = $5, reached_key = $6, table_rows = $7, table_bytes = $8, bytes = $9, kinds = $10
     where organization_id = $1 and environment = $2`,
    [
      ...tenantOf(scope),
      reached.startedAt,
      reached.writtenBefore,
      reached.reachedTable,
      reached.reachedKey,
      reached.tableRows,
      reached.tableBytes,
      reached.bytes,
      reached.kinds,
    ],
  );
}

/**
 * Ends a measurement. Rows that were written meanwhile may count twice, until the next one, which begins after four times as long as this one took.
 */
async function finish({ db, scope }: TenantTx, measurement: Measurement): Promise<void> {
  const { bytes, kinds, startedAt, writtenBefore } = measurement;
  await query(
    db,
    `update record_bytes set measured = $3, measured_at = clock_timestamp(),
       written = greatest(0, written - $4), kinds = $6,
       rest_until = clock_timestamp() + greatest(interval '1 minute', 4 * (clock_timestamp() - $5::timestamptz))
     where organization_id = $1 and environment = $2`,
    [...tenantOf(scope), bytes, writtenBefore, startedAt, kinds],
  );
  await query(
    db,
    'delete from record_measurements where organization_id = $1 and environment = $2',
    tenantOf(scope),
  );
}

function tenantOf({ organizationId, environment }: Scope): readonly [string, string] {
  return [organizationId, environment];
}
