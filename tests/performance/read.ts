import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { checkSameAnswers } from './answers.ts';
import { startDatabase } from './database.ts';
import { fillProducts, LARGE_SIZE, prepareForPeers } from './dataset.ts';
import { installPeers, startPeers } from './peer-servers.ts';
import { LOAD_CORE, pin } from './processes.ts';
import { ME_REQUEST, pageRequest, postgraphilePageRequest } from './requests.ts';
import { alternate, type Contender, type Result } from './rounds.ts';
import type { Table } from './table.ts';

const FIRST_PORT = 24_000;

export type ReadOptions = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
};

/** The read path over HTTP: one page of 50 out of 200,000 products, beside the peers. */
export async function readBenchmarks(options: ReadOptions): Promise<Table[]> {
  installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'trackway-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true })];
  try {
    const database = await startDatabase(folder);
    stops.unshift(database.stop);
    await migrate(database.url);
    const tenant = {
      organizationId: '018f0000-0000-7000-8000-000000000001',
      environment: 'LIVE',
    } as const;
    await fillProducts(database, tenant, LARGE_SIZE);
    await prepareForPeers(database);
    const { limit, mercurius, yoga, apollo, postgraphile } = await startPeers({
      databaseUrl: database.url,
      tenant,
      firstPort: FIRST_PORT,
      logFolder: folder,
    });
    stops.unshift(...[limit, mercurius, yoga, apollo, postgraphile].map(({ stop }) => stop));
    pin(process.pid, LOAD_CORE);
    const plan = { ...options, databasePid: database.pid };

    const pages: Contender[] = [
      { name: 'by hand (the limit)', server: limit, body: pageRequest() },
      { name: 'Mercurius + jit', server: mercurius, body: pageRequest() },
      { name: 'Yoga + Pothos', server: yoga, body: pageRequest() },
      { name: 'Apollo Server 5', server: apollo, body: pageRequest() },
      {
        name: 'PostGraphile 5',
        server: postgraphile,
        body: postgraphilePageRequest(tenant, 'counter'),
      },
      {
        name: 'PostGraphile 5, count(*)',
        server: postgraphile,
        body: postgraphilePageRequest(tenant, 'count(*)'),
      },
    ];
    await checkSameAnswers(pages);
    const mes: Contender[] = [
      {
        name: 'by hand (the limit)',
        server: { ...limit, url: limit.url.replace('/graphql', '/me') },
        body: ME_REQUEST,
      },
      { name: 'Mercurius + jit', server: mercurius, body: ME_REQUEST },
      { name: 'Yoga + Pothos', server: yoga, body: ME_REQUEST },
      { name: 'Apollo Server 5', server: apollo, body: ME_REQUEST },
    ];
    await checkSameAnswers(mes);
    return [
      tableOf(
        'products(first: 50) with pageInfo and totalCount, of 200,000',
        await alternate(pages, plan),
      ),
      tableOf('me', await alternate(mes, plan)),
    ];
  } finally {
    for (const stop of stops) await stop();
  }
}

const COLUMNS = ['req/s', '×', 'p50 ms', 'p99 ms', 'app CPU µs', '×', 'database CPU µs', '×'];

function tableOf(title: string, results: readonly Result[]): Table {
  return {
    title,
    columns: ['server', ...COLUMNS],
    rows: results.map(({ name, measured, ratio }) => [
      name,
      measured.requestsPerSecond.toFixed(0),
      ratio.requestsPerSecond.toFixed(2),
      measured.p50Ms.toFixed(2),
      measured.p99Ms.toFixed(2),
      measured.appCpuUs.toFixed(0),
      ratio.appCpuUs.toFixed(2),
      measured.databaseCpuUs.toFixed(0),
      ratio.databaseCpuUs.toFixed(2),
    ]),
    notes: [
      `× is the ratio to ${results[0]?.name} in the same round; CPU is per request; medians over the rounds.`,
    ],
  };
}
