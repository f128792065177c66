import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '../../server/src/platform/ids.ts';
import { runCli, startServer } from '../server-process.ts';
import { cpuUsOf, cpuUsOfFamily } from './cpu.ts';
import { type BenchmarkDatabase, startDatabase } from './database.ts';
import type { Table } from './table.ts';

const POLL_MS = 250;
/** `COPY` and the export take turns: V8 has compiled an export after the first. */
const EXPORTS = 5;

type Timing = { readonly seconds: number; readonly bytes: number };
/** With the CPU time of the service and of PostgreSQL. */
type Measured = Timing & { readonly serviceUs: number; readonly databaseUs: number };

type Shop = {
  readonly organizationId: string;
  readonly ask: (query: string) => Promise<Answer>;
  readonly key: string;
};

type Job = {
  readonly id: string;
  readonly state: string;
  readonly uploadUrl: string | null;
  readonly downloadUrl: string | null;
  readonly failedCount: number;
  readonly createdCount: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
};

type Answer = { readonly data: { readonly job: Job & { readonly job?: Job } } };

const JOB = 'id state uploadUrl downloadUrl failedCount createdCount startedAt finishedAt';

/**
 * Imports and exports a million products through the service, compared with PostgreSQL's own COPY
 * of the same columns into and out of the same table, with its indexes and triggers.
 */
export async function bulkBenchmarks(rows: number): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-bulk-'));
  // The database server reads and writes files of COPY here, as a user of its own.
  await chmod(folder, 0o777);
  await using endings = new AsyncDisposableStack();
  endings.defer(() => rm(folder, { recursive: true }));
  const database = await startDatabase(join(folder, 'database'));
  endings.defer(database.stop);
  const env = { DATABASE_URL: database.url, NODE_ENV: 'production' };
  const dataFolder = join(folder, 'trackway');
  await runCli(['migrate'], { ...env, TRACKWAY_DATA: dataFolder });
  // Started once before, so that the work of a first start is not measured.
  await (await startServer({ dataFolder, env })).stop();
  const server = await startServer({ dataFolder, env });
  endings.defer(async () => void (await server.stop()));
  const shop = await openShop(database, server.url, { ...env, TRACKWAY_DATA: dataFolder });

  const products = join(folder, 'products.jsonl');
  await pipeline(Readable.from(jsonLines(rows)), createWriteStream(products));
  const servicePid = server.child.pid ?? 0;
  const measure = async <Done extends Timing>(work: () => Promise<Done>) => {
    const before = [cpuUsOf(servicePid), cpuUsOfFamily(database.pid)] as const;
    const timing = await work();
    const [serviceUs, databaseUs] = [cpuUsOf(servicePid), cpuUsOfFamily(database.pid)];
    return { ...timing, serviceUs: serviceUs - before[0], databaseUs: databaseUs - before[1] };
  };
  const copied = await measure(() => copyIn(database, folder, rows));
  const atRest = peakMb(servicePid);
  const { id, ...upload } = await uploadFile(shop, products);
  const work = await measure(() => importFile(shop, id, { rows, bytes: upload.bytes }));
  // Else PostgreSQL does so during the exports.
  await database.run('vacuum analyze products');
  const copies: Measured[] = [];
  const exports: Measured[] = [];
  for (let round = 0; round < EXPORTS; round += 1) {
    copies.push(await measure(() => copyOut(database, folder, shop)));
    const { url, ...measured } = await measure(() => exportRows(shop));
    exports.push({ ...measured, bytes: await downloadedBytes(shop, url) });
  }
  const peak = peakMb(servicePid);
  const [copiedOut, exported] = [medianOf(copies), medianOf(exports)];
  return [table(rows, { copied, upload, work, copiedOut, exported }, { atRest, peak })];
}

/** The measurement whose CPU time is in the middle. */
function medianOf(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => cpuOf(a) - cpuOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

function cpuOf({ serviceUs, databaseUs }: Measured): number {
  return serviceUs + databaseUs;
}

function table(
  rows: number,
  timings: Readonly<Record<'copied' | 'work' | 'copiedOut' | 'exported', Measured>> & {
    readonly upload: Timing;
  },
  memory: { readonly atRest: number; readonly peak: number },
): Table {
  const line = (name: string, { seconds, bytes }: Timing) => [
    name,
    seconds.toFixed(1),
    Math.round(rows / seconds),
    (bytes / 1e6).toFixed(0),
  ];
  const cpu = (measured: Measured, beside?: Measured) => [
    (measured.serviceUs / rows).toFixed(1),
    (measured.databaseUs / rows).toFixed(1),
    beside === undefined ? '' : (cpuOf(measured) / cpuOf(beside)).toFixed(2),
    beside === undefined ? '' : (measured.seconds / beside.seconds).toFixed(2),
  ];
  const { copied, upload, work, copiedOut, exported } = timings;
  return {
    title: `Bulk: ${rows.toLocaleString('en')} products`,
    columns: ['', 'seconds', 'rows/s', 'MB', 'service µs', 'database µs', 'CPU × COPY', 's × COPY'],
    rows: [
      [...line('COPY products FROM file', copied), ...cpu(copied)],
      [...line('upload over HTTP', upload), '', '', '', ''],
      [...line('import of JSONL', work), ...cpu(work, copied)],
      [...line('COPY products TO file', copiedOut), ...cpu(copiedOut)],
      [...line('export as JSONL', exported), ...cpu(exported, copiedOut)],
    ],
    notes: [
      `Peak memory of the service (VmHWM): ${memory.peak} MB; before the import it was ${memory.atRest} MB.`,
      'COPY is one statement in one transaction, without checks, events, results or a way to go on',
      'after an interruption; the table is empty before it, and holds its rows before the import.',
      `COPY TO and the export: the one in the middle of ${EXPORTS} by CPU time, in turn. µs are CPU time a row.`,
    ],
  };
}

async function openShop(
  database: BenchmarkDatabase,
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<Shop> {
  await runCli(['organizations', 'create', '--name', 'Bulk', '--tier', 'ENTERPRISE'], env);
  const words = ['keys', 'create', '--organization', 'Bulk', '--environment', 'live'];
  const { stdout } = await runCli([...words, '--name', 'bulk'], env);
  const key = stdout.trim();
  const organizationId = await database.value('select id from organizations where name = $1', [
    'Bulk',
  ]);
  const ask = async (query: string): Promise<Answer> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return JSON.parse(await response.text());
  };
  return { organizationId, ask, key };
}

async function uploadFile(
  { ask, key }: Shop,
  path: string,
): Promise<Timing & { readonly id: string }> {
  const { size } = await stat(path);
  const { data } = await ask(
    `mutation { job: bulkImport(input: { type: PRODUCTS }) { job { ${JOB} } } }`,
  );
  const startedAt = performance.now();
  const response = await fetch(data.job.job?.uploadUrl ?? '', {
    method: 'PUT',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/jsonl' },
    body: Readable.toWeb(createReadStream(path)),
    duplex: 'half',
  });
  if (response.status !== 200) throw new Error(await response.text());
  const seconds = (performance.now() - startedAt) / 1000;
  return { id: data.job.job?.id ?? '', seconds, bytes: size };
}

async function importFile(
  { ask }: Shop,
  id: string,
  { rows, bytes }: { readonly rows: number; readonly bytes: number },
): Promise<Timing> {
  const job = await ended(ask, id);
  if (job.createdCount !== rows) throw new Error(`The import failed: ${JSON.stringify(job)}`);
  return { seconds: secondsOf(job), bytes };
}

/** The work of the job alone, without the download of its file. */
async function exportRows({ ask }: Shop): Promise<Timing & { readonly url: string }> {
  const { data } = await ask(
    `mutation { job: bulkExport(input: { type: PRODUCTS }) { job { ${JOB} } } }`,
  );
  const job = await ended(ask, data.job.job?.id ?? '');
  return { seconds: secondsOf(job), bytes: 0, url: job.downloadUrl ?? '' };
}

async function downloadedBytes({ key }: Shop, url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'X-API-Key': key } });
  return (await response.arrayBuffer()).byteLength;
}

async function ended(ask: Shop['ask'], id: string): Promise<Job> {
  for (;;) {
    const { data } = await ask(`{ job: bulkJob(id: "${id}") { ${JOB} } }`);
    if (data.job.finishedAt !== null) return data.job;
    await sleep(POLL_MS);
  }
}

function secondsOf({ startedAt, finishedAt }: Job): number {
  return (Date.parse(finishedAt ?? '') - Date.parse(startedAt)) / 1000;
}

const COLUMNS = [
  'organization_id, environment, id, external_id, name, description, sku, status, sector_tags, tags',
  'image_urls, declared_amount, declared_unit, net_mass_kg, price_minor, price_currency, bill',
].join(', ');

/** The same products as the file of the import, for an organization of their own. */
async function copyIn(database: BenchmarkDatabase, folder: string, rows: number): Promise<Timing> {
  const path = join(folder, 'products.tsv');
  await pipeline(Readable.from(tsvLines(rows, newUuid())), createWriteStream(path));
  await chmod(path, 0o644);
  const startedAt = performance.now();
  await database.run(`copy products (${COLUMNS}) from '${path}'`);
  return { seconds: (performance.now() - startedAt) / 1000, bytes: (await stat(path)).size };
}

async function copyOut(
  database: BenchmarkDatabase,
  folder: string,
  { organizationId }: Shop,
): Promise<Timing> {
  const path = join(folder, 'copied.tsv');
  const startedAt = performance.now();
  await database.run(
    `copy (select ${COLUMNS} from products where organization_id = '${organizationId}'
      and environment = 'LIVE' order by id) to '${path}'`,
  );
  return { seconds: (performance.now() - startedAt) / 1000, bytes: (await stat(path)).size };
}

const DESCRIPTION = 'A product of the benchmark, with a text of usual length for what it is.';
const COMPONENTS = [
  { material: 'cotton fibre', massKg: 0.15 },
  { material: 'elastane', massKg: 0.01 },
];

function* jsonLines(rows: number): Generator<string> {
  for (let at = 0; at < rows; at += 1) {
    const product = {
      externalId: `p-${at}`,
      name: `Product number ${at} of the catalogue`,
      description: DESCRIPTION,
      sku: `SKU-${at}`,
      status: 'ACTIVE',
      sectorTags: ['APPAREL'],
      netMassKg: 0.15 + (at % 100) / 1000,
      price: { amount: ((at % 1000) / 10).toFixed(2), currencyCode: 'EUR' },
      components: COMPONENTS,
    };
    yield `${JSON.stringify(product)}\n`;
  }
}

function* tsvLines(rows: number, organizationId: string): Generator<string> {
  const bill = JSON.stringify({
    components: COMPONENTS,
    packaging: [],
    processSteps: [],
    transportLegs: [],
    useProfile: null,
    endOfLife: null,
    lifetime: null,
  });
  for (let at = 0; at < rows; at += 1) {
    const cells = [
      ...[organizationId, 'LIVE', newUuid(), `p-${at}`, `Product number ${at} of the catalogue`],
      ...[DESCRIPTION, `SKU-${at}`, 'ACTIVE', '{APPAREL}', '{}', '{}', 1, 'PIECE'],
      ...[0.15 + (at % 100) / 1000, (at % 1000) * 10, 'EUR', bill],
    ];
    yield `${cells.join('\t')}\n`;
  }
}

/** The most memory that a process has held so far, in MB. */
function peakMb(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
