import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { replicatedDatabase } from '../../server/src/platform/database/replicas/testing-replica.ts';
import { until } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { at, type Client, clientOf, sendForId } from '../http/client.ts';
import { startTestService } from '../http/service.ts';
import { roundsOf } from './share.ts';

/**
 * Two processes of the service on a primary and a replica that lags on purpose, by clients that write at one
 * process and read at the other at once: nobody misses its own write, and the replica is read from.
 */
const ROUNDS = roundsOf(200);
const database = await replicatedDatabase();
const env = { DATABASE_URL: database.url, DATABASE_REPLICA_URL: database.replicaUrl };
const first = await startTestService(env);
const second = await startTestService(env);
after(database.stop);

async function newClients(name: string): Promise<readonly [Client, Client]> {
  const organization = await createOrganization(first.db, name, 'ENTERPRISE');
  const scope = { organizationId: organization.id, environment: 'LIVE' } as const;
  const { secret } = await first.db.transaction().execute((tx) =>
    createKey({ db: tx, scope, by: COMMAND_LINE }, first.keyPepper, undefined, {
      name,
      tier: 'ENTERPRISE',
      permissions: PERMISSIONS,
      expiresAt: null,
    }),
  );
  return [clientOf(`${first.url}/graphql`, secret), clientOf(`${second.url}/graphql`, secret)];
}

async function createProduct(client: Client, name: string): Promise<string> {
  return sendForId(client, 'createProduct', 'product', { name, netMassKg: 1 });
}

const nameOf = async (client: Client, id: string) => {
  const { data } = await client.send('query($id: ID!) { product(id: $id) { name } }', { id });
  return at(data ?? undefined, 'product', 'name');
};

async function readsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^trackway_replica_reads\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

async function isUsed(url: string): Promise<boolean> {
  return /^trackway_replica_up\{[^}]*\} 1$/m.test(await (await fetch(`${url}/metrics`)).text());
}

test('nobody misses its own write at another process, while the replica lags and catches up', async () => {
  const writers = await Promise.all(['one', 'two', 'three'].map((name) => newClients(name)));
  const readers = await newClients('reader');
  const known = await createProduct(readers[0], 'Known');
  await until(async () => (await isUsed(first.url)) && (await isUsed(second.url)));
  await until(async () => {
    const before = await readsOf(second.url);
    assert.equal(await nameOf(readers[1], known), 'Known');
    return (await readsOf(second.url)) > before;
  });
  let isRunning = true;
  after(() => {
    isRunning = false;
  });
  const lagging = (async () => {
    while (isRunning) {
      await database.pauseReplay();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await database.resumeReplay();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const before = await readsOf(second.url);
  await Promise.all(
    writers.map(async ([here, there], writer) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = `${writer} ${round}`;
        const id = await createProduct(here, name);
        assert.equal(await nameOf(there, id), name, 'at once');
        // Around the second after which replicas may be read again.
        if (round % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 900 + round * 10));
        assert.equal(await nameOf(there, id), name, 'later');
        assert.equal(await nameOf(readers[1], known), 'Known');
      }
    }),
  );
  isRunning = false;
  await lagging;
  assert.ok((await readsOf(second.url)) > before, 'the replica was read from');
});

test('a replica that is gone slows no request, and readiness does not notice', async () => {
  const readers = await newClients('other reader');
  const known = await createProduct(readers[0], 'Known');
  const missing = await startTestService({
    ...env,
    DATABASE_REPLICA_URL: `${database.replicaUrl},postgresql://nobody@127.0.0.1:1/nothing`,
  });
  const text = await (await fetch(`${missing.url}/metrics`)).text();
  assert.match(text, /^trackway_replica_up\{replica="127\.0\.0\.1:1"\} 0$/m);
  assert.equal((await fetch(`${missing.url}/readyz`)).status, 200);
  assert.equal(await nameOf(readers[1], known), 'Known');
});
