import { type FullOptions, fullMethodOf } from '../calculate-full.ts';
import { badInput, loopProblem, type Problem } from '../errors.ts';
import { BEYOND_NUMBERS } from '../evaluate/evaluate.ts';
import type { Factor } from '../factor.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import type { ResolveOptions } from '../resolve/draft.ts';
import type { Resolution } from '../resolve/resolution.ts';
import { resolveProduct } from '../resolve/resolve-product.ts';
import { asAsked, gwpProblems } from '../resolve/resolve-tree.ts';
import { implausible } from '../strict.ts';
import { compileSystem, type Intensities, SystemError, solveIntensities } from '../system/index.ts';
import { CatalogueMemory } from './catalogue-memory.ts';
import { contentOfProduct } from './content.ts';
import { FlowSums, INDICATOR_COUNT, LANES, PHASE_COUNT } from './flow-sums.ts';

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
  /** Called after each product is resolved; returning false cancels: the others are not in the result. */
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
  const { ids = [...products.keys()], onProgress = () => true, ...others } = options;
  const catalogue = new Catalogue(products, library, others);
  const planned = ids.length;
  for (const [at, id] of ids.entries()) {
    catalogue.add(id);
    if (!onProgress(at + 1, planned) && at + 1 < planned)
      return { ...catalogue.solve(), outcome: 'CANCELLED' };
  }
  return { ...catalogue.solve(), outcome: 'COMPLETED' };
}

/** Results as columns, of the products that were added. */
export type CatalogueTable = Omit<CatalogueResult, 'outcome'>;

/** Products are added one after the other, then all are solved together. */
export class Catalogue {
  readonly #products: ReadonlyMap<string, Product>;
  readonly #library: FactorLibrary;
  readonly #options: ResolveOptions;
  readonly #areDistinct: boolean;
  readonly #supplied = new Map<string, Factor>();
  readonly #converted = new Map<string, Factor>();
  readonly #failures = new Map<string, readonly Problem[]>();
  /** Within the boundary of the result; row by row with `#ids`. */
  readonly #wholes = new FlowSums();
  readonly #rowByContent = new Map<string, number>();
  readonly #ids: string[] = [];
  /** As parts of others, to their own gate. */
  readonly #parts = new FlowSums();
  readonly #partRow = new Map<string, number>();

  constructor(
    products: ReadonlyMap<string, Product>,
    library: FactorLibrary,
    {
      detail,
      memory = new CatalogueMemory(),
      areDistinct = false,
      ...options
    }: Omit<CatalogueOptions, 'ids' | 'onProgress'>,
  ) {
    // The name of a product can make a strict result fail.
    this.#areDistinct = areDistinct || options.strict === true;
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

  add(id: string): void {
    const product = this.#products.get(id);
    if (product && this.#addWhole(product)) this.#ids.push(product.id);
  }

  /** Results of the products that were added, once. */
  solve(): CatalogueTable {
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

  #resolveInto(table: FlowSums, product: Product, root: readonly string[]): boolean {
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
  #resolved(product: Product, root: readonly string[]): Resolution {
    const options = this.#options;
    options.shared?.begin(product.id);
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
    const note = (id: string, table: FlowSums, row: number) => {
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
        this.#failures.set(dependent, [badInput(['components'], message)]);
        waiting.push(dependent);
      }
    }
  }

  /** Undefined after a loop was refused: its products have failed, the others may go on. */
  #solveParts(): Intensities | undefined {
    const { consumers, suppliers, amounts } = this.#edges();
    const direct = this.#parts.lanes.slice(0, this.#parts.length * LANES);
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
    for (const id of ids) this.#failures.set(id, [loopProblem(names)]);
  }

  /** Adds the parts to the sums of their products, in place: it is called once. */
  #sumWholes({ system, values }: Intensities): CatalogueTable {
    const { lanes, phases, partStart, partProduct, partAmount, partPhase } = this.#wholes;
    const kept = this.#ids.flatMap((id, row) => {
      if (this.#failures.has(id)) return [];
      const own = lanes.subarray(row * LANES, (row + 1) * LANES);
      const ownPhases = phases.subarray(row * PHASE_COUNT, (row + 1) * PHASE_COUNT);
      const end = partStart[row + 1] ?? 0;
      for (let part = partStart[row] ?? 0; part < end; part++) {
        const node = this.#partRow.get(partProduct[part] ?? '') ?? 0;
        const start = (system.positionOf[node] ?? 0) * LANES;
        const amount = partAmount[part] ?? 0;
        for (let lane = 0; lane < LANES; lane++) {
          own[lane] = (own[lane] ?? 0) + amount * (values[start + lane] ?? 0);
        }
        const phase = partPhase[part] ?? 0;
        ownPhases[phase] = (ownPhases[phase] ?? 0) + amount * (values[start] ?? 0);
      }
      const total = ownPhases.reduce((sum, kg) => sum + kg, 0);
      if (Number.isFinite(total)) return { id, total, own, ownPhases };
      this.#failures.set(id, [badInput([], BEYOND_NUMBERS)]);
      return [];
    });
    const co2eKg = Float64Array.from(kept, ({ total }) => total);
    const phaseCo2eKg = new Float64Array(kept.length * PHASE_COUNT);
    const indicators = new Float64Array(kept.length * INDICATOR_COUNT);
    const lackingCo2eKg = new Float64Array(kept.length * INDICATOR_COUNT);
    for (const [at, { own, ownPhases }] of kept.entries()) {
      phaseCo2eKg.set(ownPhases, at * PHASE_COUNT);
      indicators.set(own.subarray(0, INDICATOR_COUNT), at * INDICATOR_COUNT);
      lackingCo2eKg.set(own.subarray(INDICATOR_COUNT), at * INDICATOR_COUNT);
    }
    const productIds = kept.map(({ id }) => id);
    const failures = this.#failures;
    return { productIds, co2eKg, phaseCo2eKg, indicators, lackingCo2eKg, failures };
  }
}
