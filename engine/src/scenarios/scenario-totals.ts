import { fullMethodOf } from '../calculate-full.ts';
import { CalculationError } from '../errors.ts';
import { totalOf } from '../evaluate/evaluate.ts';
import type { FactorLibrary } from '../library/library.ts';
import { closeSegment, type Memory, newMemory, sumSegments } from '../resolve/memory.ts';
import { draftOf } from '../resolve/resolve-product.ts';
import { applyOverrides } from './apply-overrides.ts';
import { Focus } from './focus.ts';
import type { Override } from './override.ts';
import type { Scenario } from './run-scenario.ts';
import { snapshotOf, type Variant } from './scenario-subject.ts';

/**
 * kg CO2e of a subject under changing overrides, to the bit the total of `footprintOf`. Of a product
 * without products as parts, only what the overrides change is worked out again: the other components
 * and their ends of life are added as they were. Every other subject is resolved as a whole.
 */
export class ScenarioTotals {
  readonly #scenario: Scenario;
  readonly #library: FactorLibrary;
  readonly #focus = new Focus();
  /** By library: overrides of the grid's year make another one. */
  readonly #memories = new WeakMap<FactorLibrary, Memory>();

  constructor(scenario: Scenario, library: FactorLibrary) {
    this.#scenario = scenario;
    this.#library = library;
  }

  co2eKgWith(overrides: readonly Override[]): number {
    const { subject, options = {} } = this.#scenario;
    const variant = applyOverrides(subject, this.#library, overrides, this.#focus.of(overrides));
    return this.#quickTotal(variant) ?? totalOf(snapshotOf(variant, options));
  }

  /** Undefined for subjects that are solved as a system, and where factors are converted. */
  #quickTotal({ subject, library }: Variant): number | undefined {
    const { detail, ...options } = this.#scenario.options ?? {};
    if (subject.kind !== 'PRODUCT' || options.gwpSet !== undefined) return undefined;
    const root = subject.products.get(subject.productId);
    if (root === undefined || root.components?.some(({ productId }) => productId != null))
      return undefined;
    const full = detail === 'BASIC' ? undefined : fullMethodOf(options);
    const memory = this.#memories.get(library) ?? newMemory(full?.electricity);
    this.#memories.set(library, memory);
    const settings = { ...options, full, memory, isWithoutModuleD: true };
    const draft = draftOf(library, root, subject.products, settings, []);
    if (draft.problems.length > 0) throw new CalculationError(draft.problems);
    closeSegment(draft);
    return sumSegments(draft.segments);
  }
}
