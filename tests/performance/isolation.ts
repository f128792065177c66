import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, startServer } from '../server-process.ts';
import { drive } from './load.ts';
import type { Table } from './table.ts';
import { isUnmeasured, type Outcome } from './worst/measure.ts';
import type { Wanted as WantedRequests } from './worst/requests.ts';
import { measureWorstRequests } from './worst/run.ts';

/** Latency that one organization sees while another one has heavy work done. */

const HEAVY_RUNS = 16;
const COMPONENTS = 20;

type Client = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** Name in the place of an operation for the first table alone. */
const HEAVY = 'heavy';

/** All operations by default: 610 requests, each for so many seconds at least. */
export async function isolationBenchmarks(
  seconds: number,
  operations: readonly string[],
): Promise<Table[]> {
  if (operations.includes(HEAVY)) return heavyCalculations(seconds);
  if (operations.length > 0) return [await worstRequestsOf(seconds, { operations })];
  return [...(await heavyCalculations(seconds)), await worstRequestsOf(seconds, {})];
}

/** Most objects of a type that the large organization has. */
const COPIES = 100;

/** The largest legal requests of operations, worst first. */
async function worstRequestsOf(seconds: number, wanted: WantedRequests): Promise<Table> {
  const outcomes = await measureWorstRequests({
    ...wanted,
    copies: COPIES,
    seconds,
    // A long run that is stopped has shown what it measured.
    onMeasured: (outcome, done, all) =>
      process.stderr.write(`${done} of ${all}: ${rowOf(outcome).join(', ')}\n`),
  });
  reportUnmeasured(outcomes);
  const worst = outcomes.toSorted((a, b) => b.p99Ms - a.p99Ms);
  return {
    title:
      'What another organization and /healthz see while a key sends the largest legal requests',
    columns: [
      'operation',
      'key',
      'way',
      'p50 ms',
      'p99 ms',
      'most ms',
      'longest turn, CPU ms',
      'longest wait for a core, ms',
      'resident MB',
      'answer ms',
      'kB',
      'cost',
      'CPU ms',
      'CPU ms for 100 of cost',
      'errors',
      'refused',
    ],
    rows: worst.map(rowOf),
    notes: [
      'Two attackers at a time; all cores are shared by server, database and load.',
      'The longest turn of the event loop is in CPU time of its thread, garbage collection included.',
      'CPU time is that of service and database for one request, with about 0.2 ms of the probes meanwhile.',
      'Resident memory is the highest so far, in the order of the run.',
    ],
  };
}

/** Fails the run for operations that it did not measure, because their requests were refused. */
function reportUnmeasured(outcomes: readonly Outcome[]): void {
  for (const { request, refusals } of outcomes.filter(isUnmeasured)) {
    process.exitCode = 1;
    const [first] = refusals;
    process.stderr.write(
      `${request.operation}, ${request.shape}: ${refusals.length} refused: ${first}\n`,
    );
  }
}

function rowOf({
  request,
  codes,
  refusals,
  ...seen
}: Awaited<ReturnType<typeof measureWorstRequests>>[number]) {
  return [
    request.operation,
    request.tier,
    request.shape,
    ...[
      seen.p50Ms,
      seen.p99Ms,
      seen.mostMs,
      seen.longestMs,
      seen.longestWaitMs,
      seen.residentMb,
      seen.requestMs,
      seen.bytes / 1_000,
    ].map((value) => value.toFixed(1)),
    String(seen.cost),
    seen.cpuMs.toFixed(1),
    seen.cost === 0 ? '' : ((100 * seen.cpuMs) / seen.cost).toFixed(2),
    codes.join(' '),
    `${refusals.length} of ${seen.requests}`,
  ];
}

async function heavyCalculations(seconds: number): Promise<Table[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-isolation-'));
  const { url, stop } = await startServer({ dataFolder });
  try {
    const heavy = await newClient(url, dataFolder, 'Heavy');
    const other = await newClient(url, dataFolder, 'Other');
    const heavyBody = await heavyRun(heavy);
    const update = await updateOf(other);
    const me = JSON.stringify({ query: '{ me { id name tier organization { id name } } }' });
    const rows: string[][] = [];
    const measure = async (name: string, body: string) => {
      const alone = await drive({ ...other, body, connections: 1, seconds });
      const runs = drive({
        ...heavy,
        body: heavyBody,
        connections: HEAVY_RUNS,
        seconds: seconds + 2,
      }).then(
        ({ requests }) => String(requests),
        // One thread of two serves a tenant: the last of the runs may wait for more than 15 s.
        () => 'until a TIMEOUT',
      );
      const beside = await drive({ ...other, body, connections: 1, seconds });
      rows.push([
        name,
        ...[alone.p50Ms, alone.p99Ms, beside.p50Ms, beside.p99Ms].map((ms) => ms.toFixed(1)),
        await runs,
      ]);
    };
    await measure('me', me);
    await measure('updateProduct', update);
    return [
      {
        title: `Another organization runs ${HEAVY_RUNS} FULL calculations of ${COMPONENTS} components with 100,000 iterations at a time`,
        columns: ['request', 'alone p50 ms', 'p99 ms', 'meanwhile p50 ms', 'p99 ms', 'runs done'],
        rows,
        notes: [
          'One client, one request at a time; all cores are shared by server, database and load.',
        ],
      },
    ];
  } finally {
    await stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function newClient(url: string, dataFolder: string, name: string): Promise<Client> {
  const cli = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCli(words, { TRACKWAY_DATA: dataFolder });
    if (code !== 0) throw new Error(`trackway ${words.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  };
  const tier = ['--tier', 'ENTERPRISE'];
  await cli('organizations', 'create', '--name', name, ...tier);
  await cli('organizations', 'set', name, '--requests-per-minute', '999999999');
  const of = ['--organization', name, '--environment', 'live'];
  const key = await cli('keys', 'create', ...of, ...tier, '--name', 'benchmark');
  return { url: `${url}/graphql`, headers: { 'x-api-key': key } };
}

async function heavyRun(client: Client): Promise<string> {
  const components = Array.from({ length: COMPONENTS }, (_, at) => ({
    name: `Part ${at}`,
    material: 'cotton fibre',
    massKg: 0.01 + at / 1000,
    transportLegs: [{ method: 'ROAD', distanceKm: 100 + at }],
  }));
  const productId = await createProduct(client, components);
  return JSON.stringify({
    query:
      'mutation ($input: CalculateProductFootprintInput!) { calculateProductFootprint(input: $input) { calculation { co2eKg } } }',
    variables: { input: { productId, detail: 'FULL', monteCarlo: { iterations: 100_000 } } },
  });
}

async function updateOf(client: Client): Promise<string> {
  const id = await createProduct(client, []);
  return JSON.stringify({
    query:
      'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { version } } }',
    variables: { input: { id, components: [{ material: 'cotton fibre', massKg: 1 }] } },
  });
}

async function createProduct({ url, headers }: Client, components: readonly object[]) {
  const query =
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { name: 'Garment', components } } }),
  });
  const id = /"id":"(prod_\w+)"/.exec(await response.text())?.[1];
  if (id === undefined) throw new Error('The product was not created.');
  return id;
}
