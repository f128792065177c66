import { mapAhead } from '../../platform/concurrency/map-ahead.ts';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { JobRun } from '../../platform/jobs/index.ts';
import { computeInBackground, computeWithin } from '../../rules/jobs/compute.ts';
import { runInHalves } from '../../rules/jobs/slices.ts';
import {
  countProductsToCalculate,
  lockProductsToCalculate,
  productsToCalculate,
} from '../products/index.ts';
import { failedOutcome, footprintsTask, type Outcome } from './catalogue-footprints-task.ts';
import { addCatalogueRows } from './catalogue-store.ts';
import type { CatalogueChoices } from './model.ts';
import { saveCalculations } from './service.ts';

/** Products that are calculated, written and checkpointed together: about 0.2 s. */
const SLICE = 50;
/** Slices under way: threads begin the next ones while one is written. */
const SLICES_AHEAD = 3;

type CatalogueRun = { readonly run: JobRun; readonly pool: WorkPool };

/**
 * Makes footprints of the products that have none of their present declaration, in the order of their ids. They are
 * written together with their checkpoint; a product that somebody else calculated meanwhile is left as it is.
 */
export async function calculateFootprints(
  { run, pool }: CatalogueRun,
  calculationId: string,
  choices: CatalogueChoices,
): Promise<void> {
  const { job, signal, save } = run;
  const totalCount = job.totalCount ?? (await countProductsToCalculate(run));
  let { doneCount, failedCount } = job;
  await save(run, { totalCount });
  const pages = pagesAfter(job.checkpoint?.['after'], (after) =>
    productsToCalculate(run, after, SLICE),
  );
  const calculate = (products: readonly Version[]) =>
    outcomesOf(idsOf(products), signal, (productIds) =>
      computeInBackground(pool, run, footprintsTask, { productIds, choices }, { isShort: true }),
    );
  for await (const { input: products, output } of mapAhead(pages, calculate, SLICES_AHEAD)) {
    if (signal.aborted) return;
    const written = await inTransaction(run, async (work) => {
      const held = await lockProductsToCalculate(work, idsOf(products));
      const compute = computeWithin(pool, work, signal);
      const outcomes = await ofPresentVersions(held, products, output, (changed) =>
        outcomesOf(changed, signal, (productIds) =>
          compute(footprintsTask, { productIds, choices }),
        ),
      );
      const rows = outcomes.map(({ row }) => row);
      await saveCalculations(
        work,
        outcomes.flatMap(({ packed }) => packed ?? []),
      );
      await addCatalogueRows(work, calculationId, rows);
      const counts = {
        doneCount: doneCount + rows.length,
        failedCount: failedCount + rows.filter(({ problems }) => problems !== null).length,
      };
      await save(work, { checkpoint: { after: products.at(-1)?.id }, totalCount, ...counts });
      return counts;
    });
    ({ doneCount, failedCount } = written);
  }
  // Others may have calculated some of them, or added products.
  if (!signal.aborted) await save(run, { totalCount: doneCount });
}

type Version = { readonly id: string; readonly version: number };

async function* pagesAfter(
  start: unknown,
  read: (after: string | undefined) => Promise<readonly Version[]>,
): AsyncGenerator<readonly Version[]> {
  let page = await read(typeof start === 'string' ? start : undefined);
  for (; page.length > 0; page = await read(page.at(-1)?.id)) yield page;
}

function idsOf(products: readonly Version[]): string[] {
  return products.map(({ id }) => id);
}

/** The outcomes of held products; of those that were changed since they were read, calculated again. */
async function ofPresentVersions(
  held: readonly Version[],
  read: readonly Version[],
  outcomes: readonly Outcome[],
  calculate: (productIds: readonly string[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const versions = new Map(read.map(({ id, version }) => [id, version]));
  const isPresent = ({ id, version }: Version) => versions.get(id) === version;
  const present = new Set(idsOf(held.filter(isPresent)));
  const changed = idsOf(held.filter((product) => !isPresent(product)));
  return [
    ...outcomes.filter(({ row }) => present.has(row.productId)),
    ...(changed.length === 0 ? [] : await calculate(changed)),
  ];
}

async function outcomesOf(
  productIds: readonly string[],
  signal: AbortSignal,
  run: (ids: readonly string[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const outputs = await runInHalves(productIds, {
    run,
    countOf: (outcomes) => outcomes.length,
    tooLarge: (id, problem) => [failedOutcome(id, [problem])],
    signal,
  });
  return outputs.flat();
}
