import { Catalogue, type CatalogueOptions } from '../catalogue/calculate-catalogue.ts';
import { CalculationError, type Problem } from '../errors.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import { applyInPart, type PartialVariant } from '../scenarios/apply-overrides.ts';
import { editsOf } from '../scenarios/edits.ts';
import type { Override } from '../scenarios/override.ts';
import { overrideProblems } from '../scenarios/override-problems.ts';
import type { Products } from '../scenarios/scenario-subject.ts';
import { addRow, type CatalogueSums, noSums, rowsOf } from './catalogue-sums.ts';
import { ComparisonMemory, contentsOf, type KnownShift, partsOf } from './comparison-memory.ts';

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

export interface ComparisonOptions
  extends Omit<CatalogueOptions, 'ids' | 'memory' | 'areDistinct' | 'onProgress'> {
  /** Remembers results from one slice to the next. */
  readonly memory?: ComparisonMemory | undefined;
  /**
   * Text of everything that a product is made of but its id and name, by id, if the caller has it: two products of one text have
   * one footprint. Products whose text the memory knows may be missing.
   */
  readonly contents?: ReadonlyMap<string, string> | undefined;
}

type Options = Omit<ComparisonOptions, 'memory' | 'contents'>;

/**
 * Some products of a catalogue before and after overrides, each as a scenario of its own would give
 * it. Products of one content are calculated once, and only products that an override touches, themselves or by a
 * part, a second time.
 */
export function compareProducts(
  products: Products,
  ids: readonly string[],
  overrides: readonly Override[],
  library: FactorLibrary,
  { memory = new ComparisonMemory(), contents: given, ...options }: ComparisonOptions = {},
): CatalogueSlice {
  const wrong = overrideProblems(overrides, options.detail);
  if (wrong.length > 0) throw new CalculationError(wrong);
  // Warnings of strict results depend on the name of a product.
  const contents = options.strict ? NO_CONTENTS : contentsOf(products, ids, overrides, given);
  const comparison = new Comparison({ products, overrides, library, options }, contents, memory);
  comparison.calculate(comparison.firstOfEach(ids));
  // The other products of a content that cannot be calculated have problems of their own.
  comparison.calculate(ids.filter((id) => !comparison.has(id)));
  return comparison.slice(ids);
}

const NO_CONTENTS: ReadonlyMap<string, string> = new Map();

interface Scenario {
  readonly products: Products;
  readonly overrides: readonly Override[];
  readonly library: FactorLibrary;
  readonly options: Options;
}

class Comparison {
  readonly #scenario: Scenario;
  readonly #contents: ReadonlyMap<string, string>;
  readonly #memory: ComparisonMemory;
  readonly #done = new Set<string>();
  /** Products whose matches are counted. */
  readonly #walked = new Set<string>();
  readonly #shifts = new Map<string, KnownShift>();
  readonly #shiftOfContent = new Map<string, KnownShift>();
  readonly #failures = new Map<string, readonly Problem[]>();
  readonly #matches: number[];

  constructor(scenario: Scenario, contents: ReadonlyMap<string, string>, memory: ComparisonMemory) {
    this.#scenario = scenario;
    this.#contents = contents;
    this.#memory = memory;
    this.#matches = scenario.overrides.map(() => 0);
  }

  /** Products to calculate: the first of each content that is not known. */
  firstOfEach(ids: readonly string[]): readonly string[] {
    const met = new Set<string>();
    return ids.filter((id) => {
      const content = this.#contents.get(id);
      if (content === undefined) return true;
      if (met.has(content)) return false;
      met.add(content);
      const known = this.#memory.of(content);
      if (known !== undefined) this.#shiftOfContent.set(content, known);
      return known === undefined;
    });
  }

  has(id: string): boolean {
    return this.#done.has(id) || this.#knownShift(id) !== undefined;
  }

  #knownShift(id: string): KnownShift | undefined {
    const content = this.#contents.get(id);
    return content === undefined ? undefined : this.#shiftOfContent.get(content);
  }

  calculate(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const { overrides, library, options } = this.#scenario;
    const products = this.#neededFor(ids);
    for (const id of products.keys()) this.#walked.add(id);
    const areDistinct = this.#contents.size > 0;
    const settings = { ...options, memory: this.#memory.catalogue, areDistinct };
    const before = new Catalogue(products, library, settings);
    const variants = variantsOf(products, ids, overrides, library);
    const after = new Map<string, Catalogue>();
    for (const { variant, of } of variants) {
      const { subject, library: left } = variant;
      const touched = left === library ? touchedProducts(products, subject.products) : undefined;
      const catalogue = new Catalogue(subject.products, left, settings);
      for (const id of of) if (touched?.has(id) !== false) after.set(id, catalogue);
    }
    // A product after its overrides follows itself: what they do not touch is at hand.
    for (const id of ids) {
      before.add(id);
      after.get(id)?.add(id);
    }
    const unchanged = before.solve();
    const outcomes = [...new Set(after.values())].map((catalogue) => catalogue.solve());
    for (const { failures } of [unchanged, ...outcomes]) {
      for (const [id, problems] of failures) this.#failures.set(id, problems);
    }
    const matches = new Map(variants.flatMap(({ variant }) => [...variant.matchesByOwner]));
    this.#addMatches(variants.map(({ variant }) => variant.matches));
    const baselines = rowsOf([unchanged]);
    const changed = rowsOf(outcomes);
    for (const id of ids) {
      this.#done.add(id);
      const baseline = baselines.get(id);
      if (baseline === undefined || this.#failures.has(id)) continue;
      const outcome = changed.get(id) ?? baseline;
      // The year of the grid belongs to no product.
      const own = overrides.map(({ op }, at) =>
        op === 'SET_GRID_YEAR' ? 1 : (matches.get(id)?.[at] ?? 0),
      );
      this.#keep(id, { baseline, outcome, matches: own });
    }
  }

  /** All products but those that are neither calculated nor a part. */
  #neededFor(ids: readonly string[]): Products {
    const { products } = this.#scenario;
    if (this.#contents.size === 0) return products;
    const needed = new Set([...partsOf(products), ...ids]);
    return new Map([...products].filter(([id]) => needed.has(id) || !this.#contents.has(id)));
  }

  #keep(id: string, shift: KnownShift): void {
    this.#shifts.set(id, shift);
    const content = this.#contents.get(id);
    if (content === undefined) return;
    this.#shiftOfContent.set(content, shift);
    this.#memory.keep(content, shift);
  }

  #addMatches(counts: readonly (readonly number[])[]): void {
    for (const each of counts) {
      for (const [at, count] of each.entries())
        this.#matches[at] = (this.#matches[at] ?? 0) + count;
    }
  }

  slice(ids: readonly string[]): CatalogueSlice {
    const sums = { baseline: noSums(), outcome: noSums() };
    const shifts = ids.map((productId): ProductShift => {
      const problems = this.#failures.get(productId) ?? [];
      const repeated = this.#done.has(productId) ? undefined : this.#knownShift(productId);
      if (repeated && !this.#walked.has(productId)) this.#addMatches([repeated.matches]);
      const shift = repeated ?? this.#shifts.get(productId);
      if (shift === undefined || problems.length > 0)
        return { productId, baselineCo2eKg: null, outcomeCo2eKg: null, problems };
      const { baseline, outcome } = shift;
      addRow(sums.baseline, baseline);
      addRow(sums.outcome, outcome);
      const baselineCo2eKg = baseline.result.co2eKg[baseline.at] ?? 0;
      const outcomeCo2eKg = outcome.result.co2eKg[outcome.at] ?? 0;
      return { productId, baselineCo2eKg, outcomeCo2eKg, problems };
    });
    return { shifts, ...sums, matches: this.#matches };
  }
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
