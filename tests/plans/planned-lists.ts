import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Db, openDatabase } from '../../server/src/platform/database/index.ts';
import { testDatabase } from '../../server/src/platform/database/testing.ts';
import type { Scope } from '../../server/src/platform/scope.ts';

/** A list as the service reads it, with each of its filters and orders. */
export type PlannedList = {
  readonly table: string;
  /** Makes the table large: `$1` is the organization, `$2` the number of rows. */
  readonly fill: string;
  readonly reads: readonly {
    readonly name: string;
    readonly read: (db: Db, scope: Scope) => Promise<unknown>;
  }[];
};

const ROWS = 20_000;

const { url, inspect } = await testDatabase();

/** The reads of a list that go through its whole table, each with its plan. */
export async function wholeScansOf({ table, fill, reads }: PlannedList): Promise<string[]> {
  const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  await inspect(fill, [scope.organizationId, ROWS]);
  await inspect(`vacuum analyze ${table}`);
  // Of its own, because only an unprepared statement may leave its parameters open.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const scans: string[] = [];
  for (const { name, read } of reads) {
    for (const statement of await statementsOf((db) => read(db, scope))) {
      const plan = await planOf(client, statement);
      if (plan.includes(`Seq Scan on ${table}`)) scans.push(`${table} ${name}:\n${plan}`);
    }
  }
  await client.end();
  return scans;
}

async function statementsOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const db = await openDatabase({
    url,
    pipelines: 1,
    poolSize: 1,
    onStatement: (text) => statements.push(text),
  });
  statements.length = 0; // the opening asks for the version
  await read(db);
  await db.destroy();
  return statements;
}

/** The plan for whatever values: the one that a prepared statement ends up with. */
async function planOf(client: pg.Client, statement: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(
    `explain (generic_plan) ${statement}`,
  );
  return rows.flatMap((row) => Object.values(row)).join('\n');
}
