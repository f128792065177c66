import { CatalogueMemory } from '../catalogue/catalogue-memory.ts';
import { contentOfProduct, shortened } from '../catalogue/content.ts';
import { Met } from '../catalogue/met.ts';
import type { Product } from '../product.ts';
import { editsOf } from '../scenarios/edits.ts';
import type { Override } from '../scenarios/override.ts';
import type { Products } from '../scenarios/scenario-subject.ts';
import { type Row, rowCopy } from './catalogue-sums.ts';

/** Results of all products of one content. */
export interface KnownShift {
  readonly baseline: Row;
  readonly outcome: Row;
  /** Elements that each override matched in one of them. */
  readonly matches: readonly number[];
}

/** Colours and sizes of an article follow each other; the memory for contents is bounded. */
const MOST_CONTENTS = 2_000;

/**
 * Results of the contents that products of a catalogue scenario have, from one slice to the next. One memory serves one
 * list of overrides, one library and one method.
 */
export class ComparisonMemory {
  readonly catalogue = new CatalogueMemory();
  readonly #met = new Met();
  readonly #shifts = new Map<string, KnownShift>();

  /** True if a product of this content needs not be given: see `ComparisonOptions.contents`. */
  knows(content: string): boolean {
    return this.#shifts.has(shortened(content));
  }

  of(content: string): KnownShift | undefined {
    return this.#shifts.get(content);
  }

  /** Keeps the results of a content that comes for the second time: most come once. */
  keep(content: string, shift: KnownShift): void {
    if (!this.#met.again(content)) return;
    if (this.#shifts.size >= MOST_CONTENTS) this.#shifts.clear();
    const baseline = rowCopy(shift.baseline);
    const outcome = shift.outcome === shift.baseline ? baseline : rowCopy(shift.outcome);
    this.#shifts.set(content, { baseline, outcome, matches: shift.matches });
  }
}

/** Contents of the products that have the same result as every other product of their content, by id. */
export function contentsOf(
  products: Products,
  ids: readonly string[],
  overrides: readonly Override[],
  given: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> {
  if (!overrides.every(isOfContent)) return new Map();
  return new Map(
    ids.flatMap((id) => {
      const product = products.get(id);
      const text = given?.get(id);
      if (product === undefined) return text === undefined ? [] : [[id, shortened(text)] as const];
      if (dependsOnOthers(product)) return [];
      const content = text === undefined ? contentOfProduct(product) : shortened(text);
      return [[id, content] as const];
    }),
  );
}

/** False for an override that asks for a product by id or name, or that puts other products in. */
function isOfContent(override: Override): boolean {
  const { select = {} } = override;
  const { productId, nodeId, path, component } = select;
  if (productId !== undefined || nodeId !== undefined || path !== undefined) return false;
  if (component !== undefined && editsOf(override, select).product !== undefined) return false;
  if (override.op === 'ADD') return override.component === undefined || isOwn(override.component);
  return override.op !== 'SWAP_SUPPLIER' || isOwn(override);
}

function dependsOnOthers({ components = [] }: Product): boolean {
  return !components.every(isOwn);
}

function isOwn({
  productId,
  supplierPcf,
}: {
  readonly productId?: unknown;
  readonly supplierPcf?: unknown;
}): boolean {
  return productId == null && supplierPcf == null;
}

/** Products that are a part of one of some products. */
export function partsOf(products: Products): readonly string[] {
  return [...products.values()].flatMap(({ components = [] }) =>
    components.flatMap(({ productId }) => productId ?? []),
  );
}
