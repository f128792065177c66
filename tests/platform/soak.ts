import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import { type Db, openDatabase, query } from '../../server/src/platform/database/index.ts';
import { type Client, clientOf, dataOf, type JsonObject, textAt } from '../http/client.ts';
import { seededFolder } from '../seeded-folder.ts';
import { startServer } from '../server-process.ts';

/**
 * Keeps a service under mixed legal load at 70 % of what its clients could send, and watches its memory and
 * its tables. `npm run test:endurance` runs an hour of it.
 */

export type Soak = {
  readonly requests: number;
  /** Resident megabytes after the warm-up, evenly spaced. */
  readonly residentMb: readonly number[];
  /** Rows by table after the warm-up and at the end. */
  readonly rows: { readonly before: RowCounts; readonly after: RowCounts };
};

type RowCounts = Readonly<Record<string, number>>;

const CLIENTS = 4;
/** A client rests so long for each millisecond that its requests took. */
const REST = 0.3 / 0.7;
const WARM_UP_SHARE = 0.25;
const SAMPLES = 120;

export async function soak(seconds: number): Promise<Soak> {
  const { dataFolder, key } = await seededFolder();
  const { url, child, stop } = await startServer({ dataFolder });
  const databaseUrl = await findEmbeddedPostgres(dataFolder);
  if (databaseUrl === undefined) throw new Error('The service has no database.');
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 1 });
  const client = clientOf(`${url}/graphql`, key);
  const untilMs = performance.now() + seconds * 1_000;
  let requests = 0;
  const customers = Array.from({ length: CLIENTS }, async (_each, at) => {
    for (let round = 0; performance.now() < untilMs; round += 1)
      for await (const tookMs of visit(client, `${at}-${round}`)) {
        requests += 1;
        await sleep(tookMs * REST);
      }
  });
  const watching = async () => {
    await sleep(seconds * 1_000 * WARM_UP_SHARE);
    const before = await countAllRows(db);
    const residentMb: number[] = [];
    const everyMs = (untilMs - performance.now()) / SAMPLES;
    while (performance.now() < untilMs) {
      residentMb.push(await residentMbOf(child.pid));
      await sleep(everyMs);
    }
    return { before, residentMb };
  };
  try {
    const [{ before, residentMb }] = await Promise.all([watching(), ...customers]);
    return { requests, residentMb, rows: { before, after: await countAllRows(db) } };
  } finally {
    await db.destroy();
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const MUTATION = (name: string, selection: string) =>
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`;
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
  const made = await ask(MUTATION('createProduct', 'product { id }'), input);
  yield lastMs;
  const productId = textAt(made, 'createProduct', 'product', 'id');
  for (const document of ['{ me { id tier } }', PAGE]) {
    await ask(document);
    yield lastMs;
  }
  await ask(
    MUTATION('calculateProductFootprint', 'calculation { co2eKg phases { phase co2eKg } }'),
    {
      productId,
    },
  );
  yield lastMs;
  await ask(MUTATION('updateProduct', 'product { version }'), { id: productId, name: `T ${mark}` });
  yield lastMs;
  await ask('{ search(query: "shirt", first: 10) { totalCount nodes { __typename } } }');
  yield lastMs;
  const ordered = await ask(MUTATION('createOrder', 'order { id }'), {
    lines: [{ productId, quantity: 2 }],
  });
  yield lastMs;
  await ask(MUTATION('confirmOrder', 'order { co2eKg }'), {
    id: textAt(ordered, 'createOrder', 'order', 'id'),
  });
  yield lastMs;
  await ask(ORDERS);
  yield lastMs;
  const spare = await ask(MUTATION('createProduct', 'product { id }'), { name: `Spare ${mark}` });
  yield lastMs;
  await ask(MUTATION('deleteProduct', 'deletedProductId'), {
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

async function residentMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
