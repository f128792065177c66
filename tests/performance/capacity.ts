import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf, newSecret } from '../../server/src/domains/keys/secret.ts';
import { copyCluster } from '../../server/src/platform/database/replicas/testing-replica.ts';
import { openSecrets } from '../../server/src/platform/secrets.ts';
import { cpuUsOfFamily, cpuUsOfTree } from './cpu.ts';
import { type BenchmarkDatabase, startDatabase } from './database.ts';
import { drive } from './load.ts';
import { ME_REQUEST, pageRequest } from './requests.ts';
import { addNeighbours, prepareScale } from './scale-data.ts';
import type { Table } from './table.ts';
import { startTrackway, type Trackway } from './trackway.ts';

export type CapacityPlan = { readonly seconds: number; readonly connections: number };

/** Capacity of a machine: more processes, a replica, and more organizations. `parts` are all by default. */
export async function capacityBenchmarks(
  plan: CapacityPlan,
  parts: readonly string[],
): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-capacity-'));
  const database = await startDatabase(folder);
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
  try {
    return [
      ...(isWanted('processes') ? [await byProcesses(database, folder, plan)] : []),
      ...(isWanted('replica') ? [await withReplica(database, folder, plan)] : []),
      ...(isWanted('organizations')
        ? [await byTenants(database, folder, plan), await sizes(database)]
        : []),
    ];
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

const PRODUCTS = 10_000;
/** Each process compiles the code for itself, for thousands of requests. */
const WARM_UP_SECONDS_PER_PROCESS = 8;
const CREATE_REQUEST = JSON.stringify({
  query:
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
  variables: { input: { name: 'Organic Cotton Shirt' } },
});
const QUESTIONS = {
  'page of 50 products': pageRequest(),
  me: ME_REQUEST,
  createProduct: CREATE_REQUEST,
};
const FIGURES = ['requests/s', 'p50 ms', 'p99 ms', 'service µs', 'PostgreSQL µs'];
const NOTE =
  'µs: CPU time per request of all processes of the service, and of PostgreSQL. The clients use the same cores.';

type Headers = Readonly<Record<string, string>>;
type Replica = Pick<BenchmarkDatabase, 'url' | 'pid'>;
type Asked = {
  readonly processes: number;
  readonly trackway: Trackway;
  readonly headers: Headers;
  readonly tenants?: Headers[];
  readonly replica?: Replica | undefined;
};

async function byProcesses(
  database: BenchmarkDatabase,
  folder: string,
  plan: CapacityPlan,
  replica?: Replica,
): Promise<Table> {
  let headers: Headers | undefined;
  const rows: string[][] = [];
  const env = replica === undefined ? {} : { DATABASE_REPLICA_URL: replica.url };
  for (const processes of [1, 2, 4]) {
    const trackway = await startTrackway(database, folder, { processes, env });
    const name = replica === undefined ? 'Measured' : 'Replicated';
    headers ??= (await trackway.addCustomer(name, PRODUCTS)).server.headers;
    await database.run('vacuum analyze');
    const asked = { processes, trackway, headers, replica };
    for (const [question, body] of Object.entries(QUESTIONS))
      rows.push([question, String(processes), ...(await ask(database, asked, body, plan))]);
    await trackway.stop();
  }
  return {
    title: `${plan.connections} clients, ${PRODUCTS.toLocaleString('en')} products${replica === undefined ? '' : ', with a replica'}`,
    columns: [
      'question',
      'processes',
      ...FIGURES,
      ...(replica === undefined ? [] : ['replica µs']),
    ],
    rows: rows.sort(([a = ''], [b = '']) => a.localeCompare(b)),
    notes: [NOTE],
  };
}

/** The same with a streaming replica on the same cores, from which queries read. */
async function withReplica(
  database: BenchmarkDatabase,
  folder: string,
  plan: CapacityPlan,
): Promise<Table> {
  const own = join(folder, 'replica');
  await copyCluster({ url: database.url, folder }, own);
  const replica = await startDatabase(own);
  try {
    return await byProcesses(database, folder, plan, replica);
  } finally {
    await replica.stop();
  }
}

async function byTenants(
  database: BenchmarkDatabase,
  folder: string,
  plan: CapacityPlan,
): Promise<Table> {
  await prepareScale(database);
  const rows: string[][] = [];
  const tenants: Headers[] = [];
  for (const organizations of [1_000, 10_000]) {
    await addNeighbours(database, organizations - tenants.length, tenants.length, TENANT_SIZE);
    tenants.push(...(await addKeys(database, folder)));
    await database.run('vacuum analyze');
    const trackway = await startTrackway(database, folder, { processes: TENANT_PROCESSES });
    for (const [name, body] of Object.entries(QUESTIONS)) {
      const asked = { processes: TENANT_PROCESSES, trackway, headers: {}, tenants };
      rows.push([name, String(organizations), ...(await ask(database, asked, body, plan))]);
    }
    await trackway.stop();
  }
  return {
    title: `${plan.connections} clients of as many organizations in turn, ${TENANT_SIZE} products and orders each, ${TENANT_PROCESSES} processes`,
    columns: ['question', 'organizations', ...FIGURES],
    rows: rows.sort(([a = ''], [b = '']) => a.localeCompare(b)),
    notes: [NOTE],
  };
}

const TENANT_SIZE = 10;
const TENANT_PROCESSES = 2;

/** Room on the disk per product, with the indexes and all that belongs to a product. */
async function sizes({ value }: BenchmarkDatabase): Promise<Table> {
  const products = Number(await value('select count(*) from products', []));
  const tables = ['products', 'search_documents', 'product_sectors', 'calculations', 'events'];
  const rows: string[][] = [];
  for (const table of tables) {
    const bytes = `select pg_total_relation_size('${table}')`;
    const all = `select coalesce(sum(pg_total_relation_size(inhrelid)), 0) from pg_inherits where inhparent = '${table}'::regclass`;
    const size = Number(await value(bytes, [])) + Number(await value(all, []));
    rows.push([table, (size / products).toFixed(0)]);
  }
  return {
    title: `Bytes per product on the disk, of ${products.toLocaleString('en')} products`,
    columns: ['table', 'bytes'],
    rows,
    notes: ['Names of a few words and no bill of materials; each bill adds its length.'],
  };
}

const WITHOUT_KEY = `from organizations where name like 'Neighbour %'
  and not exists (select from api_keys where organization_id = organizations.id)`;

/** A key for each organization without one, as the service stores it, and no limit. */
async function addKeys({ run, value }: BenchmarkDatabase, folder: string): Promise<Headers[]> {
  const secrets = await openSecrets(undefined, join(folder, 'trackway'), []);
  const pepper = secrets.keyFor('api-keys');
  const count = Number(await value(`select count(*) ${WITHOUT_KEY}`, []));
  const keys = Array.from({ length: count }, () => newSecret('LIVE'));
  await run('update organizations set requests_per_minute = 999999999');
  await run(
    `insert into api_keys (organization_id, environment, id, name, permissions, digest, last4, window_id)
     select owner.id, 'LIVE', given.id, 'benchmark', $1, given.digest, 'xxxx', given.id
     from (select id, row_number() over () as number ${WITHOUT_KEY}) owner
     join (select gen_random_uuid() as id, digest, number
       from unnest($2::bytea[]) with ordinality as digests (digest, number)) given using (number)`,
    [['PRODUCTS_READ', 'PRODUCTS_WRITE'], keys.map((key) => digestOf(key, pepper))],
  );
  return keys.map((key) => ({ 'x-api-key': key }));
}

async function ask(
  { pid: databasePid }: BenchmarkDatabase,
  { processes, trackway, headers, tenants, replica }: Asked,
  body: string,
  { seconds, connections }: CapacityPlan,
): Promise<string[]> {
  const load = {
    url: `${trackway.url}/graphql`,
    headers,
    body,
    connections,
    ...(tenants === undefined ? {} : { tenants }),
  };
  await drive({ ...load, seconds: WARM_UP_SECONDS_PER_PROCESS * processes });
  const cpuUs = () => [
    cpuUsOfTree(trackway.pid),
    cpuUsOfFamily(databasePid),
    ...(replica === undefined ? [] : [cpuUsOfFamily(replica.pid)]),
  ];
  const before = cpuUs();
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await drive({ ...load, seconds });
  const each = cpuUs().map((time, at) => (time - (before[at] ?? 0)) / requests);
  return [requestsPerSecond, p50Ms, p99Ms, ...each].map((figure, at) =>
    figure.toFixed(at === 1 || at === 2 ? 1 : 0),
  );
}
