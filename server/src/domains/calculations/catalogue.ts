import {
  type CatalogueOptions,
  type CatalogueResult,
  calculateCatalogue,
  IMPACT_CATEGORIES,
  LIFECYCLE_PHASES,
} from '@trackway/engine';
import { encodeId, newUuid } from '../../platform/ids.ts';
import {
  hasFinished,
  insertJob,
  type JobHandler,
  lockJob,
  stopJob,
} from '../../platform/jobs/index.ts';
import type { WorkPool } from '../../platform/work-pool.ts';
import { ApiError, notFound } from '../../rules/api-error.ts';
import { runInPool } from '../../rules/compute.ts';
import { recordEvents } from '../../rules/events.ts';
import type { TenantTx } from '../../rules/work.ts';
import { productIdsAfter, products } from '../products/index.ts';
import { addCatalogueRows, type CatalogueRow } from './catalogue-store.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import { engineTask } from './engine-data.ts';
import { calculationCompleted, calculationFailed, subjectIds } from './events.ts';
import type { Calculation } from './model.ts';
import { calculations, insertCatalogue } from './store.ts';

export const CATALOGUE_JOB = 'CATALOGUE';

/** Products of one task: about 20 ms, so that other work of the pool takes its turn soon. */
const SLICE = 100;
const SLICE_LIMIT_MS = 120_000;
/** Products whose results and checkpoint are written in one transaction. */
const BATCH = 1_000;

type CatalogueChoices = Omit<CatalogueOptions, 'onProgress' | 'gazetteer'>;

/** Requests the footprints of all products that are not archived; a job calculates them. */
export async function requestCatalogue(
  { tx, scope }: TenantTx,
  choices: CatalogueChoices,
): Promise<Calculation> {
  const [id, jobId] = [newUuid(), newUuid()];
  const calculation = await insertCatalogue(tx, scope, id, jobId, choices.detail ?? 'BASIC');
  await insertJob(tx, scope, {
    id: jobId,
    kind: CATALOGUE_JOB,
    state: 'QUEUED',
    input: { calculationId: id, choices },
  });
  return calculation;
}

/** Ends a calculation that waits or runs; what it has done so far stays. */
export async function cancelCalculation(
  { tx, scope }: TenantTx,
  id: string | undefined,
): Promise<Calculation> {
  const [calculation] = id === undefined ? [] : await calculations.find(tx, scope, [id]);
  if (calculation === undefined) throw notFound('The calculation');
  const { jobId } = calculation;
  const job = jobId === null ? undefined : await lockJob(tx, scope, jobId);
  const state = job?.state ?? calculation.state;
  if (job === undefined || hasFinished(job.state)) {
    const message = `The calculation is ${state}; there is nothing to cancel.`;
    throw new ApiError('CONFLICT', message, { state, allowed: [] });
  }
  await stopJob(tx, job);
  return calculation;
}

type CatalogueInput = { readonly calculationId: string; readonly choices: CatalogueChoices };

/**
 * Walks the products in the order of their ids. Results are written together with their checkpoint, so
 * that an interrupted run continues and calculates nothing twice.
 */
export function catalogueHandler(pool: WorkPool): JobHandler {
  return async ({ job, db, signal, save, onEnd }) => {
    const { scope } = job;
    const { calculationId, choices } = readInput(job.input);
    const facts = { kind: 'CATALOGUE', detail: choices.detail ?? 'BASIC' } as const;
    onEnd(async (tx, { state, doneCount, failedCount }) => {
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
      await recordEvents(tx, scope, event);
    });
    const totalCount = await products.total(db, scope);
    let after = typeof job.checkpoint?.['after'] === 'string' ? job.checkpoint['after'] : undefined;
    let { doneCount, failedCount } = job;
    while (!signal.aborted) {
      const ids = await productIdsAfter(db, scope, after, BATCH);
      const last = ids.at(-1);
      if (last === undefined) break;
      const rows: CatalogueRow[] = [];
      for (let at = 0; at < ids.length && !signal.aborted; at += SLICE) {
        const productIds = ids.slice(at, at + SLICE);
        const deadlineMs = performance.now() + SLICE_LIMIT_MS;
        const turn = { deadlineMs, signal };
        rows.push(
          ...(await runInPool(pool, scope, catalogueTask, { productIds, choices }, turn).catch(
            (error: unknown) => {
              if (signal.aborted) return [];
              throw error;
            },
          )),
        );
      }
      if (signal.aborted) return;
      after = last;
      doneCount += rows.length;
      failedCount += rows.filter((row) => row.co2eKg === null).length;
      await db.transaction().execute(async (tx) => {
        await addCatalogueRows(tx, scope, calculationId, rows);
        await save(tx, { checkpoint: { after: last }, doneCount, failedCount, totalCount });
      });
    }
    if (!signal.aborted) await save(db, { totalCount });
  };
}

function readInput(input: Readonly<Record<string, unknown>>): CatalogueInput {
  const { calculationId, choices }: Partial<CatalogueInput> = input;
  if (calculationId === undefined || choices === undefined)
    throw new Error('The job has no input.');
  return { calculationId, choices };
}

type SliceInput = {
  readonly productIds: readonly string[];
  readonly choices: CatalogueChoices;
};

/** Calculates some products as one system. */
export const catalogueTask = engineTask(
  'calculate a slice of the catalogue',
  async ({ library, gazetteer }, db, scope, { productIds, choices }: SliceInput) => {
    const products = await loadDeclaredProducts(db, scope, productIds);
    return rowsOf(productIds, calculateCatalogue(products, library, { ...choices, gazetteer }));
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
      const problems = result.failures.get(publicId) ?? [];
      return { productId, co2eKg: null, phases: null, indicators: null, problems };
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
