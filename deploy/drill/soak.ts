import { readFile } from 'node:fs/promises';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { databaseUrlOf } from './balancer.ts';
import { drillFault } from './drill-fault.ts';
import { FAULTS, type Parts } from './faults.ts';
import { complaintsOf, type Outcome } from './verdict.ts';

/** Faults at random, one after the other; returns what is not as promised. */
export async function soak(
  parts: Parts,
  minutes: number,
  onOutcome: (outcome: Outcome) => void,
): Promise<string[]> {
  // A restart of services for another route would begin their memory anew.
  const faults = FAULTS.filter(({ route }) => route === undefined);
  const untilMs = performance.now() + minutes * 60_000;
  const complaints: string[] = [];
  const samples: Sample[] = [];
  for (let round = 0; performance.now() < untilMs; round += 1) {
    const fault = faults[Math.floor(Math.random() * faults.length)];
    if (fault === undefined) break;
    const outcome = await drillFault(fault, parts, `soak-${round}`);
    onOutcome(outcome);
    complaints.push(...complaintsOf(outcome).map((complaint) => `${fault.name}: ${complaint}`));
    samples.push(await sample(parts));
    process.stdout.write(`  ${describe(samples.at(-1))}\n`);
  }
  return [...complaints, ...growthOf(samples)];
}

type Sample = { readonly residentMb: readonly number[]; readonly connections: number };

/** The first rounds fill caches; after them the larger half may not grow by more than this. */
const MOST_GROWTH = 1.25;

async function sample({ services, cluster }: Parts): Promise<Sample> {
  const residentMb = await Promise.all(services.all.map(({ pid }) => residentMbOf(pid())));
  const url = databaseUrlOf(cluster, 'balancer');
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  try {
    const [row] = await query<{ count: number }>(
      db,
      `select count(*)::int as count from pg_stat_activity where datname = 'trackway'`,
    );
    return { residentMb, connections: row?.count ?? 0 };
  } finally {
    await db.destroy();
  }
}

/** Compares the last third of the samples with the middle third. */
function growthOf(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3);
  if (third === 0) return [];
  const averages = (value: (each: Sample) => number) =>
    [samples.slice(third, 2 * third), samples.slice(-third)].map(
      (some) => some.reduce((sum, each) => sum + value(each), 0) / some.length,
    );
  const measures = {
    memory: averages(({ residentMb }) => Math.max(...residentMb)),
    connections: averages(({ connections }) => connections),
  };
  return Object.entries(measures).flatMap(([name, [middle = 0, last = 0]]) =>
    last > middle * MOST_GROWTH
      ? [`${name} grew from ${middle.toFixed(0)} to ${last.toFixed(0)}`]
      : [],
  );
}

function describe(each: Sample | undefined): string {
  const mb = each?.residentMb.map((value) => value.toFixed(0)).join(', ');
  return `memory of the services ${mb} MB, ${each?.connections} connections`;
}

async function residentMbOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}
