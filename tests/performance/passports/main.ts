import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../server-process.ts';
import { cpuUsOf } from '../cpu.ts';
import { startDatabase } from '../database.ts';
import { drive } from '../load.ts';
import { LOAD_CORE, pin, SERVER_CORE, startServer as startBareServer } from '../processes.ts';
import type { Table } from '../table.ts';
import type { Recorded } from './bare.ts';
import { type Prepared, preparePassports } from './prepare.ts';

type Options = {
  /** Published items in the database. */
  readonly passports: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
};

const SECRET = 'a secret of the benchmark of passports';
const BARE_PORT = 4870;
const WARM_UP_SECONDS = 3;
const READS_OF_CLIENT = 100;

/** The public page and the resolver, compared with a bare node:http server that sends the same bytes. */
export async function passportBenchmarks(options: Options): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-bench-passports-'));
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  pin(process.pid, LOAD_CORE);
  const database = await startDatabase(folder);
  resources.defer(database.stop);
  const trackway = await startServer({
    prefix: ['taskset', '--cpu-list', String(SERVER_CORE)],
    dataFolder: join(folder, 'trackway'),
    env: {
      DATABASE_URL: database.url,
      TRACKWAY_SECRET: SECRET,
      NODE_ENV: 'production',
      TRACKWAY_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  resources.defer(async () => {
    await trackway.stop();
  });
  const prepared = await preparePassports(database, {
    ...{ folder, secret: SECRET, url: trackway.url, count: options.passports },
  });
  const { pid } = trackway.child;
  if (pid === undefined) throw new Error('Trackway has no process.');
  const answers = answersOf(prepared);
  const recorded: Record<string, Recorded> = {};
  const firstReads = [];
  for (const answer of answers)
    firstReads.push(await recordAll(trackway.url, pid, answer, recorded));
  const file = join(folder, 'recorded.json');
  await writeFile(file, JSON.stringify(recorded));
  const bareUrl = `http://127.0.0.1:${BARE_PORT}`;
  const program = join(import.meta.dirname, 'bare.ts');
  const bare = await startBareServer({
    command: [process.execPath, program, file, String(BARE_PORT)],
    env: {},
    logFile: join(folder, 'bare.log'),
    url: bareUrl,
  });
  resources.defer(bare.stop);
  const servers = [
    { url: bareUrl, pid: bare.pid },
    { url: trackway.url, pid },
  ] as const;
  const rows = [];
  for (const each of answers) {
    const sizes = each.paths.map((path) => sizeOf(recorded[path]));
    rows.push(await compared(each, Math.round(mean(sizes)), servers, options));
  }
  return [
    {
      title: 'Public paths of passports',
      columns: [
        'answer',
        'bytes',
        'bare node:http, requests/s',
        'Trackway',
        'ratio',
        'bare, CPU µs',
        'Trackway, CPU µs',
        'ratio of CPU',
      ],
      rows,
      notes: [
        `Medians of ${options.rounds} rounds in alternation, ${options.connections} connections, one core each for server and load.`,
        'Bound of the design: at least half of the requests per second of the bare server.',
        'CPU per request is the steadier figure on a machine that others use.',
        'All answers but the first of an address come from the cache of the process, which a change empties.',
        prepared.note,
      ],
    },
    {
      title: 'First read of an address, which is in no cache',
      columns: ['answer', 'addresses', 'ms', 'CPU µs'],
      rows: firstReads,
      notes: [
        'One request after the other; includes the read of the database and the compression.',
      ],
    },
  ];
}

type Answer = {
  readonly name: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

const PAGE = { accept: 'text/html', 'accept-language': 'de', 'accept-encoding': 'br' };
const ANY = { accept: '*/*' };

/** Each address is asked for in one form, so that the bare server knows its answer by the path. */
function answersOf({ model, gtin, items }: Prepared): readonly Answer[] {
  return [
    { name: 'page, brotli', paths: [`/dpp/${model}`], headers: PAGE },
    { name: 'JSON (EN 18223)', paths: [`/dpp/${model}.json`], headers: ANY },
    { name: 'credential (vc+jwt)', paths: [`/dpp/${model}.jwt`], headers: ANY },
    { name: 'resolver, 307', paths: [`/01/${gtin}`], headers: ANY },
    {
      name: `pages of ${items.length} items, brotli`,
      paths: items.map(({ id }) => `/dpp/${id}`),
      headers: PAGE,
    },
    {
      name: `resolver, ${items.length} items`,
      paths: items.map(({ serialNumber }) => `/01/${gtin}/21/${serialNumber}`),
      headers: ANY,
    },
  ];
}

/** Records the answers of addresses that nobody asked for before, and measures these first reads. */
async function recordAll(
  url: string,
  pid: number,
  { name, paths, headers }: Answer,
  recorded: Record<string, Recorded>,
): Promise<(string | number)[]> {
  const [start, cpuUs] = [performance.now(), cpuUsOf(pid)];
  for (const [at, path] of paths.entries()) {
    // As from many clients: the work for one address is limited.
    const client = `192.0.2.${Math.floor(at / READS_OF_CLIENT)}`;
    recorded[path] = await record(url + path, { ...headers, 'x-forwarded-for': client });
    const { status = 0 } = recorded[path];
    if (status !== 200 && status !== 307) throw new Error(`${path} answered ${status}.`);
  }
  const perRead = (total: number) => total / paths.length;
  return [
    name,
    paths.length,
    perRead(performance.now() - start).toFixed(2),
    Math.round(perRead(cpuUsOf(pid) - cpuUs)),
  ];
}

function sizeOf(answer: Recorded | undefined): number {
  return Buffer.from(answer?.body ?? '', 'base64').length;
}

/** An answer as it goes over the wire: nothing is decompressed or followed. */
function record(url: string, headers: Answer['headers']): Promise<Recorded> {
  const { promise, resolve, reject } = Promise.withResolvers<Recorded>();
  request(url, { headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const own = ['date', 'connection', 'keep-alive'];
      const pairs = Object.entries(answer.headers).filter(([name]) => !own.includes(name));
      resolve({
        status: answer.statusCode ?? 0,
        headers: pairs.flatMap(([name, value]) => [name, String(value)]),
        body: Buffer.concat(chunks).toString('base64'),
      });
    });
  })
    .on('error', reject)
    .end();
  return promise;
}

type Server = { readonly url: string; readonly pid: number };

async function compared(
  { name, paths, headers }: Answer,
  bytes: number,
  servers: readonly [Server, Server],
  { rounds, seconds, connections }: Options,
): Promise<(string | number)[]> {
  const rates = servers.map((): number[] => []);
  const cpuUs = servers.map((): number[] => []);
  const load = async ({ url, pid }: Server, time: number) => {
    const before = cpuUsOf(pid);
    const done = await drive({ url, paths, headers, body: '', connections, seconds: time });
    return { rate: done.requestsPerSecond, cpuUs: (cpuUsOf(pid) - before) / done.requests };
  };
  for (const server of servers) await load(server, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const at of order) {
      const measured = await load(servers[at], seconds);
      rates[at]?.push(measured.rate);
      cpuUs[at]?.push(measured.cpuUs);
    }
  }
  const [bareCpuUs = 0, ownCpuUs = 0] = cpuUs.map(median);
  const ratios = (rates[1] ?? []).map((each, at) => each / (rates[0]?.[at] ?? 1));
  const [bare, own] = rates.map((each) => Math.round(median(each)));
  const cpu = [Math.round(bareCpuUs), Math.round(ownCpuUs), (bareCpuUs / ownCpuUs).toFixed(2)];
  return [name, bytes, bare ?? 0, own ?? 0, median(ratios).toFixed(2), ...cpu];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
