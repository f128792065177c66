import { NIL_UUID } from '../ids.ts';
import { namesOf } from '../objects.ts';
import type { Scope } from '../scope.ts';
import { type Columns, selectList } from './columns.ts';
import { type Db, query } from './database.ts';
import type { ScopedTable } from './in-scope.ts';

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

  const valuesOf = ({ organizationId, environment }: Scope, rows: readonly Written<Draft>[]) => [
    organizationId,
    environment,
    JSON.stringify(
      rows.map(({ id, draft }) => ({
        id,
        ...Object.fromEntries(properties.map((name) => [written[name].column, draft[name]])),
      })),
    ),
  ];
  const write = async (text: string, tx: Db, scope: Scope, rows: readonly Written<Draft>[]) => {
    if (rows.length > 0) await query(tx, text, valuesOf(scope, rows));
  };
  const writeOne = async (text: string, tx: Db, scope: Scope, row: Written<Draft>) => {
    const [stored] = await query<Row>(tx, text + returning, valuesOf(scope, [row]));
    if (stored === undefined) throw new Error(`No row of ${table} has the id ${row.id}.`);
    return stored;
  };
  return {
    insert: (tx: Db, scope: Scope, rows: readonly Written<Draft>[]) =>
      write(insert, tx, scope, rows),
    /** Each update is the next version of its row, with a later time than the last. */
    update: (tx: Db, scope: Scope, rows: readonly Written<Draft>[]) =>
      write(update, tx, scope, rows),
    insertOne: (tx: Db, scope: Scope, row: Written<Draft>) => writeOne(insert, tx, scope, row),
    updateOne: (tx: Db, scope: Scope, row: Written<Draft>) => writeOne(update, tx, scope, row),
  };
}

/** Rows of a time: from `…Since` on, before `…Until`. */
export type TimeFilter = {
  readonly createdSince?: Date | undefined;
  readonly createdUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
};

const TIMES = [
  { name: 'createdSince', column: 'created_at', operator: '>=' },
  { name: 'createdUntil', column: 'created_at', operator: '<' },
  { name: 'updatedSince', column: 'updated_at', operator: '>=' },
] as const;

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
      tx: Db,
      { organizationId, environment }: Scope,
      by: 'id' | 'external_id',
      values: readonly string[],
    ): Promise<Row[]> =>
      values.length === 0 ? [] : query<Row>(tx, lock[by], [organizationId, environment, values]),

    /** A page in the order of ids, after one of them. */
    pageAfter: (
      db: Db,
      { organizationId, environment }: Scope,
      after: string | null,
      limit: number,
      times: TimeFilter = {},
    ): Promise<Row[]> => {
      const asked = TIMES.filter(({ name }) => times[name] !== undefined);
      const conditions = asked.map(
        ({ column, operator }, at) => `and ${column} ${operator} $${at + 4}::timestamptz`,
      );
      const text = `${read} and ${condition} and id > $3 ${conditions.join(' ')} order by id limit ${limit}`;
      const values = asked.map(({ name }) => times[name]);
      return query<Row>(db, text, [organizationId, environment, after ?? NIL_UUID, ...values]);
    },
  };
}
