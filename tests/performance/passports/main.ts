import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization } from '../../../server/src/domains/accounts/index.ts';
import { openDatabase } from '../../../server/src/platform/database/index.ts';
import { SecretBox } from '../../../server/src/platform/secret-box.ts';
import { openSecrets } from '../../../server/src/platform/secrets.ts';
import { PublicUrls } from '../../../server/src/rules/public-urls.ts';
import { publishWith } from '../../passports/publish.ts';
import { startServer } from '../../server-process.ts';
import { cpuUsOf } from '../cpu.ts';
import { startDatabase } from '../database.ts';
import { drive } from '../load.ts';
import { LOAD_CORE, pin, SERVER_CORE, startServer as startBareServer } from '../processes.ts';
import type { Table } from '../table.ts';
import type { Recorded } from './bare.ts';

type Options = { readonly rounds: number; readonly seconds: number; readonly connections: number };

const SECRET = 'a secret of the benchmark of passports';
const BARE_PORT = 4870;
const WARM_UP_SECONDS = 3;

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
    env: { DATABASE_URL: database.url, TRACKWAY_SECRET: SECRET, NODE_ENV: 'production' },
  });
  resources.defer(async () => {
    await trackway.stop();
  });
  const paths = await publishedPaths(database.url, trackway.url, folder);
  const recorded: Record<string, Recorded> = {};
  for (const { path, headers } of paths)
    recorded[path] = await record(trackway.url + path, headers);
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
  const { pid } = trackway.child;
  if (pid === undefined) throw new Error('Trackway has no process.');
  const servers = [
    { url: bareUrl, pid: bare.pid },
    { url: trackway.url, pid },
  ] as const;
  const rows = [];
  for (const each of paths) {
    const body = recorded[each.path]?.body ?? '';
    const bytes = Buffer.from(body, 'base64').length;
    rows.push(await compared(each, bytes, servers, options));
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
      ],
    },
  ];
}

type Path = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

async function publishedPaths(
  databaseUrl: string,
  url: string,
  folder: string,
): Promise<readonly Path[]> {
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 1 });
  try {
    const { id: organizationId } = await createOrganization(db, 'Bench', 'ENTERPRISE');
    const secrets = await openSecrets(SECRET, folder);
    const trust = {
      box: new SecretBox(secrets.keyFor('signing-keys')),
      urls: new PublicUrls(() => url, new Map()),
    };
    const scope = { organizationId, environment: 'LIVE' } as const;
    const { id, gtin } = await publishWith({ db, trust }, { scope });
    const html = { accept: 'text/html', 'accept-language': 'de', 'accept-encoding': 'br' };
    return [
      { name: 'page, brotli', path: `/dpp/${id}`, headers: html },
      { name: 'JSON (EN 18223)', path: `/dpp/${id}.json`, headers: { accept: '*/*' } },
      { name: 'credential (vc+jwt)', path: `/dpp/${id}.jwt`, headers: { accept: '*/*' } },
      { name: 'resolver, 307', path: `/01/${gtin}`, headers: { accept: '*/*' } },
    ];
  } finally {
    await db.destroy();
  }
}

/** An answer as it goes over the wire: nothing is decompressed or followed. */
function record(url: string, headers: Path['headers']): Promise<Recorded> {
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
  { name, path, headers }: Path,
  bytes: number,
  servers: readonly [Server, Server],
  { rounds, seconds, connections }: Options,
): Promise<(string | number)[]> {
  const rates = servers.map((): number[] => []);
  const cpuUs = servers.map((): number[] => []);
  const load = async ({ url, pid }: Server, time: number) => {
    const before = cpuUsOf(pid);
    const done = await drive({ url: url + path, headers, body: '', connections, seconds: time });
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
