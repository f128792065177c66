import { type FullOptions, fullMethodOf } from '../calculate-full.ts';
import type { Problem } from '../errors.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Path } from '../path.ts';
import type { TransportLeg } from '../product.ts';
import { type Draft, newDraft, type ResolveOptions, refuse } from '../resolve/draft.ts';
import { type Resolution, resolutionOf } from '../resolve/resolution.ts';
import { resolveProduct } from '../resolve/resolve-product.ts';
import { resolveLegs } from '../resolve/resolve-transport.ts';
import { packSnapshot } from '../resolve/resolve-tree.ts';
import type { Products } from '../resolve/resolved-component.ts';
import { sizeLimit } from '../resolve/size-limit.ts';
import type { Footprint } from '../result.ts';
import type { Snapshot } from '../snapshot.ts';
import { unlessImplausible } from '../strict.ts';
import { BOUNDARY_PHASES } from '../vocabulary.ts';

/** Several products and the way that they take together: a shopping cart, an order. */
export interface Bundle {
  readonly id: string;
  readonly name: string;
  /** Products of the bundle; `quantity` counts declared units. */
  readonly lines: readonly BundleLine[];
  /** The way to the customer, beyond what the products declare themselves. */
  readonly transportLegs?: readonly TransportLeg[] | undefined;
  /** Mass in kg for legs that do not state their own. */
  readonly massKg?: number | undefined;
}

export interface BundleLine {
  /** Your own id of the line: results by line carry it. */
  readonly id?: string | undefined;
  readonly productId: string;
  readonly quantity: number;
}

/**
 * kg CO2e of a bundle: Σ quantity · E(product) + Σ legs, each E as `calculateBasic` or
 * `calculateFull` gives it (calculation.md §2.2, cart). FULL unless the options say BASIC. Declared
 * legs are the real way to the customer: no distribution is assumed for the products then.
 */
export function calculateBundle(
  bundle: Bundle,
  library: FactorLibrary,
  options: FullOptions & { readonly detail?: 'BASIC' | 'FULL' } = {},
): Footprint {
  return unlessImplausible(evaluate(bundleSnapshot(bundle, library, options)), options.strict);
}

/** Everything that the footprint of a bundle follows from. */
export function bundleSnapshot(
  bundle: Bundle,
  library: FactorLibrary,
  options: FullOptions & { readonly detail?: 'BASIC' | 'FULL' } = {},
): Snapshot {
  const { detail = 'FULL', ...rest } = options;
  const { isDelivered = (bundle.transportLegs ?? []).length > 0 } = rest;
  const settings = detail === 'FULL' ? { ...rest, full: fullMethodOf(rest), isDelivered } : rest;
  const products = options.products ?? new Map();
  const resolutions = resolveBundle(library, bundle, products, settings);
  return packSnapshot(library, bundle.id, resolutions, settings);
}

/**
 * The lines become flows and parts of the bundle, multiplied by their quantity, so that each keeps
 * its life-cycle phase; a shared part is in the system once.
 */
function resolveBundle(
  library: FactorLibrary,
  bundle: Bundle,
  products: Products,
  options: ResolveOptions,
): Resolution[] {
  const draft = newDraft(library, options);
  const below: Resolution[] = [];
  const known = new Set<string>();
  const count = sizeLimit(options.maxResultCharacters);
  for (const [at, { productId, quantity }] of bundle.lines.entries()) {
    const product = products.get(productId);
    if (product === undefined) {
      const message = `There is no product ${productId} to calculate.`;
      refuse(draft, ['lines', at, 'productId'], message);
      continue;
    }
    const own = resolveProduct(library, product, products, options);
    addLine(draft, own, ['lines', at], quantity);
    const reached = [own];
    for (const { product: above } of reached) {
      count(above);
      for (const { productId: id } of above.parts) {
        const part = products.get(id);
        if (part === undefined || known.has(id)) continue;
        known.add(id);
        const resolved = resolveProduct(library, part, products, options, ['products', id]);
        reached.push(resolved);
        below.push({ ...resolved, problems: within(resolved.problems, ['lines', at]) });
      }
    }
  }
  addWay(draft, bundle);
  const { id, name } = bundle;
  return [resolutionOf(draft, { id, name, declaredUnit: { amount: 1, unit: 'PIECE' } }), ...below];
}

function addLine(
  draft: Draft,
  { product, problems, suppliedFactors }: Resolution,
  path: Path,
  times: number,
): void {
  const first = draft.flows.length;
  const placed = <Item extends { readonly path: Path }>(item: Item): Item => ({
    ...item,
    path: [...path, ...item.path],
  });
  const counted = <Item extends { readonly path: Path; label: string; amount: number }>(
    item: Item,
  ): Item => ({
    ...placed(item),
    label: `${product.name}: ${item.label}`,
    amount: item.amount * times,
  });
  draft.flows.push(...product.flows.map(counted));
  draft.parts.push(...product.parts.map(counted));
  draft.gaps.push(...product.gaps.map(placed));
  draft.warnings.push(...(product.warnings ?? []).map(placed));
  for (const decision of product.decisions) {
    const flows = decision.flows.map((at) => first + at);
    draft.decisions.push({ ...placed(decision), flows });
  }
  draft.problems.push(...within(problems, path));
  for (const [id, factor] of suppliedFactors) draft.suppliedFactors.set(id, factor);
}

function addWay(draft: Draft, { transportLegs = [], massKg }: Bundle): void {
  const { full } = draft.options;
  if (!BOUNDARY_PHASES[full?.boundary ?? 'CRADLE_TO_SHELF'].includes('DISTRIBUTION')) return;
  const place = { path: [], label: 'To the customer', phase: 'DISTRIBUTION' } as const;
  resolveLegs(draft, place, transportLegs, massKg);
}

function within(problems: readonly Problem[], path: Path): Problem[] {
  return problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}
