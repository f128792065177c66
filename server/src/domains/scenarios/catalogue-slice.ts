import {
  addSums,
  type CatalogueSums,
  ComparisonMemory,
  compareProducts,
  type FactorLibrary,
  noSums,
  type Product,
  type ProductShift,
} from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import { MAX_PROBLEMS_OF_ITEM, type Problem } from '../../rules/errors/api-error.ts';
import { SLICE_BUDGET_MS } from '../../rules/jobs/slices.ts';
import {
  contentOfStored,
  engineTask,
  partsOf,
  readProduct,
  runEngine,
  type StoredProduct,
} from '../calculations/index.ts';
import { findCalculatedProducts } from '../products/index.ts';
import type { ScenarioProductRow } from './catalogue-store.ts';
import { addedProductIds } from './declared-subject.ts';
import type { ScenarioDefinition } from './model.ts';

export type SliceInput = {
  readonly productIds: readonly string[];
  readonly definition: ScenarioDefinition;
};

export type SliceOutput = {
  readonly rows: readonly ScenarioProductRow[];
  readonly baseline: CatalogueSums;
  readonly outcome: CatalogueSums;
  readonly matches: readonly number[];
};

/** Read and compared together: their bills are garbage before the next ones are read, so that collecting it copies little. */
const MOST_AT_ONCE = 100;
const FIRST_AT_ONCE = 5;
/** The next ones may take ten times as long, and nothing is stopped among them. */
const MOST_GROWTH = 4;
/** Of their bills: the largest bill has a megabyte. */
const CHARACTERS_AT_ONCE = 4_000_000;

/** The first of some products of a catalogue before and after the overrides, in a thread of the pool. */
export const catalogueSliceTask = engineTask(
  'run a scenario of some products',
  async (
    { library, gazetteer },
    tenant,
    { productIds, definition: { method, overrides } }: SliceInput,
  ): Promise<SliceOutput> => {
    const added = addedProductIds(overrides);
    const given = [...productIds, ...added];
    const partIds = await partsOf(tenant, given);
    const memory = memoryOf(library, [method, overrides]);
    const options = { ...method, gazetteer, memory };
    const parts = new Set([...partIds, ...added]);
    const compare = (ids: readonly string[], some: readonly StoredProduct[]): SliceOutput => {
      const { contents, read } = readUnknown(some, parts, memory);
      const publicIds = ids.map((id) => encodeId('product', id));
      const { shifts, ...sums } = runEngine(
        (path) => path,
        () => compareProducts(read, publicIds, overrides, library, { ...options, contents }),
      );
      return { ...sums, rows: shifts.map((shift, at) => rowOf(ids[at] ?? '', shift)) };
    };
    // Products are compared together with their parts.
    if (parts.size > 0) {
      const all = [...new Set([...given, ...partIds])];
      return compare(productIds, await findCalculatedProducts(tenant, all));
    }
    const outputs: SliceOutput[] = [];
    let [at, count] = [0, FIRST_AT_ONCE];
    const untilMs = performance.now() + SLICE_BUDGET_MS;
    do {
      const ids = productIds.slice(at, at + count);
      const stored = await findCalculatedProducts(tenant, ids);
      outputs.push(compare(ids, stored));
      at += ids.length;
      count = Math.min(countAfter(stored), MOST_GROWTH * count);
    } while (at < productIds.length && performance.now() < untilMs);
    return outputs.reduce(joined);
  },
);

/** Products to read next, by the bills of the last ones. */
function countAfter(stored: readonly StoredProduct[]): number {
  const characters = stored.reduce((sum, { billText }) => sum + billText.length, 1);
  const count = Math.floor((CHARACTERS_AT_ONCE * Math.max(stored.length, 1)) / characters);
  return Math.min(Math.max(count, 1), MOST_AT_ONCE);
}

export function joined(a: SliceOutput, b: SliceOutput): SliceOutput {
  return {
    rows: [...a.rows, ...b.rows],
    baseline: addSums(a.baseline, b.baseline),
    outcome: addSums(a.outcome, b.outcome),
    matches: a.matches.map((count, at) => count + (b.matches[at] ?? 0)),
  };
}

/** A product that takes too much to be compared: nothing of it is in the sums. */
export function failedSlice(
  productId: string,
  { overrides }: ScenarioDefinition,
  problem: Problem,
): SliceOutput {
  const row = { productId, baselineCo2eKg: null, outcomeCo2eKg: null, problems: [problem] };
  const sums = { baseline: noSums(), outcome: noSums() };
  return { rows: [row], ...sums, matches: overrides.map(() => 0) };
}

function rowOf(
  productId: string,
  { baselineCo2eKg, outcomeCo2eKg, problems }: ProductShift,
): ScenarioProductRow {
  const reasons = problems.length === 0 ? null : problems.slice(0, MAX_PROBLEMS_OF_ITEM);
  return { productId, baselineCo2eKg, outcomeCo2eKg, problems: reasons };
}

/** The contents of products by id, and the products that the memory does not know or that are parts. */
function readUnknown(
  stored: readonly StoredProduct[],
  parts: ReadonlySet<string>,
  memory: ComparisonMemory,
): { readonly contents: ReadonlyMap<string, string>; readonly read: ReadonlyMap<string, Product> } {
  const contents = new Map<string, string>();
  const read = new Map<string, Product>();
  for (const product of stored) {
    const id = encodeId('product', product.id);
    const content = contentOfStored(product);
    contents.set(id, content);
    if (parts.has(product.id) || !memory.knows(content)) read.set(id, readProduct(product));
  }
  return { contents, read };
}

type Remembered = { readonly key: string; readonly memory: ComparisonMemory };

/** One for each library in a thread: the slices of a run follow each other. */
const memories = new WeakMap<FactorLibrary, Remembered>();

/** The memory that earlier slices with the same method and overrides have filled. */
function memoryOf(library: FactorLibrary, definition: unknown): ComparisonMemory {
  const key = JSON.stringify(definition);
  const last = memories.get(library);
  if (last?.key === key) return last.memory;
  const memory = new ComparisonMemory();
  memories.set(library, { key, memory });
  return memory;
}
