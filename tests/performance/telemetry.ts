import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '../../server/src/platform/testing.ts';
import { startDatabase } from './database.ts';
import { LOAD_CORE, pin } from './processes.ts';
import { tableOf } from './read.ts';
import { ME_REQUEST, pageRequest } from './requests.ts';
import { alternate, type Plan } from './rounds.ts';
import type { Table } from './table.ts';
import { startTrackway } from './trackway.ts';

const PRODUCTS = 10_000;
const QUESTIONS = { 'page of 50 products': pageRequest(), me: ME_REQUEST };

/** The price of OpenTelemetry: a process without it, and processes that trace one and every request. */
export async function telemetryBenchmarks(plan: Omit<Plan, 'databasePid'>): Promise<Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-telemetry-'));
  await using endings = new AsyncDisposableStack();
  endings.defer(() => rm(folder, { recursive: true }));
  const database = await startDatabase(folder);
  endings.defer(database.stop);
  const collector = await startCollector();
  endings.defer(collector.stop);
  const start = async (name: string, env: Readonly<Record<string, string>>) => {
    const trackway = await startTrackway(database, folder, { env });
    endings.defer(trackway.stop);
    return { name, url: `${trackway.url}/graphql`, trackway };
  };
  const off = await start('off', {});
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const services = [
    off,
    await start('1 % of requests', { ...on, OTEL_TRACES_SAMPLER_ARG: '0.01' }),
    await start('every request', on),
  ];
  const { headers } = (await off.trackway.addCustomer('Measured', PRODUCTS)).server;
  await database.run('vacuum analyze');
  pin(process.pid, LOAD_CORE);
  const tables: Table[] = [];
  for (const [title, body] of Object.entries(QUESTIONS)) {
    const contenders = services.map(({ name, url, trackway: { pid } }) => ({
      name,
      server: { url, pid, headers },
      body,
    }));
    const results = await alternate(contenders, { ...plan, databasePid: database.pid });
    tables.push(tableOf(`${title}, with OpenTelemetry`, results));
  }
  return tables;
}

/** Takes what it is sent. */
async function startCollector(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  return {
    url: `http://127.0.0.1:${await portOf(server)}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
