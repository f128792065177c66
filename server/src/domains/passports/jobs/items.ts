import { inTransaction, type TenantTx } from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type Job, JobError, type JobRun } from '../../../platform/jobs/index.ts';
import { badInput, type Problem } from '../../../rules/errors/api-error.ts';
import {
  numberProblems,
  type Path,
  problem,
  rangeProblems,
} from '../../../rules/inputs/problems.ts';
import { findProducts, type Product } from '../../products/index.ts';
import { listedIn, qualifierProblems } from '../content/draft.ts';
import { schemaOf } from '../content/schemas.ts';
import { modelOf, rowOf, startingContent } from '../service.ts';
import { findLivingByIdentity } from '../store.ts';
import { insertDrafts, newJob, numberIn, textIn, untilUncontested } from './job.ts';

export const ITEMS_JOB = 'DPP_GENERATE';

/** Passports of one transaction: a batch takes well below a second. */
const BATCH = 200;
export const MAX_ITEMS = 100_000;
const MAX_DIGITS = 12;

/** Serial numbers `prefix` + number, from `first` on, with leading zeros up to `digits`. */
type SerialRange = {
  readonly batchNumber: string | null;
  readonly prefix: string;
  readonly first: number;
  readonly digits: number;
  readonly count: number;
};

function serialOf({ prefix, first, digits }: SerialRange, place: number): string {
  return `${prefix}${String(first + place).padStart(digits, '0')}`;
}

/** Queues the drafts of the items of a serial range; they begin with the content of the model. */
export async function requestItems(
  work: TenantTx,
  product: Product,
  range: SerialRange,
): Promise<Job> {
  const problems = problemsOf(range);
  if (problems.length > 0) throw badInput(problems);
  if ((await modelOf(work, product)) === undefined) {
    const message =
      'The product has no living passport of its model: generate that first, the items begin with its content.';
    throw badInput([problem(['product'], 'NOT_ALLOWED', message)]);
  }
  const input = { productId: product.id, ...range };
  return newJob(work, ITEMS_JOB, input, range.count);
}

function between(least: number, most: number) {
  return (value: number | null | undefined, path: Path): Problem[] =>
    rangeProblems(
      value,
      path,
      (number) => number >= least && number <= most,
      `Give ${least} to ${most}.`,
    );
}

/** Checks of the numbers of a range. */
export const RANGE_CHECKS = {
  count: between(1, MAX_ITEMS),
  first: between(0, 2 ** 31 - 1 - MAX_ITEMS),
  digits: between(1, MAX_DIGITS),
};

function problemsOf(range: SerialRange): Problem[] {
  const wrong = numberProblems(range, [], RANGE_CHECKS);
  const lastSerial = wrong.length > 0 ? null : serialOf(range, range.count - 1);
  return [...wrong, ...qualifierProblems(range.batchNumber, lastSerial)];
}

/** Drafts the items in batches; a repeated batch leaves out what exists. */
export async function draftItems(run: JobRun): Promise<void> {
  const { job, signal, save } = run;
  const { productId, range } = readRange(job);
  await save(run, { totalCount: range.count });
  let { doneCount } = job;
  for (let from = numberIn(job.checkpoint, 'next'); from < range.count && !signal.aborted; ) {
    const size = Math.min(BATCH, range.count - from);
    const serials = Array.from({ length: size }, (_, at) => serialOf(range, from + at));
    const write = async (work: TenantTx) => {
      await save(work, { checkpoint: { next: from + size }, doneCount: doneCount + size });
      await insertItems(work, productId, range.batchNumber, serials);
    };
    await untilUncontested(() => inTransaction(run, write));
    doneCount += size;
    from += size;
  }
}

async function insertItems(
  work: TenantTx,
  productId: string,
  batchNumber: string | null,
  serials: readonly string[],
): Promise<void> {
  const [product] = await findProducts(work, [productId]);
  const model = product && (await modelOf(work, product));
  if (product === undefined || model === undefined)
    throw new JobError('The product or the passport of its model is gone.');
  const schema = schemaOf(model);
  const content = await startingContent(work, product, model, schema, { name: '' });
  const drafts = serials.map((serialNumber) => ({
    id: newUuid(),
    content,
    draft: {
      ...rowOf(product, { batchNumber, serialNumber, content: {} }, schema, model.category),
      ...listedIn(content),
    },
  }));
  const identities = drafts.map(({ draft }) => draft.identity);
  const living = await findLivingByIdentity(work, identities);
  const taken = new Set(living.map(({ identity }) => identity));
  const fresh = drafts.filter(({ draft }) => !taken.has(draft.identity));
  await insertDrafts(work, fresh);
}

function readRange({ input }: Job): { readonly productId: string; readonly range: SerialRange } {
  return {
    productId: textIn(input, 'productId') ?? '',
    range: {
      batchNumber: textIn(input, 'batchNumber') ?? null,
      prefix: textIn(input, 'prefix') ?? '',
      first: numberIn(input, 'first'),
      digits: numberIn(input, 'digits'),
      count: numberIn(input, 'count'),
    },
  };
}
