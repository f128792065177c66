import { FOR_ITS_VALUES, query, type TenantTx, type Tx } from '../../platform/database/index.ts';

/** Rows of a slice: their sizes are read without their values, so it takes a few milliseconds. */
const SLICE_ROWS = 5_000;

/**
 * Tables that the service keeps about an environment, bounded by its requests and kept for a time: nobody could delete
 * their rows to make room.
 */
export const OWN_TABLES = [
  'deprecated_usage',
  'record_bytes',
  'record_measurements',
  'request_log',
  'usage_counts',
  'usage_minutes',
];

/** A table whose rows belong to environments, with its partitions. */
export type TableOfTenants = {
  readonly name: string;
  /** Quoted names of all columns. */
  readonly columns: readonly string[];
  /** The key beyond organization and environment: quoted names, with their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  readonly indexCount: number;
  readonly indexBytes: number;
  /** Of all tenants, as of the last statistics. */
  readonly rowCount: number;
};

/** The table whose rows are being read, or the one after those that are done, by name. */
export async function nextTable(
  tx: Tx,
  { reachedTable, reachedKey }: { readonly reachedTable: string; readonly reachedKey: unknown },
): Promise<TableOfTenants | undefined> {
  const [table] = await query<TableOfTenants>(
    tx,
    `select relname as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = tables.oid and attnum > 0 and not attisdropped order by attnum) as columns,
       (select coalesce(json_agg(json_build_object('name', quote_ident(attname),
           'type', format_type(atttypid, atttypmod)) order by place), '[]')
         from unnest(indkey[2:]) with ordinality as part (number, place)
         join pg_attribute on attrelid = tables.oid and attnum = part.number) as key,
       (select count(*)::int from pg_index indexes where indexes.indrelid = tables.oid) as "indexCount",
       leaves."indexBytes", leaves."rowCount"
     from pg_class tables join pg_index on indrelid = tables.oid and indisprimary
     cross join lateral (
       select sum(pg_indexes_size(leaf.oid))::float8 as "indexBytes",
         sum(greatest(leaf.reltuples, 0))::float8 as "rowCount"
       from (select tables.oid union select relid from pg_partition_tree(tables.oid)) as part (id)
       join pg_class leaf on leaf.oid = part.id and leaf.relkind = 'r'
     ) as leaves
     where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
       and relname <> all($3) and (relname > $1 or relname = $1 and $2)
       and 2 = (select count(*) from pg_attribute
         where attrelid = tables.oid and attname in ('organization_id', 'environment'))
     order by relname limit 1`,
    [reachedTable, reachedKey !== null, OWN_TABLES],
  );
  return table;
}

export type Slice = {
  readonly rows: number;
  readonly bytes: number;
  /** Of the last row; null if no row comes after it. */
  readonly lastKey: readonly string[] | null;
};

/**
 * Reads the sizes of the rows after a key. A row has a header of 24 bytes and a pointer of 4, and begins at a multiple of
 * 8; a value that is stored apart counts as it is compressed, and is not read.
 */
export async function readSlice(
  { db, scope: { organizationId, environment } }: TenantTx,
  { name, columns, key }: TableOfTenants,
  after: readonly string[] | null,
): Promise<Slice> {
  const keyNames = key.map((column) => column.name);
  const sizes = columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
  const places = key.map(({ type }, at) => `($3::text[])[${at + 1}]::${type}`);
  const beyond = after === null ? '' : `and (${keyNames}) > (${places})`;
  const order = keyNames.length === 0 ? '' : `order by ${keyNames}`;
  const last = `array[${keyNames.map((column) => `${column}::text`)}]::text[]`;
  const [slice] = await query<{ rows: number; bytes: number; last: string[] | null }>(
    db,
    `with slice as materialized (
       select ${last} as slice_key, row_number() over (${order}) as slice_place, (${sizes} + 35) / 8 * 8 as slice_bytes
       from ${name} where organization_id = $1 and environment = $2 ${beyond} ${order} limit ${SLICE_ROWS}
     )
     select count(*)::int as rows, coalesce(sum(slice_bytes), 0)::float8 as bytes,
       (select slice_key from slice where slice_place = ${SLICE_ROWS}) as last
     from slice ${FOR_ITS_VALUES}`,
    after === null ? [organizationId, environment] : [organizationId, environment, after],
  );
  if (slice === undefined) throw new Error('An aggregate always has a row.');
  return { rows: slice.rows, bytes: slice.bytes, lastKey: slice.last };
}
