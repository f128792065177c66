import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { type Db, openDatabase, query } from '../../server/src/platform/database/index.ts';
import {
  type Client,
  clientOf,
  dataOf,
  type JsonObject,
  mutationText,
  textAt,
} from '../http/client.ts';
import { seededFolder } from '../seeded-folder.ts';
import { residentMb, startServer } from '../server-process.ts';

/**
 * Keeps a service under mixed legal load at 70 % of what its clients could send, and watches its memory and
 * its tables. `npm run test:endurance` runs an hour of it.
 */

export type Soak = {
  readonly requests: number;
  /** Resident megabytes after the warm-up, evenly spaced. */
  readonly memory: readonly Memory[];
  /** Rows by table after the warm-up and at the end. */
  readonly rows: { readonly before: RowCounts; readonly after: RowCounts };
};

type Memory = {
  /** While the clients ask. */
  readonly busyMb: number;
  /** Without garbage, and while nobody asks. */
  readonly heldMb: number;
  /** Parts of it: memory of C, pages of V8 and other anonymous memory, and files such as the program. */
  readonly heldMbOf: Readonly<Record<'c' | 'anonymous' | 'files', number>>;
};

type RowCounts = Readonly<Record<string, number>>;

const CLIENTS = 4;
/**
 * Clients send without a pause while they warm up, and then so much of that, evenly: a pace that follows the machine's
 * other work moves the sizes of V8's heaps, and with them what is measured.
 */
const LOAD = 0.7;
/** V8 compiles for about so long, and caches fill: half as long as memory is watched then. */
const WARM_UP_SHARE = 0.5;
const EVERY_MS = 30_000;
/** So long the service has for what it is asked, and then for its garbage, before its memory is read. */
const SETTLE_MS = 1_000;
const COLLECT_ON_SIGNAL = `--import=${join(import.meta.dirname, 'collect-on-signal.ts')}`;

/** @param seconds Time under watch, after the warm-up. */
export async function soak(seconds: number): Promise<Soak> {
  const { dataFolder, key } = await seededFolder();
  const env = { NODE_OPTIONS: COLLECT_ON_SIGNAL };
  const { url, child, stop } = await startServer({ dataFolder, env });
  const databaseUrl = await findEmbeddedPostgres(dataFolder);
  if (databaseUrl === undefined) throw new Error('The service has no database.');
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 1 });
  const client = clientOf(`${url}/graphql`, key);
  const warmMs = performance.now() + seconds * 1_000 * WARM_UP_SHARE;
  const untilMs = warmMs + seconds * 1_000;
  let requests = 0;
  let everyMs = 0;
  let pause: Promise<unknown> | undefined;
  const customers = Array.from({ length: CLIENTS }, async (_each, at) => {
    let dueMs = 0;
    for (let round = 0; performance.now() < untilMs; round += 1)
      for await (const _tookMs of visit(client, `${at}-${round}`)) {
        requests += 1;
        const nowMs = performance.now();
        dueMs = Math.max(dueMs + everyMs, nowMs);
        if (dueMs > nowMs) await sleep(dueMs - nowMs);
        await pause;
      }
  });
  const watching = async () => {
    await sleep(warmMs - performance.now());
    everyMs = (seconds * 1_000 * WARM_UP_SHARE * CLIENTS) / (requests * LOAD);
    const before = await countAllRows(db);
    const memory: Memory[] = [];
    while (performance.now() < untilMs) {
      const next = sleep(EVERY_MS);
      const busyMb = residentMb(child);
      const held = heldMemory(child);
      pause = held;
      memory.push({ busyMb, ...(await held) });
      await next;
    }
    return { before, memory };
  };
  try {
    const [{ before, memory }] = await Promise.all([watching(), ...customers]);
    return { requests, memory, rows: { before, after: await countAllRows(db) } };
  } finally {
    await db.destroy();
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function heldMemory(service: ChildProcess): Promise<Pick<Memory, 'heldMb' | 'heldMbOf'>> {
  await sleep(SETTLE_MS);
  service.kill('SIGUSR2');
  await sleep(SETTLE_MS);
  return { heldMb: residentMb(service), heldMbOf: partsMb(service) };
}

/** Resident megabytes of a process by what they are of. */
function partsMb({ pid }: ChildProcess): Memory['heldMbOf'] {
  const mb = { c: 0, anonymous: 0, files: 0 };
  let of: keyof typeof mb = 'anonymous';
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const name = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$/.exec(line)?.[1];
    if (name !== undefined) of = partOf(name);
    mb[of] += Number(/^Rss: +(\d+) kB$/.exec(line)?.[1] ?? 0) / 1024;
  }
  return mb;
}

function partOf(name: string): keyof Memory['heldMbOf'] {
  if (name === '[heap]') return 'c';
  return name.startsWith('/') ? 'files' : 'anonymous';
}

const PAGE =
  '{ products(last: 50) { totalCount nodes { id name sku footprint { co2eKg } updatedAt } } }';
const ORDERS =
  '{ orders(last: 20) { nodes { id state total { amount } estimatedCo2eKg lines { quantity } } } }';

/** Sends the requests that a shop makes about one product, one after the other, and yields the time of each. */
export async function* visit({ send }: Client, mark: string): AsyncGenerator<number> {
  let lastMs = 0;
  const ask = async (document: string, input?: JsonObject) => {
    const startedAt = performance.now();
    const answer = await send(document, input === undefined ? {} : { input });
    lastMs = performance.now() - startedAt;
    dataOf(answer);
    return answer;
  };
  const components = [{ material: 'cotton fibre', massKg: 0.2, originCountry: 'IN' }];
  const price = { amount: '10.00', currencyCode: 'EUR' };
  const input = { name: `Shirt ${mark}`, externalId: `soak-${mark}`, components, price };
  const made = await ask(mutationText('createProduct', 'product { id }'), input);
  yield lastMs;
  const productId = textAt(made, 'createProduct', 'product', 'id');
  for (const document of ['{ me { id tier } }', PAGE]) {
    await ask(document);
    yield lastMs;
  }
  await ask(
    mutationText('calculateProductFootprint', 'calculation { co2eKg phases { phase co2eKg } }'),
    {
      productId,
    },
  );
  yield lastMs;
  await ask(mutationText('updateProduct', 'product { version }'), {
    id: productId,
    name: `T ${mark}`,
  });
  yield lastMs;
  await ask('{ search(query: "shirt", first: 10) { totalCount nodes { __typename } } }');
  yield lastMs;
  const ordered = await ask(mutationText('createOrder', 'order { id }'), {
    lines: [{ productId, quantity: 2 }],
  });
  yield lastMs;
  await ask(mutationText('confirmOrder', 'order { co2eKg }'), {
    id: textAt(ordered, 'createOrder', 'order', 'id'),
  });
  yield lastMs;
  await ask(ORDERS);
  yield lastMs;
  const spare = await ask(mutationText('createProduct', 'product { id }'), {
    name: `Spare ${mark}`,
  });
  yield lastMs;
  await ask(mutationText('deleteProduct', 'deletedProductId'), {
    id: textAt(spare, 'createProduct', 'product', 'id'),
  });
  yield lastMs;
}

async function countAllRows(db: Db): Promise<RowCounts> {
  const tables = await query<{ name: string }>(
    db,
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await query<{ count: number }>(db, `select count(*) as count from "${name}"`);
    counts.set(name, row?.count ?? 0);
  }
  return Object.fromEntries(counts);
}
