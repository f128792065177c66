import {
  reachTarget,
  runScenario,
  type Scenario,
  type ScenarioSubject,
  sweep,
  tornadoOf,
} from '@trackway/engine';
import { packJson } from '../../platform/json/index.ts';
import {
  engineTask,
  optionsOf,
  type PackedFootprint,
  pack,
  runEngine,
} from '../calculations/index.ts';
import { assertSameBaseline, loadSubject, type SubjectInput } from './declared-subject.ts';
import type { ScenarioDefinition, ScenarioSummary } from './model.ts';

type SingleOutput = {
  readonly baseline: PackedFootprint;
  readonly outcome: PackedFootprint;
  readonly result: Uint8Array;
  /** Objects that it was made of and that may change. */
  readonly inputIds: readonly string[];
};

/** Everything that a scenario of one product, supply chain or order answers, in a thread of the pool. */
export const scenarioTask = engineTask(
  'run a scenario',
  async (engine, tenant, input: SubjectInput): Promise<SingleOutput> => {
    const { subject, library, inputIds } = await loadSubject(engine, tenant, input);
    const {
      method,
      uncertainty,
      overrides,
      sweep: parameters,
      target,
    }: ScenarioDefinition = input.definition;
    const options = { ...method, ...optionsOf(engine, {}) };
    const scenario: Scenario = { subject, overrides, options, uncertainty };
    const { snapshot, ...output } = runEngine(
      (path) => path,
      () => {
        const { baseline, outcome, ...rest } = runScenario(scenario, library);
        const summary: ScenarioSummary = {
          ...rest,
          tornado: outcome.full === null ? [] : tornadoOf(outcome.snapshot),
          sweep: parameters && sweep(scenario, parameters, library),
          target: target && reachTarget(scenario, target, library),
          catalogue: null,
        };
        const of = { kind: KINDS[subject.kind], productId: input.productId };
        const packed = { baseline: pack(of, baseline), outcome: pack(of, outcome) };
        return { ...packed, result: packJson(summary), inputIds, snapshot: baseline.snapshot };
      },
    );
    const { calculationId } = input;
    if (calculationId !== null) await assertSameBaseline(tenant, calculationId, snapshot);
    return output;
  },
);

const KINDS = {
  PRODUCT: 'PRODUCT',
  SUPPLY_CHAIN: 'SUPPLY_CHAIN',
  BUNDLE: 'ORDER',
  CATALOGUE: 'CATALOGUE',
} as const satisfies Readonly<Record<ScenarioSubject['kind'], string>>;
