import { mapInTurns } from '../../../platform/concurrency/event-loop.ts';
import { inTransaction, type TenantTx } from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type Job, JobError, type JobHandler } from '../../../platform/jobs/index.ts';
import { badInput } from '../../../rules/errors/api-error.ts';
import { inStored } from '../../../rules/inputs/problems.ts';
import {
  countProducts,
  findProducts,
  type Product,
  productIdsAfter,
  storedProductFilter,
} from '../../products/index.ts';
import { categoryProblems, listedIn, schemaProblems } from '../content/draft.ts';
import { knownContents } from '../content/known-content.ts';
import { dppSchema } from '../content/schemas.ts';
import { contentProblems } from '../content/validate.ts';
import type { DppContent, DppSchema } from '../model.ts';
import { rowOf } from '../service.ts';
import { findLivingByIdentity } from '../store.ts';
import { insertDrafts, newJob, textIn, untilUncontested } from './job.ts';
import { addJobLines, type JobLine } from './line-store.ts';

export const CATALOGUE_JOB = 'DPP_GENERATE_CATALOGUE';

/** Products of one transaction: a slice takes well below a second. */
const SLICE = 50;
const MOST_PRODUCTS = 100_000;

/** Passports of the models of all products of a filter. */
type CatalogueRequest = {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly schemaId: string;
  readonly category: string | null;
  /** Name of the organization, the default of the economic operator. */
  readonly operatorName: string;
};

/** Queues the drafts of the models of a catalogue. */
export function requestCatalogueDrafts(work: TenantTx, request: CatalogueRequest): Promise<Job> {
  const schema = dppSchema(request.schemaId);
  const problems =
    schema === undefined
      ? schemaProblems(request.schemaId, ['schema'])
      : categoryProblems(schema, request.category);
  if (problems.length > 0) throw badInput(problems);
  return newJob(work, CATALOGUE_JOB, request, null);
}

/** Drafts a passport of the model of each product that has none; a slice is written with its checkpoint. */
export const draftModels: JobHandler = async (run) => {
  const { job, signal, save } = run;
  const { filter: stored, schema, ...request } = readRequest(job);
  const filter = storedProductFilter(stored);
  const totalCount = job.totalCount ?? (await countProducts(run, filter));
  if (totalCount > MOST_PRODUCTS)
    throw new JobError(
      `A job drafts ${MOST_PRODUCTS} passports at most; the filter has ${totalCount} products.`,
    );
  await save(run, { totalCount });
  let after = textIn(job.checkpoint, 'after');
  let { doneCount, failedCount } = job;
  while (!signal.aborted) {
    const ids = await productIdsAfter(run, after, SLICE, filter);
    const last = ids.at(-1);
    if (last === undefined) return;
    const write = async (work: TenantTx) => {
      const lines = await draftSlice(work, ids, schema, request);
      await addJobLines(work, job.id, lines);
      const refused = lines.filter(({ outcome }) => outcome === 'REFUSED');
      const counts = {
        doneCount: doneCount + lines.length,
        failedCount: failedCount + refused.length,
      };
      await save(work, { checkpoint: { after: last }, ...counts });
      return counts;
    };
    ({ doneCount, failedCount } = await untilUncontested(() => inTransaction(run, write)));
    after = last;
  }
};

type Choices = Pick<CatalogueRequest, 'category' | 'operatorName'>;
type Line = Omit<JobLine, 'id'>;

async function draftSlice(
  work: TenantTx,
  productIds: readonly string[],
  schema: DppSchema,
  choices: Choices,
): Promise<Line[]> {
  const products = await findProducts(work, productIds);
  const known = await knownContents(work, products);
  const candidates = await mapInTurns(products, (product) =>
    candidateOf(product, known.get(product.id) ?? {}, schema, choices),
  );
  const identities = candidates.map(({ draft }) => draft.identity);
  const living = new Map(
    (await findLivingByIdentity(work, identities)).map(({ identity, id }) => [identity, id]),
  );
  const fresh: Candidate[] = [];
  for (const each of candidates) {
    if (each.problems.length > 0 || living.has(each.draft.identity)) continue;
    fresh.push(each);
    // Products may share a GTIN: they share the passport.
    living.set(each.draft.identity, each.id);
  }
  await insertDrafts(work, fresh);
  return candidates.map((each): Line => {
    const { product, id, draft, problems } = each;
    const existing = living.get(draft.identity);
    const line = { productId: product.id, dppId: existing ?? id, problems: null };
    if (existing === id) return { ...line, outcome: 'CREATED' };
    if (existing !== undefined) return { ...line, outcome: 'EXISTED' };
    return { ...line, dppId: null, outcome: 'REFUSED', problems };
  });
}

type Candidate = ReturnType<typeof candidateOf>;

/** The draft of the model of a product, and the problems that it has. */
function candidateOf(
  product: Product,
  known: DppContent,
  schema: DppSchema,
  { category, operatorName }: Choices,
) {
  const content = { economicOperator: { name: operatorName }, ...known };
  const problems = contentProblems(schema, 'MODEL', content).map(inStored);
  const draft = { ...rowOf(product, { content: {} }, schema, category), ...listedIn(content) };
  return { id: newUuid(), product, draft, content, problems };
}

function readRequest({ input }: Job) {
  const { filter, category, operatorName, schemaId }: Partial<CatalogueRequest> = input;
  const schema = dppSchema(schemaId ?? '');
  if (schema === undefined)
    throw new JobError(`There is no passport schema "${schemaId}" any more.`);
  return {
    filter: filter ?? {},
    schema,
    category: category ?? null,
    operatorName: operatorName ?? '',
  };
}
