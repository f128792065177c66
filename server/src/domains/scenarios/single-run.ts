import {
  type Override,
  reachTarget,
  runScenario,
  type Scenario,
  type ScenarioSubject,
  sweep,
  tornadoOf,
} from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { packJson } from '../../platform/packed-json.ts';
import type { Scope } from '../../platform/scope.ts';
import { orNotFound } from '../../rules/api-error.ts';
import {
  engineTask,
  loadDeclaredChain,
  loadDeclaredProducts,
  type PackedFootprint,
  pack,
  runEngine,
} from '../calculations/index.ts';
import type { ScenarioDefinition, ScenarioSummary, StoredScenario } from './model.ts';

export type SingleInput = Pick<StoredScenario, 'productId' | 'supplyChainId' | 'definition'>;

type SingleOutput = {
  readonly baseline: PackedFootprint;
  readonly outcome: PackedFootprint;
  readonly result: Uint8Array;
  /** Products and the supply chain that it was made of. */
  readonly inputIds: readonly string[];
};

/** Everything that a scenario of one product or supply chain answers, in a thread of the pool. */
export const scenarioTask = engineTask(
  'run a scenario',
  async ({ library, gazetteer }, db, scope, input: SingleInput): Promise<SingleOutput> => {
    const { subject, inputIds } = await subjectOf(db, scope, input);
    const {
      method,
      uncertainty,
      overrides,
      sweep: parameters,
      target,
    }: ScenarioDefinition = input.definition;
    const options = { ...method, gazetteer };
    const scenario: Scenario = { subject, overrides, options, uncertainty };
    return runEngine(
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
        const kind = input.productId === null ? 'SUPPLY_CHAIN' : 'PRODUCT';
        const of = { kind, productId: input.productId } as const;
        const result = packJson(summary);
        return { baseline: pack(of, baseline), outcome: pack(of, outcome), result, inputIds };
      },
    );
  },
);

async function subjectOf(
  db: Db,
  scope: Scope,
  { productId, supplyChainId, definition }: SingleInput,
): Promise<{ readonly subject: ScenarioSubject; readonly inputIds: readonly string[] }> {
  const added = addedProductIds(definition.overrides);
  const wanted = productId === null ? added : [productId, ...added];
  const products = await loadDeclaredProducts(db, scope, wanted);
  const productIds = [...products.keys()].flatMap((key) => decodeId('product', key) ?? []);
  if (productId !== null) {
    const id = encodeId('product', productId);
    orNotFound('The product', products.get(id));
    return { subject: { kind: 'PRODUCT', productId: id, products }, inputIds: productIds };
  }
  const id = orNotFound('The supply chain', supplyChainId ?? undefined);
  const { chain } = await loadDeclaredChain(db, scope, { by: 'id', value: id });
  return { subject: { kind: 'SUPPLY_CHAIN', chain, products }, inputIds: [id, ...productIds] };
}

/** Products that overrides put in: the subject need not contain them before. */
export function addedProductIds(overrides: readonly Override[]): string[] {
  return overrides.flatMap((override) => {
    const id =
      override.op === 'ADD'
        ? override.component?.productId
        : override.op === 'SWAP_SUPPLIER'
          ? override.productId
          : undefined;
    return (id == null ? undefined : decodeId('product', id)) ?? [];
  });
}
