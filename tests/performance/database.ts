import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';

/** A PostgreSQL of the benchmark's own, the embedded one, which Trackway and all peers share. */
export type BenchmarkDatabase = {
  readonly url: string;
  readonly pid: number;
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<void>;
  /** The first value of the first row, as text. */
  readonly value: (sql: string, values: readonly unknown[]) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** Starts an empty database below `folder`. */
export async function startDatabase(folder: string): Promise<BenchmarkDatabase> {
  const { url, stop } = await startEmbeddedPostgres({ folder });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    pid: Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10),
    value: async (sql, values) => {
      const { rows } = await client.query({ text: sql, values: [...values], rowMode: 'array' });
      return String(rows[0]?.[0]);
    },
    run: async (sql, values) => {
      await client.query(sql, values && [...values]);
    },
    stop: async () => {
      await client.end();
      await stop();
    },
  };
}
