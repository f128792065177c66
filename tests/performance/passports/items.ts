import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createOrganization,
  updateOrganization,
} from '../../../server/src/domains/accounts/index.ts';
import { createKey } from '../../../server/src/domains/keys/index.ts';
import { openDatabase } from '../../../server/src/platform/database/index.ts';
import { openSecrets } from '../../../server/src/platform/secrets.ts';
import { COMMAND_LINE } from '../../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../../server/src/rules/access/permissions.ts';
import {
  at,
  type Client,
  clientOf,
  dataOf,
  type JsonObject,
  mutationText,
  textAt,
} from '../../http/client.ts';
import { act, GENERIC, newProduct } from '../../http/passports/desk.ts';
import { startServer } from '../../server-process.ts';
import { cpuUsOf, cpuUsOfFamily } from '../cpu.ts';
import { startDatabase } from '../database.ts';
import type { Table } from '../table.ts';

const SECRET = 'a secret of the benchmark of passports';
const PUBLISHED = 10_000;
const LOOK_EVERY_MS = 200;

/** Items of a serial range as a job, and the publication of items with their signatures. */
export async function itemBenchmarks(count: number): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-bench-items-'));
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startDatabase(folder);
  resources.defer(database.stop);
  const env = { DATABASE_URL: database.url, TRACKWAY_SECRET: SECRET, NODE_ENV: 'production' };
  const server = await startServer({ dataFolder: join(folder, 'trackway'), env });
  resources.defer(async () => {
    await server.stop();
  });
  const client = clientOf(`${server.url}/graphql`, await newKey(database.url, folder));
  const { pid = 0 } = server.child;
  const measured = async (name: string, size: number, mutation: string, input: JsonObject) => {
    const before = [performance.now(), cpuUsOf(pid), cpuUsOfFamily(database.pid)] as const;
    await finished(client, mutation, input);
    const seconds = (performance.now() - before[0]) / 1_000;
    return [
      name,
      size,
      seconds.toFixed(1),
      Math.round(size / seconds),
      Math.round((cpuUsOf(pid) - before[1]) / size),
      Math.round((cpuUsOfFamily(database.pid) - before[2]) / size),
    ];
  };
  const [many, some] = [await publishedModel(client), await publishedModel(client)];
  const range = { serialPrefix: 'S', digits: 6 };
  await finished(client, 'generateDpps', { productId: some, ...range, count: PUBLISHED });
  const rows = [
    await measured('draft items', count, 'generateDpps', { productId: many, ...range, count }),
    await measured('publish items, signed', PUBLISHED, 'publishDpps', { productId: some }),
  ];
  const columns = [
    'job',
    'passports',
    'seconds',
    'passports/s',
    'server, CPU µs',
    'database, CPU µs',
  ];
  return [
    {
      title: 'Jobs of item passports',
      columns,
      rows,
      notes: [
        'From the request to the end of the job, as a client sees it; CPU for each passport.',
      ],
    },
  ];
}

async function newKey(databaseUrl: string, folder: string): Promise<string> {
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 1 });
  try {
    const { id: organizationId } = await createOrganization(db, 'Items', 'ENTERPRISE');
    const pepper = (await openSecrets(SECRET, folder)).keyFor('api-keys');
    const scope = { organizationId, environment: 'LIVE' } as const;
    const { secret } = await db.transaction().execute(async (tx) => {
      await updateOrganization(tx, COMMAND_LINE, 'Items', { requestsPerMinute: 1_000_000 });
      return createKey({ db: tx, scope, by: COMMAND_LINE }, pepper, undefined, {
        ...{ name: 'Bench', tier: 'ENTERPRISE', permissions: PERMISSIONS, expiresAt: null },
      });
    });
    return secret;
  } finally {
    await db.destroy();
  }
}

/** A product with the published passport of its model, whose content its items begin with. */
async function publishedModel(client: Client): Promise<string> {
  const productId = await newProduct(client);
  const dpp = await act(client, 'generateDpp', { productId, ...GENERIC });
  await act(client, 'publishDpp', { id: at(dpp, 'id') ?? null });
  return productId;
}

/** Asks for a job and waits for its end. */
async function finished(client: Client, mutation: string, input: JsonObject): Promise<void> {
  const asked = await client.send(mutationText(mutation, 'job { id }'), { input });
  const id = textAt(asked, mutation, 'job', 'id');
  for (;;) {
    const query = 'query ($id: ID!) { dppJob(id: $id) { state doneCount failedCount error } }';
    const job = at(dataOf(await client.send(query, { id })), 'dppJob');
    if (at(job, 'state') === 'COMPLETED' && at(job, 'failedCount') === 0) return;
    if (at(job, 'state') !== 'QUEUED' && at(job, 'state') !== 'RUNNING')
      throw new Error(`The job ended otherwise: ${JSON.stringify(job)}`);
    await sleep(LOOK_EVERY_MS);
  }
}
