import { type Db, query } from '../../server/src/platform/database/index.ts';
import type { Job, Progress } from './jobs.ts';
import type { LoadReport } from './load.ts';

export type Outcome = {
  readonly fault: string;
  readonly load: LoadReport;
  readonly lost: number;
  readonly doubled: number;
  readonly jobs: readonly { readonly job: Job; readonly progress: Progress }[];
  /** Everything else that went wrong, a sentence each. */
  readonly problems: readonly string[];
};

const GAP_LIMIT_MS = 15_000;
const HEADINGS = [
  ['fault', 18],
  ['written', 8],
  ['gap s', 7],
  ['slowest s', 10],
  ['lost', 5],
  ['doubled', 8],
  ['failed twice', 13],
  ['import', 14],
  ['catalogue', 13],
  ['', 0],
] as const;

export function heading(): string {
  return HEADINGS.map(([text, width]) => text.padEnd(width)).join(' ');
}

export function line(outcome: Outcome): string {
  const { fault, load, lost, doubled, jobs, problems } = outcome;
  const jobOf = (name: Job['name']) => {
    const found = jobs.find(({ job }) => job.name === name);
    return found === undefined ? '' : `${found.progress.done}/${found.job.total}`;
  };
  const cells = [
    fault,
    load.acknowledged.length,
    (load.gapMs / 1_000).toFixed(1),
    (load.slowestMs / 1_000).toFixed(1),
    lost,
    doubled,
    load.failedTwice,
    jobOf('import'),
    jobOf('catalogue'),
    complaintsOf(outcome).length === 0 ? 'ok' : 'FAILS',
  ];
  const codes = Object.entries(load.failures).map(([code, count]) => `${code} ${count}`);
  return [
    HEADINGS.map(([, width], position) => String(cells[position] ?? '').padEnd(width)).join(' '),
    ...(codes.length === 0 ? [] : [`  retried: ${codes.join(', ')}`]),
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');
}

/** Reasons why an outcome is not as promised. */
export function complaintsOf({ load, lost, doubled, jobs, problems }: Outcome): string[] {
  const isIncomplete = jobs.some(
    ({ job, progress }) =>
      progress.state !== 'COMPLETED' || progress.done !== job.total || progress.failed > 0,
  );
  return [
    ...(lost > 0 ? ['acknowledged writes are lost'] : []),
    ...(doubled > 0 ? ['writes are there twice'] : []),
    ...(load.failedTwice > 0 ? ['requests failed after one retry'] : []),
    ...(load.gapMs > GAP_LIMIT_MS ? ['the gap is above 15 s'] : []),
    ...(isIncomplete ? ['a job is not complete'] : []),
    ...problems,
  ];
}

/** Compares what clients were acknowledged with what is in the database. */
export async function compare(
  db: Db,
  mark: string,
  acknowledged: readonly string[],
): Promise<{ readonly lost: number; readonly doubled: number }> {
  const rows = await query<{ name: string; count: number }>(
    db,
    'select name, count(*)::int as count from products where name like $1 group by name',
    [`${mark}.%`],
  );
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  return {
    lost: acknowledged.filter((name) => !counts.has(name)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  };
}
