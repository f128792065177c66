import type { CalculateContext } from '../calculate.ts';
import { badInput, CalculationError } from '../errors.ts';
import { ownLibrary } from '../inventory/own-library.ts';
import type { FactorLibrary } from '../library/library.ts';
import { reachTarget, type TargetResult } from '../targets/target.ts';
import { readScenario, type ScenarioFile } from './read-scenario.ts';
import { runScenario, type Scenario } from './run-scenario.ts';
import type { ScenarioResult } from './scenario-result.ts';
import type { ScenarioSubject } from './scenario-subject.ts';
import { type SweepResult, sweep } from './sweep.ts';
import { type TornadoBar, tornadoOf } from './tornado.ts';

export interface ScenarioAnswer {
  readonly result: ScenarioResult;
  /** Of the outcome; empty for BASIC. */
  readonly tornado: readonly TornadoBar[];
  readonly sweep: SweepResult | null;
  readonly target: TargetResult | null;
}

/** Calculates a scenario file: the difference, and its sweep and target if it has them. */
export function calculateScenario(
  file: ScenarioFile,
  library?: FactorLibrary,
  { gazetteer }: CalculateContext = {},
): ScenarioAnswer {
  const { overrides, uncertainty, options, ...rest } = readScenario(file);
  const own = ownLibrary(rest, library);
  const { monteCarlo: _, ...method } = options ?? {};
  const scenario: Scenario = {
    subject: subjectOf(rest),
    overrides,
    options: { ...method, gazetteer },
    uncertainty,
  };
  const result = runScenario(scenario, own);
  return {
    result,
    tornado: result.outcome.full === null ? [] : tornadoOf(result.outcome.snapshot),
    sweep: rest.sweep === undefined ? null : sweep(scenario, rest.sweep, own),
    target: rest.target === undefined ? null : reachTarget(scenario, rest.target, own),
  };
}

function subjectOf({
  product,
  products = [],
  supplyChain,
}: Pick<ScenarioFile, 'product' | 'products' | 'supplyChain'>): ScenarioSubject {
  const parts = new Map(products.map((part) => [part.id, part]));
  if (supplyChain !== undefined)
    return { kind: 'SUPPLY_CHAIN', chain: supplyChain, products: parts };
  if (product !== undefined)
    return { kind: 'PRODUCT', productId: product.id, products: parts.set(product.id, product) };
  const message = 'A scenario changes a product or a supply chain, not a process system.';
  throw new CalculationError([badInput(['processSystem'], message)]);
}
