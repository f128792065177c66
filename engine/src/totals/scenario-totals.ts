import { fullMethodOf } from '../calculate-full.ts';
import { CalculationError } from '../errors.ts';
import { totalOf, withinNumbers } from '../evaluate/evaluate.ts';
import type { FactorLibrary } from '../library/library.ts';
import { closeSegment, newMemory } from '../resolve/memory.ts';
import { draftOf } from '../resolve/resolve-product.ts';
import { applyOverrides } from '../scenarios/apply-overrides.ts';
import { Focus } from '../scenarios/focus.ts';
import type { Override } from '../scenarios/override.ts';
import type { Scenario } from '../scenarios/run-scenario.ts';
import { snapshotOf, type Variant } from '../scenarios/scenario-subject.ts';
import { endStep } from '../step.ts';
import { KnownTotal, type TotalOptions } from './known-total.ts';

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
  readonly #known = new WeakMap<FactorLibrary, Known>();

  constructor(scenario: Scenario, library: FactorLibrary) {
    this.#scenario = scenario;
    this.#library = library;
  }

  co2eKgWith(overrides: readonly Override[]): number {
    endStep();
    const { subject, options = {} } = this.#scenario;
    const variant = applyOverrides(subject, this.#library, overrides, this.#focus.of(overrides));
    return withinNumbers(this.#quickTotal(variant) ?? totalOf(snapshotOf(variant, options)));
  }

  /** Undefined for subjects that are solved as a system, and where factors are converted. */
  #quickTotal({ subject, library }: Variant): number | undefined {
    const { detail, ...options } = this.#scenario.options ?? {};
    if (subject.kind !== 'PRODUCT' || options.gwpSet !== undefined) return undefined;
    const root = subject.products.get(subject.productId);
    if (root === undefined) return undefined;
    const known = this.#known.get(library);
    if (known?.total?.changeTo(root)) return known.total.co2eKg;
    if (root.components?.some(({ productId }) => productId != null)) return undefined;
    const full = detail === 'BASIC' ? undefined : fullMethodOf(options);
    const settings = known?.settings ?? {
      ...options,
      isWithoutModuleD: true,
      isFlowsOnly: true,
      full,
      memory: newMemory(full?.electricity),
    };
    this.#known.set(library, { settings, total: undefined });
    const draft = draftOf(library, root, subject.products, settings, []);
    if (draft.problems.length > 0) throw new CalculationError(draft.problems);
    closeSegment(draft);
    const total = new KnownTotal(root, library, settings, draft);
    this.#known.set(library, { settings, total });
    return total.co2eKg;
  }
}

interface Known {
  readonly settings: TotalOptions;
  /** Undefined after a variant that was refused. */
  readonly total: KnownTotal | undefined;
}
