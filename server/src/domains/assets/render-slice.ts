import type { TenantDb } from '../../platform/database/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { Tools } from '../../rules/jobs/compute.ts';
import { findProducts } from '../products/index.ts';
import { explainedSubject } from './explain-subject.ts';
import { renderedOf } from './render-asset.ts';
import type { RenderAnswer } from './render-task.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import { productSubjects } from './subject.ts';
import { loadTexts } from './words.ts';

export type Failure = { readonly productId: string; readonly problems: readonly FailedProblem[] };
type FailedProblem = { readonly code: string; readonly message: string };
export type Outcome = { readonly productId: string; readonly answer: RenderAnswer } | Failure;

export type SliceInput = {
  readonly productIds: readonly string[];
  readonly choices: AssetChoices;
  readonly tenant: TenantFacts;
  /** Time after which no further asset is begun. */
  readonly budgetMs: number;
};

/** Size of files at which a slice ends early: they are copied to the main thread at once, while the next slice is rendered. */
const MOST_BYTES = 2 * 1024 ** 2;

/** Renders the assets of the first of some products; a refusal of one leaves the others alone. */
export async function renderSlice(
  tools: Tools,
  tenant: TenantDb,
  input: SliceInput,
): Promise<Outcome[]> {
  const untilMs = performance.now() + input.budgetMs;
  const texts = await loadTexts();
  const products = await findProducts(tenant, input.productIds);
  const byId = new Map(products.map((product) => [product.id, product]));
  const subjectOf = await productSubjects(tenant, products);
  const outcomes: Outcome[] = [];
  let bytes = 0;
  for (const productId of input.productIds) {
    if (bytes > MOST_BYTES || (outcomes.length > 0 && performance.now() > untilMs)) break;
    const product = byId.get(productId);
    if (product === undefined) {
      const message = 'The product was deleted meanwhile.';
      outcomes.push({ productId, problems: [{ code: 'NOT_FOUND', message }] });
      continue;
    }
    try {
      const subject = await subjectOf(product);
      // A comparison has no other side in a batch, so it is refused.
      const explained = await explainedSubject(tools, subject, input.choices, async () => ({}));
      const answer = await renderedOf(tenant, subject, input, texts, explained);
      bytes += answer.rendered.bytes.length;
      outcomes.push({ productId, answer });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.push({ productId, problems: problemsOf(error) });
    }
  }
  return outcomes;
}

function problemsOf({ code, message, problems }: ApiError): FailedProblem[] {
  if (problems.length === 0) return [{ code, message }];
  return problems.map((each) => ({ code: each.code, message: each.message }));
}
