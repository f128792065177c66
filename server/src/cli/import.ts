import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import {
  BULK_FORMATS,
  type BulkFormat,
  type BulkJob,
  bulkJobOf,
  createBulkJob,
  fileOf,
  IMPORT_TYPES,
  receiveFile,
} from '../domains/bulk/index.ts';
import { bulkJobHandlers } from '../jobs.ts';
import { encodeId } from '../platform/ids.ts';
import { findJobs, runJob, takeJob } from '../platform/jobs/index.ts';
import { createLog } from '../platform/log.ts';
import { ENVIRONMENTS, type Scope } from '../platform/scope.ts';
import {
  type Command,
  type Given,
  oneOf,
  type Result,
  requiredOneOf,
  textOf,
  UsageError,
} from './command.ts';
import { organizationGiven, SCOPE_OPTIONS } from './organization-given.ts';
import { type Operator, withService } from './with-service.ts';

const SHOW_EVERY_MS = 1_000;
const FAILURES_SHOWN = 20;
/** Refused rows in the data of `--json`; `--result` writes all of them. */
const MAX_REFUSED_ROWS = 1_000;

/** In the order of their names: types are registered in the order in which their domains happen to be loaded. */
export const importCommands: Readonly<Record<string, Command>> = Object.fromEntries(
  IMPORT_TYPES.map(({ name }) => name)
    .sort()
    .map((name) => [`import ${name.toLowerCase()}`, importCommand(name)]),
);

function importCommand(type: string): Command {
  return {
    summary: `Imports ${type.toLowerCase()} from a JSONL or CSV file, matched by externalId.`,
    positionals: ['file'],
    options: {
      ...SCOPE_OPTIONS,
      format: { type: 'string', meaning: 'jsonl or csv; by default from the file name.' },
      'dry-run': { type: 'boolean', meaning: 'Only check the rows.' },
      result: { type: 'string', meaning: 'File to write a JSON line per row to.' },
    },
    run: (given) => importFile(given, type),
  };
}

async function importFile(given: Given, type: string): Promise<Result> {
  const file = given.positionals[0] ?? '';
  const environment = requiredOneOf(given, 'environment', ENVIRONMENTS);
  const format = oneOf(given, 'format', BULK_FORMATS) ?? formatOf(file);
  const bytes = await stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
  if (bytes === undefined) throw new UsageError(`There is no file ${file}.`);
  if (bytes === 0) throw new UsageError(`The file ${file} is empty.`);

  return withService(async (operator) => {
    const { db, files } = operator;
    const { id } = await organizationGiven(db, given);
    const scope: Scope = { organizationId: id, environment };
    const isDryRun = given.values['dry-run'] === true;
    // The operator's own files have no limit of rows, and the ceilings of the highest tier.
    const tier = 'ENTERPRISE';
    const task = { direction: 'IMPORT', type, format, isDryRun, tier } as const;
    const asked = await db.transaction().execute((tx) => createBulkJob({ db: tx, scope }, task));
    const context = { db, files, tier, declaredBytes: bytes } as const;
    const job = await receiveFile(context, asked, createReadStream(file), (tx) =>
      takeJob(tx, asked),
    );
    await run(operator, job);
    const ended = await reread(operator, job);
    const result = textOf(given, 'result');
    if (result !== undefined) {
      await pipeline(files.read(fileOf(ended, 'result')), createWriteStream(result));
    }
    return reportOf(ended, await refusedRows(operator, ended));
  });
}

function formatOf(file: string): BulkFormat {
  if (/\.csv$/i.test(file)) return 'CSV';
  if (/\.(jsonl|ndjson|json)$/i.test(file)) return 'JSONL';
  throw new UsageError(`--format must be given for ${file}: jsonl or csv.`);
}

/** Runs the job in this process. If it is interrupted, the service continues it. */
async function run(operator: Operator, job: BulkJob): Promise<void> {
  const { db, files } = operator;
  const handler = bulkJobHandlers(files).get(job.kind);
  if (handler === undefined) throw new Error(`Nobody runs ${job.kind}.`);
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const timer = setInterval(() => {
    reread(operator, job).then(showProgress, () => {});
  }, SHOW_EVERY_MS);
  try {
    await runJob({ db, job, handler, stopping: interrupt.signal, log: createLog('error') });
  } finally {
    clearInterval(timer);
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    if (process.stderr.isTTY) process.stderr.write('\n');
  }
}

async function reread({ db }: Operator, { scope, id }: BulkJob): Promise<BulkJob> {
  const [job] = await findJobs({ db, scope }, [id]);
  const found = job && bulkJobOf(job);
  if (found === undefined) throw new Error(`The job ${encodeId('job', id)} is gone.`);
  return found;
}

/** To the error stream, which a pipe does not carry away. */
function showProgress({ doneCount, totalCount, failedCount }: BulkJob): void {
  const counts = `${doneCount.toLocaleString('en')} of ${(totalCount ?? 0).toLocaleString('en')} rows, ${failedCount} failed`;
  process.stderr.write(process.stderr.isTTY ? `\r${counts} …` : `${counts}\n`);
}

type RefusedRow = {
  readonly line: number;
  readonly status: string;
  readonly problems?: readonly { readonly path: readonly string[]; readonly message: string }[];
};

/** The first rows that were refused, as the result file has them. */
async function refusedRows({ files }: Operator, job: BulkJob): Promise<RefusedRow[]> {
  if (job.failedCount === 0) return [];
  const refused: RefusedRow[] = [];
  const lines = createInterface({ input: files.read(fileOf(job, 'result')) });
  for await (const text of lines) {
    const row: RefusedRow = JSON.parse(text);
    if (row.status !== 'FAILED') continue;
    refused.push(row);
    if (refused.length === MAX_REFUSED_ROWS) break;
  }
  return refused;
}

function reasonOf({ line, problems = [] }: RefusedRow): string {
  const reasons = problems.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  );
  return `line ${line}: ${reasons.join(' ')}`;
}

function reportOf(job: BulkJob, refused: readonly RefusedRow[]): Result {
  const { state, totalCount, doneCount, failedCount, created, updated, error } = job;
  const unchanged = doneCount - failedCount - created - updated;
  const verb = job.isDryRun ? 'would be ' : '';
  const counts = `${verb}created ${created}, updated ${updated}, unchanged ${unchanged}, failed ${failedCount}`;
  const failures = refused.slice(0, FAILURES_SHOWN).map(reasonOf);
  const more = failedCount - failures.length;
  return {
    text: [
      `${state}: ${counts} of ${totalCount ?? doneCount} rows.`,
      ...(error === null ? [] : [error]),
      ...failures,
      ...(more > 0 ? [`… and ${more} more; --result <file> has them all.`] : []),
    ].join('\n'),
    data: {
      id: encodeId('job', job.id),
      state,
      dryRun: job.isDryRun,
      totalCount,
      doneCount,
      createdCount: created,
      updatedCount: updated,
      unchangedCount: unchanged,
      failedCount,
      error,
      refusedRows: refused,
    },
    isFailure: state !== 'COMPLETED' || failedCount > 0,
  };
}
