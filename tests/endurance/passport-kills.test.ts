import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createOrganization, updateOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { decodeId } from '../../server/src/platform/ids.ts';
import { openSecrets } from '../../server/src/platform/secrets.ts';
import { until } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { at, type Client, clientOf, dataOf, mutationText } from '../http/client.ts';
import { act, attempt, draft } from '../http/passports/desk.ts';
import { startedDatabase } from '../http/service.ts';
import { chainFaults } from '../passports/chain-faults.ts';
import { killDuringWrites } from '../platform/kills.ts';
import { startServer } from '../server-process.ts';
import { roundsOf } from './share.ts';

const env = await startedDatabase();
const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-kills-'));
const db = await openDatabase({ url: env.DATABASE_URL, pipelines: 1, poolSize: 2 });
after(async () => {
  await db.destroy();
  await rm(dataFolder, { recursive: true, force: true });
});
const { id: organizationId } = await createOrganization(db, 'Killed', 'ENTERPRISE');
const scope = { organizationId, environment: 'LIVE' } as const;
const pepper = (await openSecrets(env.TRACKWAY_SECRET, dataFolder)).keyFor('api-keys');
const { secret: key } = await db.transaction().execute(async (tx) => {
  await updateOrganization(tx, COMMAND_LINE, 'Killed', { requestsPerMinute: 1_000_000 });
  return createKey({ db: tx, scope, by: COMMAND_LINE }, pepper, undefined, {
    ...{ name: 'Writer', tier: 'ENTERPRISE', permissions: PERMISSIONS, expiresAt: null },
  });
});

/** Number of the version and state that a client received of a passport. */
type Acknowledged = Map<string, { readonly number: number; readonly status: string }>;

/** A passport is published, amended and revoked; another one is a draft for the batches among them. */
async function write(client: Client, acknowledged: Acknowledged): Promise<void> {
  await draft(client);
  const id = await draft(client);
  const answer = await attempt(client, 'publishDpp', { id });
  // The batch of another writer may have published the draft already.
  if (at(answer.errors[0], 'extensions', 'state') !== 'PUBLISHED') dataOf(answer);
  acknowledged.set(id, { number: 1, status: 'PUBLISHED' });
  await act(client, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  acknowledged.set(id, { number: 2, status: 'PUBLISHED' });
  await act(client, 'revokeDpp', { id, reason: 'Recall' });
  acknowledged.set(id, { number: 2, status: 'REVOKED' });
  await client.send(mutationText('publishDpps', 'job { id }'), { input: {} });
}

async function round(acknowledged: Acknowledged): Promise<void> {
  const server = await startServer({ dataFolder, env });
  const client = clientOf(`${server.url}/graphql`, key);
  const writeOrBeLate = () =>
    write(client, acknowledged).catch((error: unknown) => {
      // A busy machine could not answer in the time of a request.
      if (!/took longer than 15 seconds/.test(String(error))) throw error;
    });
  await killDuringWrites(server, { acknowledged, write: writeOrBeLate });
}

/** The database ends what the killed process had begun. */
const isQuiet = async () =>
  (
    await query(
      db,
      `select from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    )
  ).length === 0;

test('kills in publications, amendments, revocations and batches leave every chain whole', async () => {
  const acknowledged: Acknowledged = new Map();
  for (let count = roundsOf(20); count > 0; count--) {
    await round(acknowledged);
    await until(isQuiet);
    assert.deepEqual(await chainFaults({ db, scope }), []);
  }
  const rows = await query<{ id: string; number: number; status: string }>(
    db,
    `select id, published_version as number, status from dpps
     where organization_id = $1 and environment = 'LIVE' and published_version is not null`,
    [organizationId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { number, status }] of acknowledged) {
    const row = stored.get(decodeId('dpp', id) ?? '');
    assert.ok(row !== undefined && row.number >= number, id);
    if (status === 'REVOKED') assert.equal(row.status, status, id);
  }
  const batched = rows.filter(({ number, status }) => number === 1 && status === 'PUBLISHED');
  assert.ok(batched.length > 0, 'a batch published drafts');
});
