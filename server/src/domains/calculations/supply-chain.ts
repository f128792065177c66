import {
  adjustedKm,
  calculateSupplyChain,
  type SupplyChain as DeclaredChain,
  rootIdOf,
  type TransportLeg,
} from '@trackway/engine';
import type { Reference, TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { notFound, orNotFound } from '../../rules/errors/api-error.ts';
import type { Path } from '../../rules/inputs/problems.ts';
import { findProducts, type Product } from '../products/index.ts';
import {
  energyMixOf,
  type Facility,
  type FlowLeg,
  findNetworks,
  type Network,
  type SupplyChain,
  supplyChains,
  unitOf,
} from '../supply-chains/index.ts';
import { packInputs } from './calculation-inputs.ts';
import { engineTask, pack } from './engine-data.ts';
import { type CalculationMethod, type Choices, optionsOf } from './footprint-tasks.ts';
import { runEngine } from './run-engine.ts';

type SupplyChainInput = {
  readonly reference: Reference;
  readonly wanted: CalculationMethod;
  readonly choices: Choices;
};

/** The footprint of one unit of the output of a supply chain, from all that flows into it. */
export const supplyChainTask = engineTask(
  'calculate a supply chain',
  async (engine, tenant, { reference, wanted, choices }: SupplyChainInput) => {
    const {
      chain: declared,
      id: subjectId,
      productId,
    } = await loadDeclaredChain(tenant, reference);
    const method = wanted.detail === 'BASIC' ? { detail: 'BASIC' as const } : wanted.full;
    const footprint = runEngine(
      (path) => pathInSupplyChain(declared, path),
      () =>
        calculateSupplyChain(declared, engine.library, {
          ...optionsOf(engine, choices),
          ...method,
        }),
    );
    const subject = { kind: 'SUPPLY_CHAIN', chain: declared } as const;
    const inputs = packInputs(engine, { subject, products: [], wanted, choices });
    return pack({ kind: 'SUPPLY_CHAIN', productId, subjectId }, footprint, inputs);
  },
);

/** A supply chain as the engine reads it. */
export async function loadDeclaredChain(
  tenant: TenantDb,
  reference: Reference,
): Promise<{
  readonly chain: DeclaredChain;
  readonly id: string;
  readonly productId: string | null;
}> {
  const chain = orNotFound('The supply chain', await supplyChains.named(tenant, reference));
  const version = { supplyChainId: chain.id, version: chain.version };
  const [found] = await findNetworks(tenant, [version]);
  if (found === undefined) throw notFound('The network of the supply chain');
  const { id, productId } = chain;
  const product = productId === null ? undefined : (await findProducts(tenant, [productId]))[0];
  const declared = declaredChain(chain, found.network, product && pieceKgOf(product));
  return { chain: declared, id, productId };
}

/** Mass of one piece: the net mass is that of the declared unit, such as 12 pieces. */
function pieceKgOf({ netMassKg, declaredAmount, declaredUnit }: Product): number | undefined {
  if (netMassKg === null || (declaredUnit !== 'PIECE' && declaredUnit !== 'PAIR')) return undefined;
  return netMassKg / (declaredUnit === 'PAIR' ? 2 * declaredAmount : declaredAmount);
}

/** `pieceKg`: what one piece of the product weighs, for legs of pieces that do not say their mass. */
function declaredChain(
  chain: SupplyChain,
  network: Network,
  pieceKg: number | undefined,
): DeclaredChain {
  const units = new Map(network.facilities.map((each) => [each.key, unitOf(each, network)]));
  const yields = new Map(network.facilities.map((each) => [each.key, each.yield]));
  return {
    id: encodeId('supplyChain', chain.id),
    name: chain.name,
    nodes: network.facilities.map((facility) => ({
      id: facility.key,
      name: facility.name,
      tier: facility.tier,
      activity: facility.activity,
      country: facility.country,
      unit: units.get(facility.key),
      energyMix: energyMixOf(facility),
      energyKwhPerUnit: facility.energyKwhPerUnit,
      waterLitresPerUnit: facility.waterLitresPerUnit,
      yield: facility.yield,
      components: externalInputs(facility),
    })),
    edges: network.flows.map(({ from, to, quantity, unit, transportLegs = [] }) => ({
      from,
      to,
      quantity,
      unit: unit?.toLowerCase(),
      legs: transportLegs.map((leg) => {
        const isOfPieces = units.get(from) === 'PIECE' && pieceKg !== undefined;
        // As for goods by mass: what a facility loses travels to it too.
        const carriedKg = isOfPieces ? (quantity * pieceKg) / (yields.get(to) ?? 1) : undefined;
        const massKg = leg.massKg ?? carriedKg;
        return { ...declaredLeg(leg), massKg };
      }),
    })),
  };
}

/**
 * Position in the supply chain of an element that the engine reports: the engine sees each facility
 * as a product, whose first components are the flows into it. Any other element belongs to the
 * input.
 */
function pathInSupplyChain(chain: DeclaredChain, path: Path): Path {
  const [first, ...rest] = path;
  if (first === 'nodes') return ['facilities', ...rest];
  if (first === 'edges') return ['flows', ...rest];
  const isOfPart = first === 'products';
  const key = isOfPart ? rest[0] : rootIdOf(chain);
  const [list, at, ...place] = isOfPart ? rest.slice(1) : path;
  if (list !== 'components' && list !== 'processSteps') return ['input', ...path];
  const flows = [...chain.edges.keys()].filter((edge) => chain.edges[edge]?.to === key);
  const flow = list === 'components' && typeof at === 'number' ? flows[at] : undefined;
  if (flow !== undefined) return ['flows', flow, ...place];
  return ['facilities', chain.nodes.findIndex(({ id }) => id === key), ...place];
}

/** Input of a facility from outside the chain: one unit of a material or factor per unit. */
function externalInputs({ name, material, factorId, country }: Facility) {
  if (material === undefined && factorId === undefined) return [];
  const amount = material === undefined ? { quantity: 1 } : { massKg: 1 };
  return [{ name, material, factorId, originCountry: country, ...amount }];
}

/** A leg whose distance came from coordinates is adjusted as the engine adjusts its own. */
function declaredLeg({ estimate, ...leg }: FlowLeg): TransportLeg {
  if (leg.distanceKm !== undefined || estimate === undefined) return leg;
  if (leg.from !== undefined && leg.to !== undefined) return leg;
  return { ...leg, distanceKm: adjustedKm(leg.method, estimate.distanceKm) };
}
