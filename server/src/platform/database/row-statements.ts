import { NIL_UUID } from '../ids.ts';
import { namesOf } from '../objects.ts';
import type { Scope } from '../scope.ts';
import { type Columns, selectList } from './columns.ts';
import { FOR_ITS_VALUES } from './connections/connections.ts';
import type { RowBytes } from './connections/row-bytes.ts';
import { type Db, eachRow, query } from './database.ts';
import type { ScopedTable } from './lists/in-scope.ts';
import type { TenantTx } from './tenant.ts';

type Written<Draft> = { readonly id: string; readonly draft: Draft };

/** The statements that write rows of a table: one statement, whatever the number of rows. */
export function rowWriter<Draft, Row>(
  table: ScopedTable,
  written: Columns<Draft>,
  returned: Columns<Row>,
) {
  const properties = namesOf(written);
  const columns = properties.map((name) => written[name].column);
  const typed = properties.map((name) => `${written[name].column} ${written[name].sqlType}`);
  const given = `json_to_recordset($3::json) as given (id uuid, ${typed.join(', ')})`;
  const insert = `insert into ${table} (organization_id, environment, id, ${columns.join(', ')})
    select $1::uuid, $2::text, id, ${columns.join(', ')} from ${given}`;
  const update = `update ${table} set ${columns.map((column) => `${column} = given.${column}`).join(', ')},
      version = ${table}.version + 1,
      updated_at = greatest(statement_timestamp(), ${table}.updated_at + interval '1 millisecond')
    from ${given}
    where ${table}.organization_id = $1 and ${table}.environment = $2 and ${table}.id = given.id`;
  const returning = ` returning ${selectList(table, returned)}`;

  const givenOf = ({ id, draft }: Written<Draft>) => {
    const given: Record<string, unknown> = { id };
    for (const name of properties) given[written[name].column] = draft[name];
    return given;
  };
  const valuesOf = ({ organizationId, environment }: Scope, rows: readonly Written<Draft>[]) => [
    organizationId,
    environment,
    JSON.stringify(rows.map(givenOf)),
  ];
  const write = async (text: string, { db, scope }: TenantTx, rows: readonly Written<Draft>[]) => {
    if (rows.length > 0) await query(db, text, valuesOf(scope, rows));
  };
  const writeOne = async (text: string, { db, scope }: TenantTx, row: Written<Draft>) => {
    const [stored] = await query<Row>(db, text + returning, valuesOf(scope, [row]));
    if (stored === undefined) throw new Error(`No row of ${table} has the id ${row.id}.`);
    return stored;
  };
  return {
    insert: (tenant: TenantTx, rows: readonly Written<Draft>[]) => write(insert, tenant, rows),
    /** Each update is the next version of its row, with a later time than the last. */
    update: (tenant: TenantTx, rows: readonly Written<Draft>[]) => write(update, tenant, rows),
    insertOne: (tenant: TenantTx, row: Written<Draft>) => writeOne(insert, tenant, row),
    updateOne: (tenant: TenantTx, row: Written<Draft>) => writeOne(update, tenant, row),
  };
}

/** Conditions on rows: times from `…Since` on and before `…Until`; the others for tables that have their columns. */
export type RowFilter = {
  readonly createdSince?: Date | null | undefined;
  readonly createdUntil?: Date | null | undefined;
  readonly updatedSince?: Date | null | undefined;
  readonly status?: readonly string[] | null | undefined;
  readonly country?: string | null | undefined;
  readonly tag?: string | null | undefined;
};

/** A page of rows in the order of ids, after one of them. */
export type PageAsked<Filter extends RowFilter = RowFilter> = {
  readonly scope: Scope;
  readonly after: string | null;
  readonly limit: number;
  readonly filter: Filter;
};

const CONDITIONS: readonly {
  readonly name: keyof RowFilter;
  readonly holds: (parameter: string) => string;
}[] = [
  { name: 'createdSince', holds: (time) => `created_at >= ${time}::timestamptz` },
  { name: 'createdUntil', holds: (time) => `created_at < ${time}::timestamptz` },
  { name: 'updatedSince', holds: (time) => `updated_at >= ${time}::timestamptz` },
  { name: 'status', holds: (words) => `status = any(${words}::text[])` },
  { name: 'country', holds: (code) => `country = ${code}::text` },
  { name: 'tag', holds: (tag) => `tags @> array[${tag}::text]` },
];

/** The statements that read rows of a table by the thousand; `condition` restricts pages. */
export function rowReader<Row>(table: ScopedTable, columns: Columns<Row>, condition = 'true') {
  const read = `select ${selectList(table, columns)}
    from ${table} where organization_id = $1 and environment = $2`;
  const lock = {
    id: `${read} and id = any($3::uuid[]) order by id for no key update`,
    external_id: `${read} and external_id = any($3::text[]) order by id for no key update`,
  };
  return {
    /** Rows by one kind of name, locked until the transaction ends. */
    lock: async (
      { db, scope: { organizationId, environment } }: TenantTx,
      by: 'id' | 'external_id',
      values: readonly string[],
    ): Promise<Row[]> =>
      values.length === 0 ? [] : query<Row>(db, lock[by], [organizationId, environment, values]),

    /** Hands each row of a page to `take` as it arrives. A plan made for an empty table would read a full one for each page. */
    eachOfPage: (
      db: Db,
      { scope: { organizationId, environment }, after, limit, filter }: PageAsked,
      take: (row: RowBytes) => void,
    ): Promise<void> => {
      const asked = CONDITIONS.filter(({ name }) => (filter[name] ?? undefined) !== undefined);
      const conditions = asked.map(({ holds }, at) => `and ${holds(`$${at + 5}`)}`);
      const text = `${read} and ${condition} and id > $3 ${conditions.join(' ')} order by id limit $4 ${FOR_ITS_VALUES}`;
      const values = asked.map(({ name }) => filter[name]);
      const given = [organizationId, environment, after ?? NIL_UUID, limit, ...values];
      return eachRow(db, text, given, take);
    },
  };
}
