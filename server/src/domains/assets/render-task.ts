import type { Scope } from '../../platform/scope.ts';
import { Task } from '../../rules/compute.ts';
import { comparedWith, type Explained, explainedSubject } from './explain-subject.ts';
import { type Rendered, type Rendering, render } from './render.ts';
import { type AssetChoices, renderingOf, type TenantFacts } from './request.ts';
import { loadSubject, type Subject, type SubjectReference } from './subject.ts';
import { loadTexts, type Texts } from './words.ts';

export type RenderRequest = {
  readonly subject: SubjectReference;
  /** The other side of a comparison. */
  readonly other: SubjectReference | undefined;
  readonly choices: AssetChoices;
  readonly tenant: TenantFacts;
};

export type RenderAnswer = {
  readonly productId: string | null;
  readonly calculationId: string | null;
  readonly supplyChainId: string | null;
  readonly dppId: string | null;
  readonly rendering: Rendering;
  readonly rendered: Rendered;
};

/** Renders one asset of an object, in a thread. */
export const renderTask = new Task(
  'render an asset',
  async (tools, db, scope: Scope, request: RenderRequest): Promise<RenderAnswer> => {
    const texts = await loadTexts();
    const subject = await loadSubject(db, scope, request.subject);
    const explained = await explainedSubject(tools, subject, request.choices, async () =>
      request.other === undefined ? {} : comparedWith(db, scope, subject, request.other),
    );
    return renderedOf(subject, request, texts, explained);
  },
);

/** Renders one asset of a subject that was read. */
export async function renderedOf(
  subject: Subject,
  { choices, tenant }: Omit<RenderRequest, 'subject' | 'other'>,
  texts: Texts,
  explained: Explained,
): Promise<RenderAnswer> {
  const rendering = renderingOf(subject, choices, tenant, texts, explained);
  const isOfCalculation = rendering.picture.kind !== 'QR_TAG';
  return {
    productId: subject.product?.id ?? null,
    calculationId: isOfCalculation ? (subject.calculation?.id ?? null) : null,
    supplyChainId: subject.supplyChain?.chain.id ?? null,
    dppId: subject.passport?.id ?? null,
    rendering,
    rendered: await render(rendering, texts),
  };
}

/** Renders a stored asset again, from what its bytes follow from. */
export const renderAgainTask = new Task(
  'render an asset again',
  async (_tools, _db, _scope: Scope, rendering: Rendering): Promise<Rendered> =>
    render(rendering, await loadTexts()),
);
