import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { withDatabase } from '../../server/src/platform/database/index.ts';
import { endProcess, runCli, type ServerProcess, startServer } from '../server-process.ts';
import type { Table } from './table.ts';

const PRODUCTS = 100_000;
/** The service is killed when this share of the products is done. */
const KILL_AT = 0.4;

type Run = {
  readonly state: string;
  readonly catalogue: { readonly totalCount: number | null; readonly doneCount: number };
};

/**
 * A FULL catalogue of 100,000 products through the API: with progress, killed in the middle with
 * `kill -9`, and resumed by the next start without calculating anything twice.
 */
export async function catalogueBenchmarks(): Promise<Table[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-catalogue-'));
  const env = { TRACKWAY_DATA: dataFolder };
  let server = await startServer({ dataFolder });
  try {
    const of = ['--organization', 'Demo', '--environment', 'live'];
    const { stdout } = await runCli(['keys', 'create', ...of, '--name', 'benchmark'], env);
    const key = stdout.trim();
    await fill(dataFolder, PRODUCTS);

    const startedAt = performance.now();
    await ask(server, key, 'mutation { calculateCatalogue(input: {}) { calculation { id } } }');
    const before = await follow(server, key, (run) => shareOf(run) >= KILL_AT);
    const memoryBefore = peakMemoryMb(server);
    const firstMs = performance.now() - startedAt;
    await endProcess(server.child, 'SIGKILL');

    const restartedAt = performance.now();
    server = await startServer({ dataFolder });
    const after = await follow(server, key, () => true);
    const end = await follow(server, key, ({ state }) => state === 'COMPLETED');
    const secondMs = performance.now() - restartedAt;
    const written = await rowsWritten(dataFolder);
    const perProductMs = (firstMs + secondMs) / PRODUCTS;
    return [
      {
        title: `A FULL catalogue of ${PRODUCTS.toLocaleString('en')} products through the API, killed in the middle`,
        columns: ['', 'products done', 'seconds', 'peak memory MB'],
        rows: [
          ['until kill -9', before.catalogue.doneCount, (firstMs / 1000).toFixed(1), memoryBefore],
          ['found at restart', after.catalogue.doneCount, '', ''],
          [
            'to the end',
            end.catalogue.doneCount,
            (secondMs / 1000).toFixed(1),
            peakMemoryMb(server),
          ],
        ],
        notes: [
          `${perProductMs.toFixed(3)} ms a product, reading and writing included; ${written} result rows, one a product.`,
          'Three materials, packaging, a process step and four legs each; the restart is within the seconds of the last row.',
        ],
      },
    ];
  } finally {
    await endProcess(server.child, 'SIGTERM');
    await rm(dataFolder, { recursive: true, force: true });
  }
}

function shareOf({ catalogue }: Run): number {
  return catalogue.doneCount / (catalogue.totalCount ?? Number.POSITIVE_INFINITY);
}

async function follow(
  server: ServerProcess,
  key: string,
  isEnough: (run: Run) => boolean,
): Promise<Run> {
  const query =
    '{ calculations(filter: { kind: CATALOGUE }, first: 1) { edges { node { state catalogue { totalCount doneCount } } } } }';
  for (;;) {
    const answer: { data: { calculations: { edges: { node: Run }[] } } } = await ask(
      server,
      key,
      query,
    );
    const run = answer.data.calculations.edges[0]?.node;
    if (run === undefined) throw new Error('The catalogue is gone.');
    if (isEnough(run)) return run;
    if (run.state === 'FAILED') throw new Error('The catalogue failed.');
    process.stderr.write(`\r${run.state} ${run.catalogue.doneCount}   `);
    await sleep(500);
  }
}

export async function ask<Answer>(
  server: ServerProcess,
  key: string,
  query: string,
): Promise<Answer> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  const answer = JSON.parse(await response.text());
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return answer;
}

/** VmHWM of the service: the most memory it ever held. */
export function peakMemoryMb({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function rowsWritten(dataFolder: string): Promise<number> {
  return withDatabase({ dataFolder }, async (db) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from catalogue_results`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

/** Products of three materials, packaging, a process step and four legs each, in so many different masses. */
export async function fill(dataFolder: string, products: number, masses = 100): Promise<void> {
  await withDatabase({ dataFolder }, (db) =>
    sql`insert into products (organization_id, environment, id, name, status, sector_tags, tags, image_urls,
        declared_amount, declared_unit, net_mass_kg, bill)
      select organizations.id, 'LIVE',
        ('01a1f8b0-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Product ' || n, 'ACTIVE', '{APPAREL}', '{}', '{}',
        1, 'PIECE', 0.5, jsonb_build_object(
          'components', jsonb_build_array(
            jsonb_build_object('material', 'PET', 'massKg', 0.1 + (n % ${masses}::int) / 100.0, 'recycledShare', 0.2, 'originCountry', 'CN',
              'transportLegs', jsonb_build_array(jsonb_build_object('method', 'SEA', 'distanceKm', 18000))),
            jsonb_build_object('material', 'glass', 'massKg', 0.2, 'originCountry', 'IN'),
            jsonb_build_object('material', 'aluminium', 'massKg', 0.05, 'lossRate', 0.1)),
          'packaging', jsonb_build_array(jsonb_build_object('level', 'PRIMARY', 'material', 'cardboard', 'massKg', 0.05)),
          'processSteps', jsonb_build_array(jsonb_build_object('name', 'assembly', 'country', 'DE',
            'energy', jsonb_build_array(jsonb_build_object('source', 'GRID_ELECTRICITY', 'energyKwh', 0.5)))),
          'transportLegs', jsonb_build_array(jsonb_build_object('method', 'ROAD', 'distanceKm', 500)),
          'useProfile', null, 'endOfLife', null, 'lifetime', null)
      from organizations, generate_series(1, ${products}::int) n where organizations.name = 'Demo'`.execute(
      db,
    ),
  );
}
