import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { startServer } from '../server-process.ts';

/**
 * Starts two services at the same moment on an empty PostgreSQL of the operator: both come up, one of them with the
 * first keys, and stop cleanly.
 */
export async function startTogether(): Promise<void> {
  const env = { DATABASE_URL: await emptyTestDatabase(), TRACKWAY_SECRET: 'x'.repeat(32) };
  const servers = await Promise.all([startServer({ env }), startServer({ env })]);
  for (const server of servers) {
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.equal(existsSync(join(server.dataFolder, 'postgres')), false, 'no embedded database');
  }
  const withKeys = servers.filter(({ output }) => output().includes('They are shown this once'));
  assert.equal(withKeys.length, 1);
  assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), [0, 0]);
}
