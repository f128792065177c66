import {
  type CatalogueOptions,
  type CatalogueResult,
  calculateCatalogue,
} from '../catalogue/calculate-catalogue.ts';
import { CalculationError, type Problem } from '../errors.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import { applyInPart, type PartialVariant } from '../scenarios/apply-overrides.ts';
import { editsOf } from '../scenarios/edits.ts';
import type { Override } from '../scenarios/override.ts';
import { overrideProblems } from '../scenarios/override-problems.ts';
import type { Products } from '../scenarios/scenario-subject.ts';
import { addRow, type CatalogueSums, noSums, type Row } from './catalogue-sums.ts';

/** Results of one product, in kg CO2e per declared unit; null for both if one cannot be calculated. */
export interface ProductShift {
  readonly productId: string;
  readonly baselineCo2eKg: number | null;
  readonly outcomeCo2eKg: number | null;
  readonly problems: readonly Problem[];
}

export interface CatalogueSlice {
  readonly shifts: readonly ProductShift[];
  readonly baseline: CatalogueSums;
  readonly outcome: CatalogueSums;
  /** Elements that each override matched. */
  readonly matches: readonly number[];
}

/**
 * Some products of a catalogue before and after overrides, each as a scenario of its own would give
 * it. Only products that an override touches, themselves or by a part, are calculated again.
 */
export function compareProducts(
  products: Products,
  ids: readonly string[],
  overrides: readonly Override[],
  library: FactorLibrary,
  options: Omit<CatalogueOptions, 'ids' | 'onProgress'> = {},
): CatalogueSlice {
  const wrong = overrideProblems(overrides);
  if (wrong.length > 0) throw new CalculationError(wrong);
  const before = calculateCatalogue(products, library, { ...options, ids });
  const variants = variantsOf(products, ids, overrides, library);
  const outcomes = variants.map(({ variant, of }) => {
    const { subject, library: left } = variant;
    const touched = touchedProducts(products, subject.products);
    const changed = left === library ? of.filter((id) => touched.has(id)) : of;
    return calculateCatalogue(subject.products, left, { ...options, ids: changed });
  });
  const matches = overrides.map((_, at) =>
    variants.reduce((sum, { variant }) => sum + (variant.matches[at] ?? 0), 0),
  );
  return { ...summed(ids, before, outcomes), matches };
}

/** Overrides of the products, and the ids that the variant is the outcome of. */
interface VariantOf {
  readonly variant: PartialVariant;
  readonly of: readonly string[];
}

/**
 * One variant of all products, unless an override changes a product as a whole: then a product that is
 * a part of another one changes only where it is the product itself.
 */
function variantsOf(
  products: Products,
  ids: readonly string[],
  overrides: readonly Override[],
  library: FactorLibrary,
): VariantOf[] {
  const isOfRoots = overrides.some((override) => {
    const { select = {} } = override;
    if (select.productId !== undefined || select.tag !== undefined) return false;
    return editsOf(override, select).product !== undefined;
  });
  const kind = 'CATALOGUE';
  const hasParts = [...products.values()].some(({ components = [] }) =>
    components.some(({ productId }) => productId != null),
  );
  if (!isOfRoots || !hasParts)
    return [{ variant: applyInPart({ kind, products }, library, overrides), of: ids }];
  return ids.flatMap((productId): VariantOf[] => {
    if (!products.has(productId)) return [];
    const own = closureOf(products, productId);
    const subject = { kind: 'PRODUCT', productId, products: own } as const;
    return [{ variant: applyInPart(subject, library, overrides), of: [productId] }];
  });
}

/** A product and all products that it contains. */
function closureOf(products: Products, rootId: string): Products {
  const found = new Map<string, Product>();
  const waiting = [rootId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const product = products.get(id);
    if (product === undefined || found.has(id)) continue;
    found.set(id, product);
    waiting.push(...(product.components ?? []).flatMap(({ productId }) => productId ?? []));
  }
  return found;
}

/** Products that have changed, and all products that contain one of them. */
function touchedProducts(before: Products, after: Products): ReadonlySet<string> {
  const containers = new Map<string, string[]>();
  for (const [id, { components = [] }] of after) {
    for (const { productId } of components) {
      if (productId == null) continue;
      const known = containers.get(productId);
      if (known === undefined) containers.set(productId, [id]);
      else known.push(id);
    }
  }
  const waiting = [...after].flatMap(([id, product]) => (product === before.get(id) ? [] : [id]));
  const touched = new Set(waiting);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const container of containers.get(id) ?? []) {
      if (touched.has(container)) continue;
      touched.add(container);
      waiting.push(container);
    }
  }
  return touched;
}

function summed(
  ids: readonly string[],
  before: CatalogueResult,
  outcomes: readonly CatalogueResult[],
): Omit<CatalogueSlice, 'matches'> {
  const baselineRows = rowsOf([before]);
  const outcomeRows = rowsOf(outcomes);
  const failures = new Map([
    ...before.failures,
    ...outcomes.flatMap(({ failures: of }) => [...of]),
  ]);
  const sums = { baseline: noSums(), outcome: noSums() };
  const shifts = ids.map((productId): ProductShift => {
    const problems = failures.get(productId) ?? [];
    const baseline = baselineRows.get(productId);
    if (baseline === undefined || problems.length > 0)
      return { productId, baselineCo2eKg: null, outcomeCo2eKg: null, problems };
    const outcome = outcomeRows.get(productId) ?? baseline;
    addRow(sums.baseline, baseline);
    addRow(sums.outcome, outcome);
    const baselineCo2eKg = baseline.result.co2eKg[baseline.at] ?? 0;
    const outcomeCo2eKg = outcome.result.co2eKg[outcome.at] ?? 0;
    return { productId, baselineCo2eKg, outcomeCo2eKg, problems };
  });
  return { shifts, ...sums };
}

function rowsOf(results: readonly CatalogueResult[]): Map<string, Row> {
  return new Map(
    results.flatMap((result) => result.productIds.map((id, at) => [id, { result, at }] as const)),
  );
}
