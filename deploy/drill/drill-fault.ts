import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database/index.ts';
import { databaseUrlOf, SERVICE_URL } from './balancer.ts';
import type { Fault, Parts } from './faults.ts';
import { startCatalogue, startImport, untilEnded, untilUnderWay } from './jobs.ts';
import { startLoad } from './load.ts';
import { until } from './processes.ts';
import { areShared } from './services.ts';
import { compare, type Outcome } from './verdict.ts';

/** One fault while clients write and read, an import runs and a catalogue is calculated. */

const IMPORT_ROWS = 20_000;
const AFTER_MS = 3_000;
const WHOLE_SECONDS = 120;

export async function drillFault(fault: Fault, parts: Parts, mark: string): Promise<Outcome> {
  const { cluster, services } = parts;
  await services.reach(databaseUrlOf(cluster, fault.route ?? 'balancer'));
  const failuresBefore = services.failures.length;
  const live = { url: `${SERVICE_URL}/graphql`, key: services.keys.live };
  const sandbox = { url: `${SERVICE_URL}/sandbox/graphql`, key: services.keys.sandbox };
  let faultAtMs = Number.POSITIVE_INFINITY;
  const load = startLoad(live, `${mark}.write`, () => faultAtMs);
  const imported = await startImport(live, mark, rowsOf(`${mark}.import`));
  const jobs = [imported, await startCatalogue(sandbox, mark)];
  await untilUnderWay(jobs);
  const problems: string[] = [];
  const states = await Promise.all(jobs.map(({ progress }) => progress()));
  if (states.some(({ state }) => state === 'COMPLETED'))
    problems.push('a job ended before the fault began');

  faultAtMs = performance.now();
  await fault.cause(parts);
  await untilWhole(parts).catch((error) => problems.push(String(error)));
  await sleep(AFTER_MS);
  const ends = await untilEnded(jobs);
  const report = await load.stop();

  const db = await openDatabase({
    url: databaseUrlOf(cluster, 'balancer'),
    pipelines: 1,
    poolSize: 1,
  });
  try {
    const written = await compare(db, `${mark}.write`, report.acknowledged);
    const rows = await compare(
      db,
      `${mark}.import`,
      rowsOf(`${mark}.import`).map(({ name }) => name),
    );
    return {
      fault: fault.name,
      load: report,
      lost: written.lost + rows.lost,
      doubled: written.doubled + rows.doubled,
      jobs: jobs.map((job, position) => ({ job, progress: ends[position] ?? NOTHING })),
      problems: [...problems, ...services.failures.slice(failuresBefore)],
    };
  } finally {
    await db.destroy();
  }
}

const NOTHING = { state: 'UNKNOWN', done: 0, failed: 0 };

async function untilWhole({ cluster, redis, services }: Parts): Promise<void> {
  const seconds = WHOLE_SECONDS;
  await until(cluster.isWhole, { description: 'A whole cluster of PostgreSQL', seconds });
  await until(redis.isWhole, { description: 'A whole Redis', seconds });
  await until(() => areShared(services), { description: 'Limits that are shared again', seconds });
}

function rowsOf(mark: string) {
  return Array.from({ length: IMPORT_ROWS }, (_, number) => {
    const name = `${mark}.${number}`;
    return { externalId: name, name };
  });
}
