import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import type { TenantTx } from '../../platform/database/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { insertJob, type Job, JobError, type JobHandler } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { computeInBackground, Task } from '../../rules/jobs/compute.ts';
import { countProducts, productIdsAfter, storedProductFilter } from '../products/index.ts';
import type { AssetTools } from './asset-files.ts';
import { addBatchResults } from './batch-store.ts';
import { assetFailed } from './events.ts';
import type { Failure, Outcome, SliceInput } from './render-slice.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import { draftOf, saveAssets, storeFile } from './service.ts';
import type { AssetDraft } from './store.ts';

export const ASSET_BATCH_JOB = 'ASSETS';

/** Most products of one task and one transaction: labels take about a second of one core, large reports half a minute. */
const MOST_PRODUCTS_OF_SLICE = 50;
/** Of the first slice. The next one has twice as many as this one could render: all of them are read at its beginning. */
const FIRST_PRODUCTS_OF_SLICE = 5;
/** A slice ends early after so long: with two batches under way, a label of another organization waits for the end of one. */
const SLICE_MS = 500;
const MOST_PRODUCTS = 100_000;

/** Choices of a batch, the same for every product of the filter. */
type BatchRequest = {
  readonly choices: AssetChoices;
  readonly tenant: TenantFacts;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly isPublic: boolean;
};

/** A batch as the API shows it. */
export type AssetBatch = Job & { readonly request: BatchRequest };

export async function requestBatch(work: TenantTx, request: BatchRequest): Promise<AssetBatch> {
  const job = await insertJob(work, {
    id: newUuid(),
    kind: ASSET_BATCH_JOB,
    state: 'QUEUED',
    input: { ...request },
  });
  return { ...job, request };
}

/** The job as a batch; undefined if it is another kind of job. */
export function batchOf(job: Job | undefined): AssetBatch | undefined {
  if (job?.kind !== ASSET_BATCH_JOB) return undefined;
  const { choices, tenant, filter, isPublic }: Partial<BatchRequest> = job.input;
  if (choices === undefined || tenant === undefined) throw new Error('The job has no input.');
  return {
    ...job,
    request: { choices, tenant, filter: filter ?? {}, isPublic: isPublic === true },
  };
}

/** Renders the assets of a batch. A slice is written with its checkpoint, so nothing is rendered twice. */
export function assetBatchHandler(pool: WorkPool, { files }: AssetTools): JobHandler {
  return async (run) => {
    const { job, scope, signal, save } = run;
    const request = batchOf(job)?.request;
    if (request === undefined) throw new Error('The job is no batch of assets.');
    const filter = storedProductFilter(request.filter);
    const totalCount = job.totalCount ?? (await countProducts(run, filter));
    if (totalCount > MOST_PRODUCTS) {
      throw new JobError(
        `A batch has at most ${MOST_PRODUCTS} products; the filter has ${totalCount}.`,
      );
    }
    await save(run, { totalCount });
    const after =
      typeof job.checkpoint?.['after'] === 'string' ? job.checkpoint['after'] : undefined;
    let { doneCount, failedCount } = job;
    let sliceSize = FIRST_PRODUCTS_OF_SLICE;
    const renderAfter = async (place: string | undefined): Promise<Slice> => {
      const productIds = await productIdsAfter(run, place, sliceSize, filter);
      if (productIds.length === 0) return [];
      const { choices, tenant } = request;
      const input = { productIds, choices, tenant, budgetMs: SLICE_MS };
      return computeInBackground(pool, run, renderSliceTask, input);
    };
    for (let next = renderAfter(after); !signal.aborted; ) {
      const slice = await next.catch((error: unknown): Slice => {
        if (signal.aborted) return [];
        throw error;
      });
      const last = slice.at(-1)?.productId;
      if (last === undefined) break;
      sliceSize = Math.min(2 * slice.length, MOST_PRODUCTS_OF_SLICE);
      // The next slice is rendered while this one is written.
      next = renderAfter(last);
      next.catch(() => {});
      const written = await storeFiles(files, scope, slice, request);
      doneCount += slice.length;
      failedCount += slice.length - written.length;
      await inTransaction(run, async (work) => {
        await writeSlice(work, job, request, slice, written);
        await save(work, { checkpoint: { after: last }, doneCount, failedCount, totalCount });
      });
    }
  };
}

type Slice = readonly (Outcome | Failure)[];

type WrittenAsset = { readonly productId: string; readonly draft: AssetDraft };

/** Stores the files of a slice; their rows come later. */
function storeFiles(
  files: AssetTools['files'],
  scope: Scope,
  slice: Slice,
  { isPublic }: BatchRequest,
): Promise<WrittenAsset[]> {
  const stored = slice.flatMap((outcome) => {
    if (!('answer' in outcome)) return [];
    const { productId, answer } = outcome;
    const draft = draftOf(answer, { isPublic });
    return storeFile(files, scope, draft, answer.rendered.bytes).then(() => ({ productId, draft }));
  });
  return Promise.all(stored);
}

/** Writes the assets, results and events of a slice. */
async function writeSlice(
  work: TenantTx,
  job: Job,
  { choices, tenant }: BatchRequest,
  slice: Slice,
  written: readonly WrittenAsset[],
): Promise<void> {
  const drafts = written.map(({ draft }) => draft);
  await saveAssets(work, tenant.tier, drafts).catch(failJob);
  const assetIds = new Map(written.map(({ productId, draft }) => [productId, draft.id]));
  const results = slice.map((outcome) => ({
    productId: outcome.productId,
    assetId: assetIds.get(outcome.productId) ?? null,
    problems: 'problems' in outcome ? outcome.problems : null,
  }));
  await addBatchResults(work, job.id, results);
  await recordEvents(work, ...failuresOf(job, choices, slice));
}

/** A refusal, such as that of a full store, ends the batch with its reason. */
function failJob(error: unknown): never {
  throw error instanceof ApiError ? new JobError(error.message) : error;
}

function failuresOf(job: Job, { kind }: AssetChoices, outcomes: readonly (Outcome | Failure)[]) {
  return outcomes.flatMap((outcome) => {
    if (!('problems' in outcome)) return [];
    const productId = encodeId('product', outcome.productId);
    const error = outcome.problems[0]?.message ?? 'The asset could not be rendered.';
    // It has an id of its own, under which no asset was stored.
    const batchId = encodeId('job', job.id);
    return [assetFailed.of(newUuid(), { kind, productId, batchId, error })];
  });
}

const sliceRenderer = () => import('./render-slice.ts');

/** Renders the assets of some products, in a thread. */
export const renderSliceTask = new Task(
  'render assets of some products',
  async (tools, tenant, input: SliceInput): Promise<Outcome[]> =>
    (await sliceRenderer()).renderSlice(tools, tenant, input),
  sliceRenderer,
);
