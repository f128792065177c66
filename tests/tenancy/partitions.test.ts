import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { backupPlace, makeBackup, restoreBackup } from '../../server/src/platform/backup/index.ts';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { openFilePlaces } from '../../server/src/platform/files/index.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { type Client, clientOf, codesOf, dataOf, mutationText } from '../http/client.ts';
import { furnish } from '../http/schema/holdings.ts';
import { COLD, startedDatabase, startTestService, type TestService } from '../http/service.ts';
import { customerTables } from './customer-tables.ts';

/** deploy/partitions.sql divides tables that hold rows, and changes nothing else. */

const PARTITIONS = 2;
const FILE = join(import.meta.dirname, '../../deploy/partitions.sql');
const env = await startedDatabase();
const database = new pg.Client({
  connectionString: env.DATABASE_URL,
  options: `-c trackway.partitions=${PARTITIONS}`,
});
await database.connect();
after(() => database.end());

const TABLES = `select oid from pg_class where relnamespace = 'public'::regnamespace
  and relkind in ('r', 'p') and not relispartition`;
// PostgreSQL prints fewer brackets of a condition that it has read a second time.
const SHAPES = {
  columns: `select attrelid::regclass::text as table, attname, attnotnull, attgenerated,
      format_type(atttypid, atttypmod) as type, pg_get_expr(adbin, adrelid) as value, col_description(attrelid, attnum) as comment
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid in (${TABLES}) and attnum > 0 and not attisdropped order by 1, 2`,
  constraints: `select conrelid::regclass::text as table, conname, translate(pg_get_constraintdef(oid), '()', '') as definition
    from pg_constraint where conrelid in (${TABLES}) and conparentid = 0 order by 1, 2`,
  indexes: `select translate(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), '()', '') as definition
    from pg_index where indrelid in (${TABLES}) order by 1`,
  functions: `select oid::regprocedure::text as name, md5(pg_get_functiondef(oid)) as definition
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`,
  triggers: `select translate(pg_get_triggerdef(oid), '()', '') as definition
    from pg_trigger where tgrelid in (${TABLES}) and not tgisinternal order by 1`,
};

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(text: string): Promise<readonly Row[]> {
  return (await database.query<Row>(text)).rows;
}

async function shapes(): Promise<readonly (readonly Row[])[]> {
  const all: (readonly Row[])[] = [];
  for (const text of Object.values(SHAPES)) all.push(await rowsOf(text));
  return all;
}

async function contents(tables: Iterable<string>): Promise<Record<string, Row | undefined>> {
  const all: Record<string, Row | undefined> = {};
  for (const table of tables)
    [all[table]] = await rowsOf(
      `select count(*)::int, md5(string_agg(row::text, '' order by row::text)) from ${table} row`,
    );
  return all;
}

async function keyOf({ db, keyPepper }: TestService): Promise<string> {
  const organization = await createOrganization(db, 'Divided', 'ENTERPRISE');
  const scope = { organizationId: organization.id, environment: 'LIVE' } as const;
  const { secret } = await db.transaction().execute((tx) =>
    createKey({ db: tx, scope, by: COMMAND_LINE }, keyPepper, undefined, {
      name: 'Divided',
      tier: 'ENTERPRISE',
      permissions: PERMISSIONS,
      expiresAt: null,
    }),
  );
  return secret;
}

const clientAt = ({ url }: TestService, key: string): Client => clientOf(`${url}/graphql`, key);

test('the SQL of partitions divides every table of customer data and keeps rows, keys, indexes and triggers', async () => {
  const first = await startTestService(env);
  const key = await keyOf(first);
  await furnish(clientAt(first, key), 'divided', first.db);
  const tables = await customerTables(first.db);
  await first.stop();

  const before = { shapes: await shapes(), contents: await contents(tables) };
  const sql = await readFile(FILE, 'utf8');
  await database.query(sql);
  assert.deepEqual({ shapes: await shapes(), contents: await contents(tables) }, before);
  const names = [...tables].map((name) => `'${name}'`).join();
  const whole = `select relname from pg_class where relname in (${names}) and relkind <> 'p'`;
  assert.deepEqual(await rowsOf(whole), [], 'tables that are not divided');
  const filled = Object.values(before.contents).filter((row) => Number(row?.['count']) > 0).length;
  assert.ok(filled > 40, `${filled} tables had rows`);

  const parts = () => rowsOf('select inhrelid from pg_inherits order by 1');
  const divided = await parts();
  await database.query(sql);
  assert.deepEqual(await parts(), divided, 'the second run changes nothing');

  const second = await startTestService(env, COLD);
  const { send } = clientAt(second, key);
  const create = () =>
    send(mutationText('createProduct', 'product { id }'), {
      input: { name: 'Shirt', externalId: 'shirt-of-a-divided-table' },
    });
  dataOf(await create());
  assert.deepEqual(codesOf(await create()), ['CONFLICT'], 'a violated key is known by its name');
  await second.stop();
});

test('a back-up of divided tables comes back into tables that are whole', async () => {
  const folder = await temporaryFolder('divided');
  const data = openFilePlaces({ dataFolder: folder, s3: undefined });
  const secret = 'a secret of back-ups that is long enough';
  const { file, tables } = await makeBackup({
    databaseUrl: env.DATABASE_URL,
    dataFolder: folder,
    data,
    place: backupPlace(folder, undefined),
    secret,
    storedSecret: undefined,
  });
  const restored = await restoreBackup({
    open: () => createReadStream(file),
    databaseUrl: await emptyTestDatabase(),
    data,
    secret,
    onSecret: assert.fail,
  });
  assert.equal(restored.tables, tables);
});
