import type { Db } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tools } from '../../rules/compute.ts';
import { findProducts } from '../products/index.ts';
import { explainedSubject } from './explain-subject.ts';
import { renderedOf } from './render-asset.ts';
import type { RenderAnswer } from './render-task.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import { loadProductSubjects } from './subject.ts';
import { loadTexts } from './words.ts';

export type Failure = { readonly productId: string; readonly problems: readonly FailedProblem[] };
export type FailedProblem = { readonly code: string; readonly message: string };
export type Outcome = { readonly productId: string; readonly answer: RenderAnswer } | Failure;

export type SliceInput = {
  readonly productIds: readonly string[];
  readonly choices: AssetChoices;
  readonly tenant: TenantFacts;
};

/** Renders the assets of some products; a refusal of one leaves the others alone. */
export async function renderSlice(
  tools: Tools,
  db: Db,
  scope: Scope,
  input: SliceInput,
): Promise<Outcome[]> {
  const texts = await loadTexts();
  const products = await findProducts(db, scope, input.productIds);
  const subjects = await loadProductSubjects(db, scope, products);
  const byId = new Map(subjects.map((subject) => [subject.product?.id, subject]));
  const outcomes: Outcome[] = [];
  for (const productId of input.productIds) {
    const subject = byId.get(productId);
    if (subject === undefined) {
      const message = 'The product was deleted meanwhile.';
      outcomes.push({ productId, problems: [{ code: 'NOT_FOUND', message }] });
      continue;
    }
    try {
      // A comparison has no other side in a batch, so it is refused.
      const explained = await explainedSubject(tools, subject, input.choices, async () => ({}));
      outcomes.push({
        productId,
        answer: await renderedOf({ db, scope }, subject, input, texts, explained),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.push({ productId, problems: problemsOf(error) });
    }
  }
  return outcomes;
}

function problemsOf({ code, message, extensions }: ApiError): FailedProblem[] {
  const { problems } = extensions;
  if (!Array.isArray(problems)) return [{ code, message }];
  return problems.map((each) => ({ code: String(each.code), message: String(each.message) }));
}
