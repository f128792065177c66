import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSameAnswers } from './answers.ts';
import { installPeers, startPeers } from './contenders.ts';
import { startDatabase } from './database.ts';
import { fill } from './dataset.ts';
import { LOAD_CORE, pin } from './processes.ts';
import { alternate, type Result } from './rounds.ts';
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
    const database = await startDatabase(folder, FIRST_PORT);
    stops.unshift(database.stop);
    await fill(database);
    const peers = await startPeers(database.url, FIRST_PORT + 1, folder);
    stops.unshift(...peers.map((peer) => peer.stop));
    await checkSameAnswers(peers);
    pin(process.pid, LOAD_CORE);
    const plan = { ...options, databasePid: database.pid };
    return [pageTable(await alternate(peers, plan))];
  } finally {
    for (const stop of stops) await stop();
  }
}

function pageTable(results: readonly Result[]): Table {
  return {
    title: 'products(first: 50) with pageInfo and totalCount, of 200,000',
    columns: [
      'server',
      'req/s',
      '×',
      'p50 ms',
      'p99 ms',
      'app CPU µs',
      '×',
      'database CPU µs',
      '×',
    ],
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
    notes: ['×: ratio to the limit in the same round. CPU per request. Medians over the rounds.'],
  };
}
