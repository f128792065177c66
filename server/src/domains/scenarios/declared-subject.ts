import {
  canonicalJson,
  type FactorLibrary,
  type Override,
  type Product,
  type ScenarioSubject,
  type Snapshot,
} from '@trackway/engine';
import type { TenantDb } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { unpackJson } from '../../platform/json/index.ts';
import { ApiError, orNotFound } from '../../rules/errors/api-error.ts';
import {
  type CalculationInputs,
  declaredBundle,
  type EngineData,
  findInputs,
  findSnapshots,
  loadDeclaredChain,
  loadDeclaredSystem,
} from '../calculations/index.ts';
import { goodsOf, linesOfOrders, orders } from '../orders/index.ts';
import type { StoredScenario } from './model.ts';

export type SubjectInput = Pick<
  StoredScenario,
  'productId' | 'supplyChainId' | 'orderId' | 'calculationId' | 'definition'
>;

type LoadedSubject = {
  readonly subject: ScenarioSubject;
  readonly library: FactorLibrary;
  /** Objects that may change: a change of one of them makes the result stale. */
  readonly inputIds: readonly string[];
};

/** Reads what the overrides change: as it is now, or as it was in the calculation that it is pinned to. */
export async function loadSubject(
  engine: EngineData,
  tenant: TenantDb,
  input: SubjectInput,
): Promise<LoadedSubject> {
  const { productId, supplyChainId, orderId, calculationId } = input;
  const added = addedProductIds(input.definition.overrides);
  if (calculationId !== null) return pinnedSubject(engine, tenant, calculationId, added);
  const { library } = engine;
  if (orderId !== null) {
    const order = orNotFound('The order', (await orders.find(tenant, [orderId]))[0]);
    const goods = goodsOf(order, await linesOfOrders(tenant, [orderId]));
    const ids = goods.lines.map((line) => line.productId);
    const products = await loadDeclaredSystem(tenant, [...new Set([...ids, ...added])]);
    const bundle = declaredBundle(encodeId('order', orderId), goods);
    const inputIds = [orderId, ...idsOf(products)];
    return { subject: { kind: 'BUNDLE', bundle, products }, library, inputIds };
  }
  if (productId !== null) {
    const products = await loadDeclaredSystem(tenant, [productId, ...added]);
    const id = encodeId('product', productId);
    orNotFound('The product', products.get(id));
    const subject = { kind: 'PRODUCT', productId: id, products } as const;
    return { subject, library, inputIds: idsOf(products) };
  }
  const id = orNotFound('The supply chain', supplyChainId ?? undefined);
  const { chain, productId: made } = await loadDeclaredChain(tenant, { by: 'id', value: id });
  const products = await loadDeclaredSystem(tenant, added);
  const subject = { kind: 'SUPPLY_CHAIN', chain, products } as const;
  // Legs of pieces take the mass of the product that the chain makes.
  const inputIds = new Set([id, ...(made === null ? [] : [made]), ...idsOf(products)]);
  return { subject, library, inputIds: [...inputIds] };
}

/** The inputs and the library of a calculation; products that overrides put in are those of today. */
async function pinnedSubject(
  engine: EngineData,
  tenant: TenantDb,
  calculationId: string,
  addedIds: readonly string[],
): Promise<LoadedSubject> {
  const [found] = await findInputs(tenant, [calculationId]);
  const packed = orNotFound('The inputs of the calculation', found?.packed ?? undefined);
  const { subject, products, library: parts } = unpackJson<CalculationInputs>(packed);
  const added = await loadDeclaredSystem(tenant, addedIds);
  const frozen = new Map(products.map((product) => [product.id, product]));
  return {
    subject: { ...subject, products: new Map([...added, ...frozen]) },
    library: await engine.libraryWith(parts),
    inputIds: idsOf(added).filter((id) => !frozen.has(encodeId('product', id))),
  };
}

/**
 * Refuses a pinned baseline that is not what was calculated then: the shared library or the method of the engine has
 * changed since, or an own set was deleted. The difference would mix this change with the effect of the overrides.
 */
export async function assertSameBaseline(
  tenant: TenantDb,
  calculationId: string,
  baseline: Snapshot,
): Promise<void> {
  const [found] = await findSnapshots(tenant, [calculationId]);
  const kept = orNotFound('The snapshot of the calculation', found?.packed ?? undefined);
  if (contentOf(unpackJson<Snapshot>(kept)) === contentOf(baseline)) return;
  const message = `The shared factor library or the engine has changed since ${encodeId('calculation', calculationId)}, or a factor set of your own was deleted, so its baseline cannot be calculated again with the same factors. Calculate the subject again and pin the scenario to the new calculation.`;
  throw new ApiError('CONFLICT', message);
}

/** Flows and factors of a snapshot, without the version and the options that do not change them. */
function contentOf({ products, factors, sets, modelVariance }: Snapshot): string {
  return canonicalJson({ products, factors, sets, modelVariance });
}

function idsOf(products: ReadonlyMap<string, Product>): string[] {
  return [...products.keys()].flatMap((key) => decodeId('product', key) ?? []);
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
