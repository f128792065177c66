import {
  type CatalogueResult,
  calculateCatalogue,
  IMPACT_CATEGORIES,
  LIFECYCLE_PHASES,
} from '@trackway/engine';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import type { TenantTx } from '../../platform/database/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import {
  hasFinished,
  insertJob,
  type JobHandler,
  type JobRun,
  lockJob,
  stopJob,
} from '../../platform/jobs/index.ts';
import { ApiError, MAX_PROBLEMS_OF_ITEM, notFound } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { computeInBackground } from '../../rules/jobs/compute.ts';
import { runInHalves, SLICE_BUDGET_MS } from '../../rules/jobs/slices.ts';
import { productIdsAfter, products } from '../products/index.ts';
import { calculateFootprints } from './catalogue-footprints.ts';
import { addCatalogueRows, type CatalogueRow, failedRow } from './catalogue-store.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import { engineTask } from './engine-data.ts';
import { calculationCompleted, calculationFailed, subjectIds } from './events.ts';
import type { Calculation, CatalogueChoices } from './model.ts';
import { calculations, insertCatalogue } from './store.ts';

export const CATALOGUE_JOB = 'CATALOGUE';

/** Most products of one task, about 20 ms: it ends early if they are slow. */
const SLICE = 100;
/** Read first: what is read and not calculated before the task ends is read again. */
const READ_FIRST = 10;
/** Products whose results and checkpoint are written in one transaction, unless they take longer than this. */
const BATCH = 1_000;
const MOST_BETWEEN_WRITES_MS = 2_000;

/**
 * Requests results of all products that are not archived, or the footprints of those that have none of their present
 * declaration; a job calculates them.
 */
export async function requestCatalogue(
  work: TenantTx,
  choices: CatalogueChoices,
  asProductFootprint: boolean,
): Promise<Calculation> {
  const [id, jobId] = [newUuid(), newUuid()];
  const calculation = await insertCatalogue(work, id, jobId, choices.detail ?? 'BASIC');
  await insertJob(work, {
    id: jobId,
    kind: CATALOGUE_JOB,
    state: 'QUEUED',
    input: { calculationId: id, choices, asProductFootprint },
  });
  return calculation;
}

/** Ends a calculation that waits or runs; what it has done so far stays. */
export async function cancelCalculation(
  work: TenantTx,
  id: string | undefined,
): Promise<Calculation> {
  const [calculation] = id === undefined ? [] : await calculations.find(work, [id]);
  if (calculation === undefined) throw notFound('The calculation');
  const { jobId } = calculation;
  const job = jobId === null ? undefined : await lockJob(work, jobId);
  const state = job?.state ?? calculation.state;
  if (job === undefined || hasFinished(job.state)) {
    const message = `The calculation is ${state}; there is nothing to cancel.`;
    throw new ApiError('CONFLICT', message, { state, allowed: [] });
  }
  await stopJob(work.db, job);
  return calculation;
}

type CatalogueInput = {
  readonly calculationId: string;
  readonly choices: CatalogueChoices;
  /** True if results become the footprints of their products. */
  readonly asProductFootprint: boolean;
};

/** Calculates a catalogue, and says so when it has ended. */
export function catalogueHandler(pool: WorkPool): JobHandler {
  return async (run) => {
    const { job, signal, onEnd } = run;
    const input = readInput(job.input);
    const { calculationId, choices } = input;
    const facts = { kind: 'CATALOGUE', detail: choices.detail ?? 'BASIC' } as const;
    onEnd(async (work, { state, doneCount, failedCount }) => {
      if (state === 'CANCELLED') return;
      const event =
        state === 'FAILED'
          ? calculationFailed.of(calculationId, facts)
          : calculationCompleted.of(calculationId, {
              ...facts,
              ...subjectIds({ kind: 'CATALOGUE' }),
              co2eKg: null,
              snapshotHash: null,
              doneCount,
              failedCount,
            });
      await recordEvents(work, event);
    });
    try {
      if (input.asProductFootprint)
        await calculateFootprints({ run, pool }, calculationId, choices);
      else await calculateAll({ run, pool }, input);
    } catch (error) {
      // The pool stops the work of a job that is cancelled or interrupted.
      if (!signal.aborted) throw error;
    }
  };
}

type Run = { readonly run: JobRun; readonly pool: WorkPool };

/**
 * Walks the products in the order of their ids. Results are written together with their checkpoint, so
 * that an interrupted run continues and calculates nothing twice.
 */
async function calculateAll(
  { run, pool }: Run,
  { calculationId, choices }: CatalogueInput,
): Promise<void> {
  const { job, signal, save } = run;
  const totalCount = await products.total(run);
  let after = typeof job.checkpoint?.['after'] === 'string' ? job.checkpoint['after'] : undefined;
  let { doneCount, failedCount } = job;
  await save(run, { totalCount });
  while (!signal.aborted) {
    const ids = await productIdsAfter(run, after, BATCH);
    if (ids.length === 0) break;
    const isDueAtMs = performance.now() + MOST_BETWEEN_WRITES_MS;
    const rows: CatalogueRow[] = [];
    let at = 0;
    for (; at < ids.length && !signal.aborted && performance.now() < isDueAtMs; at += SLICE) {
      const outputs = await runInHalves<readonly CatalogueRow[]>(ids.slice(at, at + SLICE), {
        run: (productIds) => computeInBackground(pool, run, catalogueTask, { productIds, choices }),
        countOf: ({ length }) => length,
        tooLarge: (productId, problem) => [failedRow(productId, [problem])],
        signal,
      });
      rows.push(...outputs.flat());
    }
    if (signal.aborted) return;
    const last = ids.slice(0, at).at(-1);
    after = last;
    doneCount += rows.length;
    failedCount += rows.filter((row) => row.co2eKg === null).length;
    await inTransaction(run, async (work) => {
      await addCatalogueRows(work, calculationId, rows);
      await save(work, { checkpoint: { after: last }, doneCount, failedCount, totalCount });
    });
  }
  if (!signal.aborted) await save(run, { totalCount });
}

function readInput(input: Readonly<Record<string, unknown>>): CatalogueInput {
  const { calculationId, choices, asProductFootprint = false }: Partial<CatalogueInput> = input;
  if (calculationId === undefined || choices === undefined)
    throw new Error('The job has no input.');
  return { calculationId, choices, asProductFootprint };
}

type SliceInput = {
  readonly productIds: readonly string[];
  readonly choices: CatalogueChoices;
};

/** Calculates the first of some products, those that are read together as one system. */
export const catalogueTask = engineTask(
  'calculate a slice of the catalogue',
  async ({ library, gazetteer }, tenant, { productIds, choices }: SliceInput) => {
    const untilMs = performance.now() + SLICE_BUDGET_MS;
    const isOver = () => performance.now() > untilMs;
    const rows: CatalogueRow[] = [];
    let count = READ_FIRST;
    do {
      const ids = productIds.slice(rows.length, rows.length + count);
      const products = await loadDeclaredProducts(tenant, ids);
      let doneCount = 0;
      const result = calculateCatalogue(products, library, {
        ...choices,
        gazetteer,
        ids: ids.map((id) => encodeId('product', id)),
        onProgress: (done) => {
          doneCount = done;
          return !isOver();
        },
      });
      rows.push(...rowsOf(ids.slice(0, doneCount), result));
      // Small products are read and calculated together, which takes less.
      if (performance.now() < untilMs - SLICE_BUDGET_MS * (1 - READ_FIRST / SLICE)) count = SLICE;
    } while (rows.length < productIds.length && !isOver());
    return rows;
  },
);

function rowsOf(ids: readonly string[], result: CatalogueResult): CatalogueRow[] {
  const positions = new Map(result.productIds.map((id, at) => [id, at]));
  const [phaseCount, indicatorCount] = [LIFECYCLE_PHASES.length, IMPACT_CATEGORIES.length];
  return ids.map((productId) => {
    const publicId = encodeId('product', productId);
    const at = positions.get(publicId);
    const co2eKg = at === undefined ? undefined : result.co2eKg[at];
    if (at === undefined || co2eKg === undefined) {
      return failedRow(
        productId,
        result.failures.get(publicId)?.slice(0, MAX_PROBLEMS_OF_ITEM) ?? [],
      );
    }
    const phases = [...result.phaseCo2eKg.subarray(at * phaseCount, (at + 1) * phaseCount)];
    const start = at * indicatorCount;
    // An indicator that some factor lacks is absent, never a sum over the rest.
    const indicators = IMPACT_CATEGORIES.map((_category, lane) =>
      result.lackingCo2eKg[start + lane] === 0 ? (result.indicators[start + lane] ?? null) : null,
    );
    return { productId, co2eKg, phases, indicators, problems: null };
  });
}
