import type { TenantDb } from '../../platform/database/index.ts';
import type { Tools } from '../../rules/jobs/compute.ts';
import { drawnBrand } from './brand.ts';
import { comparedWith, type Explained, explainedSubject } from './explain-subject.ts';
import { type Rendered, type Rendering, render } from './render.ts';
import type { RenderAnswer, RenderRequest } from './render-task.ts';
import { renderingOf } from './request.ts';
import { loadSubject, type Subject } from './subject.ts';
import { loadTexts, type Texts } from './words.ts';

/** Renders one asset of an object. */
export async function renderAsset(
  tools: Tools,
  tenant: TenantDb,
  request: RenderRequest,
): Promise<RenderAnswer> {
  const texts = await loadTexts();
  const subject = await loadSubject(tenant, request.subject);
  const explained = await explainedSubject(tools, subject, request.choices, async () =>
    request.other === undefined ? {} : comparedWith(tenant, subject, request.other),
  );
  return renderedOf(tenant, subject, request, texts, explained);
}

/** Renders one asset of a subject that was read. */
export async function renderedOf(
  context: TenantDb,
  subject: Subject,
  { choices, tenant }: Omit<RenderRequest, 'subject' | 'other'>,
  texts: Texts,
  explained: Explained,
): Promise<RenderAnswer> {
  const rendering = await renderingOf(subject, choices, tenant, texts, explained);
  const brand = await drawnBrand(context, rendering.brand);
  const isOfCalculation = rendering.picture.kind !== 'QR_TAG';
  return {
    productId: subject.product?.id ?? null,
    calculationId: isOfCalculation ? (subject.calculation?.id ?? null) : null,
    supplyChainId: subject.supplyChain?.chain.id ?? null,
    dppId: subject.passport?.id ?? null,
    rendering,
    rendered: await render(rendering, texts, brand),
  };
}

/** Renders a stored asset again, from what its bytes follow from. */
export async function renderAgain(tenant: TenantDb, rendering: Rendering): Promise<Rendered> {
  const brand = await drawnBrand(tenant, rendering.brand);
  return render(rendering, await loadTexts(), brand);
}
