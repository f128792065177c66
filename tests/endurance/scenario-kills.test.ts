import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOrganization, updateOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { productDraft, productWriter } from '../../server/src/domains/products/index.ts';
import { announceWriter, openDatabase } from '../../server/src/platform/database/index.ts';
import { newUuid } from '../../server/src/platform/ids.ts';
import { openSecrets } from '../../server/src/platform/secrets.ts';
import { COMMAND_LINE } from '../../server/src/rules/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/permissions.ts';
import {
  at,
  type Client,
  clientOf,
  dataOf,
  type Json,
  mutationText,
  numberAt,
  textAt,
} from '../http/client.ts';
import { startedDatabase } from '../http/service.ts';
import { endProcess, type ServerProcess, startServer } from '../server-process.ts';
import { roundsOf } from './share.ts';

const PRODUCTS = 4_003;
/** A job whose process died is taken over when its lease ends. */
const PATIENCE_MS = 240_000;

const env = await startedDatabase();
const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-scenario-kills-'));
const db = await openDatabase({ url: env.DATABASE_URL, pipelines: 1, poolSize: 2 });
after(async () => {
  await db.destroy();
  await rm(dataFolder, { recursive: true, force: true });
});
const { id: organizationId } = await createOrganization(db, 'Killed', 'GROWTH');
const scope = { organizationId, environment: 'LIVE' } as const;
const pepper = (await openSecrets(env.TRACKWAY_SECRET, dataFolder)).keyFor('api-keys');
const { secret: key } = await db.transaction().execute(async (tx) => {
  await announceWriter(tx, scope);
  await updateOrganization(tx, COMMAND_LINE, 'Killed', { requestsPerMinute: 1_000_000 });
  for (let count = 0; count < PRODUCTS; count++) {
    const material = count % 2 === 0 ? 'cotton fibre' : 'aluminium can';
    const components = [{ name: 'Body', material, massKg: 0.1 + count / 1000 }];
    const { draft } = productDraft({ name: `Product ${count}`, components });
    await productWriter.insertOne(tx, scope, { id: newUuid(), draft });
  }
  return createKey({ tx, scope, by: COMMAND_LINE }, pepper, undefined, {
    ...{ name: 'Designer', tier: 'GROWTH', permissions: PERMISSIONS, expiresAt: null },
  });
});

const RESULT = `scenario(id: $id) { state error catalogue { doneCount } result {
  total { baseline outcome difference share } phases { phase baseline outcome }
  indicators { category baseline outcome }
  catalogue { calculatedCount changedCount failedCount quantiles { probability differenceCo2eKg }
    histogram { lowCo2eKg highCo2eKg count }
    products(first: 100) { totalCount nodes { productId total { baseline outcome } } } } } }`;

async function begin(client: Client, name: string): Promise<string> {
  const overrides = [{ select: { material: 'aluminium can' }, setRecycledShare: 0.5 }];
  const input = { name, catalogue: {}, boundary: 'CRADLE_TO_GATE', overrides };
  const made = await client.send(mutationText('createScenario', 'scenario { id }'), { input });
  const id = textAt(made, 'createScenario', 'scenario', 'id');
  dataOf(await client.send(mutationText('runScenario', 'scenario { id }'), { input: { id } }));
  return id;
}

/** The scenario once it fulfils a condition. */
async function until(client: Client, id: string, isThere: (scenario: Json) => boolean) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(20)) {
    const answer = await client.send(`query ($id: ID!) { ${RESULT} }`, { id });
    const scenario = at(dataOf(answer), 'scenario') ?? null;
    if (isThere(scenario)) return scenario;
  }
  throw new Error('The scenario did not get there in time.');
}

const isCompleted = (scenario: Json) => {
  assert.notEqual(at(scenario, 'state'), 'FAILED', String(at(scenario, 'error')));
  return at(scenario, 'state') === 'COMPLETED';
};

test('a catalogue scenario whose process is killed continues, and equals one that was not broken off', async () => {
  const start = () => startServer({ dataFolder, env });
  const clientAt = ({ url }: ServerProcess) => clientOf(`${url}/graphql`, key);
  let server = await start();
  const id = await begin(clientAt(server), 'Killed');
  let done = 0;
  let kills = 0;
  for (let count = roundsOf(5); count > 0; count--) {
    const earlier = done;
    const reached = await until(
      clientAt(server),
      id,
      (scenario) =>
        at(scenario, 'state') === 'COMPLETED' ||
        numberAt(scenario, 'catalogue', 'doneCount') > earlier,
    );
    if (at(reached, 'state') === 'COMPLETED') break;
    done = numberAt(reached, 'catalogue', 'doneCount');
    await endProcess(server.child, 'SIGKILL');
    kills += 1;
    server = await start();
  }
  assert.ok(kills > 0, 'no process was killed during the run');
  const broken = await until(clientAt(server), id, isCompleted);
  const whole = await until(
    clientAt(server),
    await begin(clientAt(server), 'Unbroken'),
    isCompleted,
  );
  await endProcess(server.child, 'SIGTERM');
  assert.equal(numberAt(broken, 'result', 'catalogue', 'calculatedCount'), PRODUCTS);
  assert.deepEqual(broken, whole);
});
