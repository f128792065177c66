import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RECORD_KINDS } from '../../server/src/domains/limits/record-kinds.ts';
import { OWN_TABLES } from '../../server/src/domains/limits/tables-of-tenants.ts';
import { query } from '../../server/src/platform/database/index.ts';
import { testDatabase } from '../../server/src/platform/database/testing.ts';
import { CURRENT_TABLES } from '../../server/src/service/current-tables.ts';
import { allTables, customerTables, SHARED_TABLES } from './customer-tables.ts';
import { distributionOf, type ForeignKey } from './distribution.ts';

/**
 * The first wall between tenants: keys and foreign keys carry organization and environment, so that a
 * row of one tenant cannot even point at a row of another; and the data can be spread by organization.
 */
const { db } = await testDatabase();
const tables = await customerTables(db);

type Constraint = {
  readonly table: string;
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f';
  readonly target: string | null;
  readonly columns: string[];
  readonly target_columns: string[];
};

const constraints = await query<Constraint>(
  db,
  `select conrelid::regclass::text as table, conname as name, contype as kind,
          nullif(confrelid, 0)::regclass::text as target,
          (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as key (number, place)
           join pg_attribute on attrelid = conrelid and attnum = number) as columns,
          coalesce((select array_agg(attname::text order by place) from unnest(confkey) with ordinality as key (number, place)
           join pg_attribute on attrelid = confrelid and attnum = number), '{}') as target_columns
   from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')`,
);
const uniqueIndexes = await query<{ table: string; name: string; columns: string[] }>(
  db,
  `select indrelid::regclass::text as table, indexrelid::regclass::text as name,
          (select array_agg(attname::text) from unnest(indkey) as key (number)
           join pg_attribute on attrelid = indrelid and attnum = number) as columns
   from pg_index join pg_class on pg_class.oid = indrelid
   where indisunique and relnamespace = 'public'::regnamespace`,
);

function hasTenant(columns: readonly string[]): boolean {
  return columns.includes('organization_id') && columns.includes('environment');
}

test('what belongs to no tenant is read from the primary, except what hardly changes', async () => {
  const MAY_LAG = ['factor_sets', 'factors', 'received_packages', 'trackway_migrations'];
  const lagging = Object.keys(SHARED_TABLES).filter((table) => !CURRENT_TABLES.has(table));
  assert.deepEqual(lagging.sort(), MAY_LAG);
  const names = new Set([...(await allTables(db)), 'feed_horizon']);
  assert.deepEqual([...CURRENT_TABLES.difference(names)], []);
});

test('the records of every table of customer data have a kind, or are the service’s own', () => {
  const named = [...RECORD_KINDS.flatMap(([_kind, names]) => names), ...OWN_TABLES];
  assert.deepEqual(named.sort(), [...tables].sort());
});

test('every table belongs to a tenant or is known to be shared', async () => {
  const unknown = (await allTables(db)).filter(
    (table) => !tables.has(table) && !(table in SHARED_TABLES),
  );
  assert.deepEqual(unknown, []);
});

test('the primary key of every table of customer data begins with organization and environment', () => {
  const begins = new Map(
    constraints
      .filter(({ kind }) => kind === 'p')
      .map(({ table, columns }) => [table, columns.slice(0, 2)]),
  );
  for (const table of tables) {
    assert.deepEqual(begins.get(table), ['organization_id', 'environment'], table);
  }
});

test('every unique key of customer data contains organization and environment', () => {
  const short = uniqueIndexes.filter(
    ({ table, columns }) => tables.has(table) && !hasTenant(columns),
  );
  assert.deepEqual(short, []);
});

test('every foreign key between tables of customer data contains organization and environment on both sides', () => {
  for (const { kind, table, target, name, columns, target_columns } of constraints) {
    if (kind !== 'f' || target === null || !tables.has(table) || !tables.has(target)) continue;
    const pairs = columns.map((column, index) => `${column} = ${target_columns[index]}`);
    assert.ok(
      ['organization_id', 'environment'].every((column) => pairs.includes(`${column} = ${column}`)),
      `${table}.${name}: ${pairs.join(', ')}`,
    );
  }
});

const foreignKeys = constraints.flatMap(({ kind, table, target }): ForeignKey[] =>
  kind === 'f' && target !== null ? [{ table, target }] : [],
);

test('no shared table refers to customer data, so that it can be on every node', () => {
  const wrong = foreignKeys.filter(({ table, target }) => !tables.has(table) && tables.has(target));
  assert.deepEqual(wrong, []);
});

test('no key of customer data excludes rows or waits for the end of a transaction', async () => {
  // Neither works across the nodes of a distributed table.
  const rows = await query(
    db,
    `select conname from pg_constraint where connamespace = 'public'::regnamespace
     and (contype = 'x' or condeferrable) and conrelid::regclass::text = any($1)`,
    [[...tables]],
  );
  assert.deepEqual(rows, []);
});

test('the guide to a distributed database has every table, each after those that it refers to', () => {
  const guide = readFileSync(`${import.meta.dirname}/../../docs/operations/citus.md`, 'utf8');
  const [, statements = ''] = /```sql\n([^`]*)```/.exec(guide) ?? [];
  assert.equal(statements, `${distributionOf(tables, foreignKeys).join('\n')}\n`);
});

test('organization and environment of customer data are never null and of the agreed types', async () => {
  const rows = await query(
    db,
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name = any($1)
       and (column_name = 'organization_id' and (data_type <> 'uuid' or is_nullable = 'YES')
         or column_name = 'environment' and (data_type <> 'text' or is_nullable = 'YES'))`,
    [[...tables]],
  );
  assert.deepEqual(rows, []);
});
