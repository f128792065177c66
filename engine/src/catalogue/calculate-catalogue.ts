import { type FullOptions, fullMethodOf } from '../calculate-full.ts';
import type { Problem } from '../errors.ts';
import type { Factor } from '../factor.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import type { ResolveOptions } from '../resolve/draft.ts';
import { type ProductResolution, resolveProduct } from '../resolve/resolve-product.ts';
import { asAsked, gwpProblems } from '../resolve/resolve-tree.ts';
import { implausible } from '../strict.ts';
import { compileSystem, type Intensities, SystemError, solveIntensities } from '../system/index.ts';
import { LIFECYCLE_PHASES } from '../vocabulary.ts';
import { CatalogueMemory } from './catalogue-memory.ts';
import { contentOfProduct } from './content.ts';
import { factorRows, INDICATOR_COUNT, LANES } from './factor-rows.ts';
import { FlowTable } from './flow-table.ts';

export interface CatalogueOptions
  extends Omit<FullOptions, 'products' | 'monteCarlo' | 'memory' | 'shared'> {
  /** FULL when absent. */
  readonly detail?: 'BASIC' | 'FULL' | undefined;
  /** Products to calculate, all when absent: a job in pieces names each piece's. */
  readonly ids?: readonly string[] | undefined;
  /** Remembers what products have in common from one piece of a job to the next. */
  readonly memory?: CatalogueMemory | undefined;
  /** The caller gives one product of each content: none is looked for among the others. */
  readonly areDistinct?: boolean | undefined;
  /** Called now and then while products are resolved; returning false cancels. */
  readonly onProgress?: ((done: number, planned: number) => boolean) | undefined;
}

/** Results of all products, as columns by position in `productIds`. */
export interface CatalogueResult {
  readonly productIds: readonly string[];
  readonly co2eKg: Float64Array;
  /** Row-major [product][phase], in the order of LIFECYCLE_PHASES. */
  readonly phaseCo2eKg: Float64Array;
  /** Row-major [product][indicator], in the order of IMPACT_CATEGORIES. */
  readonly indicators: Float64Array;
  /** kg CO2e of each product whose factors lack the indicator: 0 is complete. */
  readonly lackingCo2eKg: Float64Array;
  /** Products that cannot be calculated, with all their problems. */
  readonly failures: ReadonlyMap<string, readonly Problem[]>;
  readonly outcome: 'COMPLETED' | 'CANCELLED';
}

/** Number of products resolved between two calls of `onProgress`. */
const PRODUCTS_PER_REPORT = 256;

/** Variants of an article follow each other; the memory for their contents is bounded. */
const MOST_REMEMBERED = 1_000;

/**
 * Calculates all products together: one sparse system of every part, solved once for all indicators
 * (I − Aᵀ)·Y = Q; each product is then its own flows + Σ parts · Y. A product that cannot be
 * calculated, unproductive loops included, is left out with its reasons, and so is every product
 * that contains it.
 */
export function calculateCatalogue(
  products: ReadonlyMap<string, Product>,
  library: FactorLibrary,
  options: CatalogueOptions = {},
): CatalogueResult {
  const catalogue = new Catalogue(products, library, options);
  const isWhole = catalogue.resolveAll(options.onProgress ?? (() => true));
  return { ...catalogue.solve(), outcome: isWhole ? 'COMPLETED' : 'CANCELLED' };
}

class Catalogue {
  readonly #products: ReadonlyMap<string, Product>;
  readonly #wanted: readonly string[];
  readonly #library: FactorLibrary;
  readonly #options: ResolveOptions;
  readonly #areDistinct: boolean;
  readonly #supplied = new Map<string, Factor>();
  readonly #converted = new Map<string, Factor>();
  readonly #failures = new Map<string, readonly Problem[]>();
  /** Flows within the boundary of the result; row by row with `#ids`. */
  readonly #wholes = new FlowTable();
  readonly #rowByContent = new Map<string, number>();
  readonly #ids: string[] = [];
  /** As parts of others, to their own gate. */
  readonly #parts = new FlowTable();
  readonly #partRow = new Map<string, number>();

  constructor(
    products: ReadonlyMap<string, Product>,
    library: FactorLibrary,
    {
      detail,
      ids,
      memory = new CatalogueMemory(),
      areDistinct = false,
      onProgress: _,
      ...options
    }: CatalogueOptions,
  ) {
    // The name of a product can make a strict result fail.
    this.#areDistinct = areDistinct || options.strict === true;
    this.#wanted = ids ?? [...products.keys()];
    this.#products = products;
    this.#library = library;
    // Strict results are refused by what only whole results have.
    const isFlowsOnly = options.strict !== true;
    // Factors of other potentials are refused at the place of their flow.
    const isShared = isFlowsOnly && options.gwpSet === undefined;
    const shared = isShared ? memory.piecesOf(library) : undefined;
    this.#options =
      detail === 'BASIC'
        ? { ...options, isFlowsOnly, shared }
        : { ...options, isFlowsOnly, shared, full: fullMethodOf(options), isWithoutModuleD: true };
  }

  resolveAll(onProgress: (done: number, planned: number) => boolean): boolean {
    const planned = this.#wanted.length;
    for (const [at, id] of this.#wanted.entries()) {
      const product = this.#products.get(id);
      if (product && this.#addWhole(product)) this.#ids.push(product.id);
      const done = at + 1;
      if (done % PRODUCTS_PER_REPORT === 0 && !onProgress(done, planned)) return false;
    }
    onProgress(planned, planned);
    return true;
  }

  solve(): Omit<CatalogueResult, 'outcome'> {
    this.#resolveParts();
    this.#failDependents();
    for (;;) {
      const intensities = this.#solveParts();
      if (intensities !== undefined) return this.#sumWholes(intensities);
      this.#failDependents();
    }
  }

  /** Products that differ in id and name alone, such as the colours of an article, are resolved once. */
  #addWhole(product: Product): boolean {
    const table = this.#wholes;
    if (this.#areDistinct) return this.#resolveInto(table, product, []);
    const content = contentOfProduct(product);
    const known = this.#rowByContent.get(content);
    if (known !== undefined) {
      table.repeat(known);
      return true;
    }
    if (!this.#resolveInto(table, product, [])) return false;
    if (this.#rowByContent.size >= MOST_REMEMBERED) this.#rowByContent.clear();
    this.#rowByContent.set(content, table.length - 1);
    return true;
  }

  #resolveInto(table: FlowTable, product: Product, root: readonly string[]): boolean {
    const { product: resolved, problems, suppliedFactors } = this.#resolved(product, root);
    const refused = this.#options.strict ? implausible(resolved.warnings ?? []) : [];
    for (const [id, factor] of suppliedFactors) this.#supplied.set(id, factor);
    const factorOf = (id: string) => this.#factorOf(id);
    const otherGwp = gwpProblems([resolved], { get: factorOf }, this.#options.gwpSet);
    if (problems.length + refused.length + otherGwp.length > 0) {
      this.#failures.set(product.id, [...problems, ...refused, ...otherGwp]);
      return false;
    }
    table.add(resolved, factorOf, this.#options.full?.electricity ?? 'LOCATION');
    return true;
  }

  /** Without the pieces of others if it has problems: these name places of the product itself. */
  #resolved(product: Product, root: readonly string[]): ProductResolution {
    const options = this.#options;
    const resolution = resolveProduct(this.#library, product, this.#products, options, root);
    if (options.shared === undefined || resolution.problems.length === 0) return resolution;
    const alone = { ...options, shared: undefined };
    return resolveProduct(this.#library, product, this.#products, alone, root);
  }

  /** With an explicit set of potentials, converted; each factor once. */
  #factorOf(id: string): Factor | undefined {
    const factor = this.#supplied.get(id) ?? this.#library.factors.get(id);
    const { gwpSet } = this.#options;
    if (factor === undefined || gwpSet === undefined) return factor;
    const converted = this.#converted.get(id) ?? asAsked(factor, gwpSet);
    this.#converted.set(id, converted);
    return converted;
  }

  /** Every product that is a part of something, however deep. */
  #resolveParts(): void {
    const waiting = [...new Set(this.#wholes.partProduct)];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const product = this.#products.get(id);
      if (product === undefined || this.#partRow.has(id) || this.#failures.has(id)) continue;
      const first = this.#parts.partProduct.length;
      if (!this.#resolveInto(this.#parts, product, ['products', id])) continue;
      this.#partRow.set(id, this.#parts.length - 1);
      waiting.push(...this.#parts.partProduct.slice(first));
    }
  }

  /** Every product that contains a failed product fails too. */
  #failDependents(): void {
    const dependents = new Map<string, string[]>();
    const note = (id: string, table: FlowTable, row: number) => {
      const end = table.partStart[row + 1] ?? 0;
      for (let at = table.partStart[row] ?? 0; at < end; at++) {
        const part = table.partProduct[at] ?? '';
        const known = dependents.get(part);
        if (known === undefined) dependents.set(part, [id]);
        else known.push(id);
      }
    };
    for (const [row, id] of this.#ids.entries()) note(id, this.#wholes, row);
    for (const [id, row] of this.#partRow) note(id, this.#parts, row);
    const waiting = [...this.#failures.keys()];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (const dependent of dependents.get(id) ?? []) {
        if (this.#failures.has(dependent)) continue;
        const name = this.#products.get(id)?.name ?? id;
        const message = `Its part ${name} cannot be calculated.`;
        this.#failures.set(dependent, [
          { path: ['components'], code: 'BAD_INPUT', message, suggestions: [] },
        ]);
        waiting.push(dependent);
      }
    }
  }

  /** Undefined after a loop was refused: its products have failed, the others may go on. */
  #solveParts(): Intensities | undefined {
    const { consumers, suppliers, amounts } = this.#edges();
    const direct = new Float64Array(this.#parts.length * LANES);
    const rows = factorRows(this.#parts.factors);
    for (let row = 0; row < this.#parts.length; row++) {
      addFlows(this.#parts, row, rows, { target: direct, start: row * LANES });
    }
    const system = compileSystem({
      nodeCount: this.#parts.length,
      indicatorCount: LANES,
      consumers: Int32Array.from(consumers),
      suppliers: Int32Array.from(suppliers),
      amounts: Float64Array.from(amounts),
      direct,
    });
    try {
      return solveIntensities(system);
    } catch (error) {
      if (!(error instanceof SystemError) || error.nodes.length === 0) throw error;
      this.#failLoop(error.nodes);
      return undefined;
    }
  }

  #edges() {
    const consumers: number[] = [];
    const suppliers: number[] = [];
    const amounts: number[] = [];
    for (const [id, row] of this.#partRow) {
      if (this.#failures.has(id)) continue;
      const end = this.#parts.partStart[row + 1] ?? 0;
      for (let at = this.#parts.partStart[row] ?? 0; at < end; at++) {
        const supplier = this.#partRow.get(this.#parts.partProduct[at] ?? '');
        if (supplier === undefined) continue;
        consumers.push(row);
        suppliers.push(supplier);
        amounts.push(this.#parts.partAmount[at] ?? 0);
      }
    }
    return { consumers, suppliers, amounts };
  }

  #failLoop(nodes: readonly number[]): void {
    const partIds = [...this.#partRow.keys()];
    const ids = nodes.map((node) => partIds[node] ?? '');
    const names = ids.map((id) => this.#products.get(id)?.name ?? id);
    const message = `A loop of products consumes at least its own output: ${[...names, names[0]].join(' → ')}.`;
    const problem: Problem = {
      path: ['components'],
      code: 'NON_PRODUCTIVE_CYCLE',
      message,
      suggestions: [],
      loop: names,
    };
    for (const id of ids) this.#failures.set(id, [problem]);
  }

  #sumWholes({ system, values }: Intensities): Omit<CatalogueResult, 'outcome'> {
    const kept = this.#ids.flatMap((id, row) => (this.#failures.has(id) ? [] : [{ id, row }]));
    const phaseCount = LIFECYCLE_PHASES.length;
    const co2eKg = new Float64Array(kept.length);
    const phaseCo2eKg = new Float64Array(kept.length * phaseCount);
    const indicators = new Float64Array(kept.length * INDICATOR_COUNT);
    const lackingCo2eKg = new Float64Array(kept.length * INDICATOR_COUNT);
    const rows = factorRows(this.#wholes.factors);
    const sums = new Float64Array(LANES);
    for (const [at, { row }] of kept.entries()) {
      sums.fill(0);
      const phases = phaseCo2eKg.subarray(at * phaseCount, (at + 1) * phaseCount);
      addFlows(this.#wholes, row, rows, { target: sums, start: 0, phases });
      const end = this.#wholes.partStart[row + 1] ?? 0;
      for (let part = this.#wholes.partStart[row] ?? 0; part < end; part++) {
        const node = this.#partRow.get(this.#wholes.partProduct[part] ?? '') ?? 0;
        const start = (system.positionOf[node] ?? 0) * LANES;
        const amount = this.#wholes.partAmount[part] ?? 0;
        for (let lane = 0; lane < LANES; lane++) {
          sums[lane] = (sums[lane] ?? 0) + amount * (values[start + lane] ?? 0);
        }
        const phase = this.#wholes.partPhase[part] ?? 0;
        phases[phase] = (phases[phase] ?? 0) + amount * (values[start] ?? 0);
      }
      co2eKg[at] = phases.reduce((total, kg) => total + kg, 0);
      indicators.set(sums.subarray(0, INDICATOR_COUNT), at * INDICATOR_COUNT);
      lackingCo2eKg.set(sums.subarray(INDICATOR_COUNT), at * INDICATOR_COUNT);
    }
    const productIds = kept.map(({ id }) => id);
    const failures = this.#failures;
    return { productIds, co2eKg, phaseCo2eKg, indicators, lackingCo2eKg, failures };
  }
}

interface FlowSums {
  readonly target: Float64Array;
  /** Position of the first indicator in `target`. */
  readonly start: number;
  /** Climate impact by life cycle phase, if it is wanted. */
  readonly phases?: Float64Array;
}

/** Adds amount · factor over one row's flows to `target` from `start`, and climate by phase. */
function addFlows(
  table: FlowTable,
  row: number,
  rows: Float64Array,
  { target, start, phases }: FlowSums,
): void {
  const end = table.flowStart[row + 1] ?? 0;
  for (let flow = table.flowStart[row] ?? 0; flow < end; flow++) {
    const amount = table.flowAmount[flow] ?? 0;
    const source = (table.flowFactor[flow] ?? 0) * LANES;
    for (let lane = 0; lane < INDICATOR_COUNT; lane++) {
      target[start + lane] = (target[start + lane] ?? 0) + amount * (rows[source + lane] ?? 0);
    }
    // A missing indicator is missing for credits and burdens alike.
    const size = Math.abs(amount);
    for (let lane = INDICATOR_COUNT; lane < LANES; lane++) {
      target[start + lane] = (target[start + lane] ?? 0) + size * (rows[source + lane] ?? 0);
    }
    if (phases === undefined) continue;
    const phase = table.flowPhase[flow] ?? 0;
    phases[phase] = (phases[phase] ?? 0) + amount * (rows[source] ?? 0);
  }
}
