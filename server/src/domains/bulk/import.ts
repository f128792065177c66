import type { GraphQLInputType } from 'graphql';
import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import {
  discardPlans,
  inTransaction,
  isRetryable,
  sqlStateOf,
  type TenantTx,
} from '../../platform/database/index.ts';
import { DryRunState } from '../../platform/dry-run-state.ts';
import { type Files, type GrowingFile, sizeOf } from '../../platform/files/index.ts';
import { JobError, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import { heapBound } from '../../platform/process/heap-bound.ts';
import type { CsvForm } from '../../rules/bulk/bulk-type.ts';
import { failed, type Upserted } from '../../rules/bulk/upsert.ts';
import { delimiterOf, type FileRow, rowSplitter, rowsOf } from './file-rows.ts';
import { type BulkJob, bulkJobOf, fileOf } from './model.ts';
import { type Progress, progressOf } from './progress.ts';
import { type ReadRow, type RowForm, readRow } from './read-rows-graphql.ts';
import { resultText } from './result.ts';
import { bytesOnDisk, JobStorage } from './storage.ts';
import type { ImportType } from './types.ts';

/** Fewer cost the database more: its plans are made anew for each batch. More hold up the event loop and other writers of the tenant. */
const BATCH_ROWS = 500;
/** A batch is read while the one before it is written, of three imports at a time; as objects they take several times the memory. */
const BATCH_CHARACTERS = 1024 * 1024;

/** Of a header: each is compared with the others and with all that there are. */
const MOST_COLUMNS = 1_000;

/** First bytes of ZIP archives, and so of the workbooks of spreadsheets. */
const ZIP = 'PK\u{3}\u{4}';

/** Dependencies of an import other than the database. */
export type ImportDependencies = {
  readonly files: Files;
  /** An input type of the schema, whose rules the rows follow. */
  readonly inputTypeNamed: (name: string) => GraphQLInputType;
};

/**
 * Writes the rows of an uploaded file, in batches. Each batch is one transaction that contains its
 * checkpoint; its lines of the result file are written before the commit, at the position of the
 * checkpoint before it, so that after an interruption no line is missing or doubled.
 */
export function importHandler(type: ImportType, tools: ImportDependencies): JobHandler {
  return async (run) => {
    const job = bulkJobOf(run.job);
    if (job === undefined) throw new Error(`Job ${run.job.id} is not a bulk job.`);
    const dryRun = job.isDryRun ? new DryRunState() : undefined;
    if (dryRun !== undefined) run.keepPlace();
    const result = await tools.files.open(fileOf(job, 'result'));
    try {
      const work = new Import({ run, job, type, tools, result, dryRun });
      if (await work.run()) await tools.files.remove(fileOf(job, 'upload'));
    } finally {
      dryRun?.close();
      await result.close();
    }
  };
}

type ImportRun = {
  readonly run: JobRun;
  readonly job: BulkJob;
  readonly type: ImportType;
  readonly tools: ImportDependencies;
  readonly result: GrowingFile;
  readonly dryRun: DryRunState | undefined;
};

class Import {
  readonly #run: JobRun;
  readonly #job: BulkJob;
  readonly #type: ImportType;
  readonly #tools: ImportDependencies;
  readonly #result: GrowingFile;
  readonly #dryRun: DryRunState | undefined;
  readonly #storage: JobStorage;
  #uploadBytes = 0;
  /** A dry run reads the rows below a wrong header too, so that one answer names everything that is wrong. */
  #headerFault: string | undefined;
  #progress: Progress;

  constructor({ run, job, type, tools, result, dryRun }: ImportRun) {
    this.#run = run;
    this.#job = job;
    this.#type = type;
    this.#tools = tools;
    this.#result = result;
    this.#dryRun = dryRun;
    this.#storage = new JobStorage(job);
    const reached = progressOf(job.checkpoint);
    // The memory of a dry run is lost with its process: another process starts again.
    this.#progress = job.isDryRun && !reached.isDone ? progressOf(null) : reached;
  }

  /** Returns whether the file is done. */
  async run(): Promise<boolean> {
    const { signal } = this.#run;
    await this.#result.truncate(this.#progress.resultBytes);
    const { files } = this.#tools;
    this.#uploadBytes = bytesOnDisk((await sizeOf(files, fileOf(this.#job, 'upload'))) ?? 0);
    const tidy = heapBound();
    // One batch is read while the one before it is written.
    let writing = Promise.resolve();
    try {
      for await (const batch of this.#batches()) {
        await writing;
        if (signal.aborted) return false;
        tidy();
        writing = this.#write(batch);
        writing.catch(() => {});
      }
    } finally {
      await writing;
    }
    if (signal.aborted) return false;
    if (this.#headerFault !== undefined) throw new JobError(this.#headerFault);
    const { row, resultBytes, isDone } = this.#progress;
    if (isDone) return true;
    const checkpoint = { ...this.#progress, isDone: true };
    const fileBytes = bytesOnDisk(resultBytes);
    await this.#run.save(this.#run, { checkpoint, totalCount: row, fileBytes });
    return true;
  }

  /**
   * Rows in file order, grouped into batches that are written together. An identifier occurs once
   * in each; identifiers of the two kinds do not mix, because they may address the same object.
   */
  async *#batches(): AsyncGenerator<ReadRow[]> {
    let batch: ReadRow[] = [];
    let characters = 0;
    let namedBy: ReadRow['namedBy'] = null;
    let names = new Set<string>();
    for await (const row of this.#rows()) {
      const isFull = batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS;
      const isOfOtherKind = (row.namedBy ?? namedBy) !== (namedBy ?? row.namedBy);
      if (batch.length > 0 && (isFull || isOfOtherKind || names.has(row.name ?? ''))) {
        yield batch;
        [batch, characters, namedBy, names] = [[], 0, null, new Set()];
      }
      batch.push(row);
      characters += row.text.length;
      namedBy ??= row.namedBy;
      if (row.name !== null) names.add(row.name);
    }
    if (batch.length > 0) yield batch;
  }

  async *#rows(): AsyncGenerator<ReadRow> {
    const { format } = this.#job;
    const { row, line, byte } = this.#progress;
    let { header, delimiter } = this.#progress;
    const isGoingOn = row > 0;
    const splitter = rowSplitter(
      format,
      { row, line, byte },
      isGoingOn ? { columns: header.length, delimiter } : undefined,
    );
    const form = (): RowForm => ({
      format,
      csv: this.#csv,
      header: { columns: header, delimiter },
      inputType: this.#tools.inputTypeNamed(this.#type.import.inputType),
    });
    let current = form();
    const upload = this.#tools.files.read(fileOf(this.#job, 'upload'), byte);
    for await (const rows of rowsOf(upload, splitter))
      for (const each of rows) {
        // A row in which everything is wrong takes a hundred times as long as a good one.
        if (isTurnOver()) await nextTurn();
        if (each.number > 0) {
          yield readRow(current, each);
          continue;
        }
        header = this.#headerOf(each);
        delimiter = delimiterOf(each.text);
        this.#progress = { ...this.#progress, header, delimiter };
        current = form();
      }
    if (format === 'CSV' && header.length === 0)
      throw new JobError('The file has no header: its first line names the columns.');
  }

  get #csv(): CsvForm {
    return this.#type.import.csv ?? this.#type.csv;
  }

  #headerOf(row: FileRow): readonly string[] {
    if (row.text.startsWith(ZIP)) {
      throw new JobError('The file is a spreadsheet or another ZIP archive; save it as CSV UTF-8.');
    }
    if (row.text.startsWith('{'))
      throw new JobError('The file is JSONL, not CSV; ask for an import with `format: JSONL`.');
    const problem = row.text.includes('\0')
      ? 'It is not UTF-8; is it UTF-16? Save the file as CSV UTF-8.'
      : row.problem;
    if (problem !== null) throw new JobError(`The header cannot be read: ${problem}`);
    const header = row.cells.map((cell) => cell.trim());
    const columns = Object.keys(this.#csv.columns);
    if (header.length > MOST_COLUMNS)
      throw new JobError(
        `The header has ${header.length} columns. There are ${columns.join(', ')}.`,
      );
    const named = header.map((name, at) => name || `(column ${at + 1}, without a name)`);
    const unknown = named.filter((column) => !columns.includes(column));
    const twice = header.filter((column, at) => header.indexOf(column) !== at && column !== '');
    const meant = unknown.map((column) => withMeant(column, columns));
    const faults = [
      unknown.length > 0
        ? `Unknown columns: ${meant.join(', ').slice(0, 500)}. There are ${columns.join(', ')}.`
        : [],
      twice.length > 0 ? `These columns occur twice: ${twice.join(', ')}.` : [],
    ].flat();
    if (faults.length === 0) return header;
    if (!this.#job.isDryRun) throw new JobError(faults.join(' '));
    this.#headerFault = faults.join(' ');
    return header;
  }

  /** Writes a batch; one that the database refuses is halved until the broken row is alone. */
  async #write(batch: readonly ReadRow[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#attempt(batch);
        return;
      } catch (error) {
        if (attempt < 5 && isRetryable(error)) continue;
        if (!isAboutData(error)) throw error;
        if (batch.length === 1) return this.#attempt(batch.map(rejectedByDatabase));
        const half = Math.ceil(batch.length / 2);
        await this.#write(batch.slice(0, half));
        return this.#write(batch.slice(half));
      }
    }
  }

  #attempt(batch: readonly ReadRow[]): Promise<void> {
    const write = () => this.#writeOnce(batch);
    return this.#dryRun === undefined ? write() : this.#dryRun.attempt(write);
  }

  async #writeOnce(batch: readonly ReadRow[]): Promise<void> {
    const progress = await inTransaction(this.#run, async (work) => {
      await discardPlans(work.db);
      const outcomes = await this.#upsert(work, batch);
      const text = Buffer.from(resultText(this.#type.idKind, batch, outcomes));
      const next = nextProgress(this.#progress, batch, outcomes, text.length);
      const fileBytes = this.#uploadBytes + bytesOnDisk(next.resultBytes);
      await this.#storage.assertFits(work, fileBytes);
      // Saved first: from then on no other process can have the job, and write into its file.
      const { row: doneCount, failed: failedCount } = next;
      await this.#run.save(work, { checkpoint: next, doneCount, failedCount, fileBytes });
      await this.#result.write(text, this.#progress.resultBytes);
      return next;
    });
    this.#progress = progress;
  }

  async #upsert(work: TenantTx, batch: readonly ReadRow[]): Promise<Upserted[]> {
    const inputs = batch.flatMap(({ input }) => input ?? []);
    const written = await this.#type.import.write(work, inputs, this.#dryRun);
    let at = 0;
    return batch.map(({ input, problems }): Upserted => {
      const outcome = input === undefined ? undefined : written[at++];
      return outcome ?? failed(problems);
    });
  }
}

/** An unknown column, with the one that differs from it in case and spaces only: people write `Net mass kg`. */
function withMeant(column: string, columns: readonly string[]): string {
  const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase();
  const meant = columns.find((known) => plain(known) === plain(column));
  return meant === undefined ? column : `${column} (write ${meant})`;
}

/** SQLSTATE classes of values that do not fit, of broken constraints, and of rows too large. */
function isAboutData(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlStateOf(error) ?? '');
}

function rejectedByDatabase(row: ReadRow): ReadRow {
  const message = 'The database refuses this row; a value in it is too large or already taken.';
  return { ...row, input: undefined, problems: [{ path: [], code: 'NOT_STORED', message }] };
}

function nextProgress(
  progress: Progress,
  batch: readonly ReadRow[],
  outcomes: readonly Upserted[],
  bytes: number,
): Progress {
  const last = batch.at(-1);
  const count = (status: Upserted['status']) =>
    outcomes.filter((outcome) => outcome.status === status).length;
  return {
    ...progress,
    row: last?.number ?? progress.row,
    line: last?.endLine ?? progress.line,
    byte: last?.endByte ?? progress.byte,
    resultBytes: progress.resultBytes + bytes,
    created: progress.created + count('CREATED'),
    updated: progress.updated + count('UPDATED'),
    failed: progress.failed + count('FAILED'),
  };
}
