import {
  addSums,
  type CatalogueSums,
  noMatchProblem,
  noSums,
  shiftsOfSums,
} from '@trackway/engine';
import { mapAhead } from '../../platform/concurrency/map-ahead.ts';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { JobError, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import { packJson } from '../../platform/json/index.ts';
import { computeInBackground } from '../../rules/jobs/compute.ts';
import { runInHalves } from '../../rules/jobs/slices.ts';
import { countProducts, productIdsAfter, storedProductFilter } from '../products/index.ts';
import { catalogueSliceTask, failedSlice, joined, type SliceOutput } from './catalogue-slice.ts';
import { addProductRows, deleteProductRows, factsOfRun } from './catalogue-store.ts';
import type { ScenarioDefinition, ScenarioSummary, StoredScenario } from './model.ts';
import type { ReadPoint } from './staleness.ts';

/** Products that are calculated, written and checkpointed together. */
const SLICE = 500;
/** Slices under way: threads begin the next ones while ids are read and rows are written. */
const SLICES_AHEAD = 4;

/** Progress of a run: what its first products came to. */
type Progress = {
  readonly read: ReadPoint;
  readonly after: string | undefined;
  readonly baseline: CatalogueSums;
  readonly outcome: CatalogueSums;
  readonly matches: readonly number[];
};

type CatalogueOutput = {
  readonly read: ReadPoint;
  readonly result: Uint8Array;
  readonly total: ScenarioSummary['total'];
};

type CatalogueRun = { readonly run: JobRun; readonly pool: WorkPool };

/**
 * Walks the products of a filter in the order of their ids. The rows of a slice are written together
 * with the sums so far, so that an interrupted run continues and adds nothing twice. The next slices are
 * calculated while one is written.
 */
export async function runCatalogue(
  { run, pool }: CatalogueRun,
  { id: scenarioId, definition, catalogue, resultJobId }: StoredScenario,
  read: ReadPoint,
): Promise<CatalogueOutput | undefined> {
  const { job, signal, save } = run;
  const key = { scenarioId, jobId: job.id };
  const filter = storedProductFilter(catalogue ?? {});
  let progress = progressOf(job.checkpoint) ?? begin(read, definition);
  const kept = resultJobId === null ? [job.id] : [job.id, resultJobId];
  while (!signal.aborted && (await deleteProductRows(run, scenarioId, kept)));
  const totalCount = job.totalCount ?? (await countProducts(run, filter));
  const calculate = async (ids: readonly string[]) => {
    const outputs = await runInHalves(ids, {
      run: (productIds) =>
        computeInBackground(
          pool,
          run,
          catalogueSliceTask,
          { productIds, definition },
          { isShort: true },
        ),
      countOf: ({ rows }) => rows.length,
      tooLarge: (id, problem) => failedSlice(id, definition, problem),
      signal,
    });
    return outputs.reduce(joined);
  };
  const pages = productPages(progress.after, (after) => productIdsAfter(run, after, SLICE, filter));
  let { doneCount, failedCount } = job;
  for await (const { input, output } of mapAhead(pages, calculate, SLICES_AHEAD)) {
    const { rows } = output;
    progress = advance(progress, input.at(-1) ?? '', output);
    doneCount += rows.length;
    failedCount += rows.filter((row) => row.outcomeCo2eKg === null).length;
    await inTransaction(run, async (work) => {
      await addProductRows(work, key, rows);
      await save(work, { checkpoint: progress, doneCount, failedCount, totalCount });
    });
    if (signal.aborted) break;
  }
  if (signal.aborted) return undefined;
  requireMatches(definition, progress);
  const shifts = shiftsOfSums(progress.baseline, progress.outcome);
  const summary = { ...shifts, ...NOT_OF_CATALOGUES, catalogue: await factsOfRun(run, key) };
  return { read: progress.read, result: packJson(summary), total: shifts.total };
}

async function* productPages(
  start: string | undefined,
  read: (after: string | undefined) => Promise<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  for (let page = await read(start); page.length > 0; page = await read(page.at(-1))) yield page;
}

/** Answers that need the inventory of one subject. */
const NOT_OF_CATALOGUES = {
  lines: [],
  transport: null,
  levers: [],
  interactionCo2eKg: null,
  comparison: null,
  cost: null,
  costPerTonne: null,
  currency: null,
  tornado: [],
  sweep: null,
  target: null,
} as const;

function begin(read: ReadPoint, { overrides }: ScenarioDefinition): Progress {
  const sums = { baseline: noSums(), outcome: noSums() };
  return { read, after: undefined, ...sums, matches: overrides.map(() => 0) };
}

function progressOf(checkpoint: Partial<Progress> | null): Progress | undefined {
  const { read, after, baseline, outcome, matches } = checkpoint ?? {};
  if (read === undefined || baseline === undefined) return undefined;
  if (outcome === undefined || matches === undefined) return undefined;
  return { read, after, baseline, outcome, matches };
}

function advance(progress: Progress, after: string, slice: SliceOutput): Progress {
  return {
    read: progress.read,
    after,
    baseline: addSums(progress.baseline, slice.baseline),
    outcome: addSums(progress.outcome, slice.outcome),
    matches: progress.matches.map((count, at) => count + (slice.matches[at] ?? 0)),
  };
}

/** An override that matches nothing in the whole catalogue is an error that names it. */
function requireMatches({ overrides }: ScenarioDefinition, { matches }: Progress): void {
  const messages = overrides.flatMap((override, at) =>
    matches[at] === 0 ? [noMatchProblem(override, at).message] : [],
  );
  if (messages.length > 0) throw new JobError(messages.join(' '));
}

/** Deletes the rows of a scenario that was deleted, some at a time. */
export const cleanupHandler: JobHandler = async ({ job, db, signal }) => {
  const { scenarioId } = job.input;
  if (typeof scenarioId !== 'string') throw new Error('The job has no scenario.');
  while (!signal.aborted && (await deleteProductRows({ db, scope: job.scope }, scenarioId, [])));
};
