import { Task } from '../../rules/jobs/compute.ts';
import type { Rendered, Rendering } from './render.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import type { SubjectReference } from './subject.ts';

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

/** The libraries that draw and write PDF are loaded by the threads that render, not at every start. */
export const renderer = () => import('./render-asset.ts');

/** Renders one asset of an object, in a thread. */
export const renderTask = new Task(
  'render an asset',
  async (tools, tenant, request: RenderRequest): Promise<RenderAnswer> =>
    (await renderer()).renderAsset(tools, tenant, request),
  renderer,
);

/** Renders a stored asset again, from what its bytes follow from. */
export const renderAgainTask = new Task(
  'render an asset again',
  async (_tools, tenant, rendering: Rendering): Promise<Rendered> =>
    (await renderer()).renderAgain(tenant, rendering),
  renderer,
);
