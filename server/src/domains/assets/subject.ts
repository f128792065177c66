import { LIFECYCLE_PHASES, type LifecyclePhase } from '@trackway/engine';
import type { Reference, TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { unpackJson } from '../../platform/json/index.ts';
import { ApiError, notFound, orNotFound } from '../../rules/errors/api-error.ts';
import {
  type Calculation,
  type CalculationResult,
  calculations,
  intervalOf,
  resultReader,
} from '../calculations/index.ts';
import type { PassportOutline } from '../passports/index.ts';
import {
  findProduct,
  findProducts,
  isDeclaredAfter,
  type Product,
  type ProductReference,
} from '../products/index.ts';
import { type StoredScenario, scenarios } from '../scenarios/index.ts';
import {
  findNetworks,
  type Network,
  type SupplyChain,
  supplyChains,
} from '../supply-chains/index.ts';
import { type FootprintFacts, isWithin } from './facts.ts';
import { reportDetails } from './report-facts.ts';
import type { Words } from './words.ts';

/** The object that an asset shows: exactly one is given. */
export type SubjectReference = {
  readonly product?: ProductReference | undefined;
  readonly calculationId?: string | undefined;
  readonly scenario?: Reference | undefined;
  readonly supplyChain?: Reference | undefined;
  readonly passport?: ShownPassport | undefined;
};

/** A product, its calculation, or a calculation of something else. */
export type Subject = {
  readonly product: Product | undefined;
  readonly calculation: Calculation | undefined;
  readonly result: CalculationResult | undefined;
  /** The scenario whose outcome it is. */
  readonly scenario?: Pick<StoredScenario, 'name' | 'state'>;
  /** The supply chain of a map. */
  readonly supplyChain?: MappedChain;
  readonly passport?: ShownPassport;
};

/** The public part of a passport, which was read by the caller. */
type ShownPassport = { readonly id: string; readonly outline: PassportOutline };

export type MappedChain = { readonly chain: SupplyChain; readonly network: Network };

/** Reads what an asset of one object shows. */
export async function loadSubject(
  tenant: TenantDb,
  { product: reference, calculationId, scenario, supplyChain, passport }: SubjectReference,
): Promise<Subject> {
  if (passport !== undefined) return { ...NOTHING, passport };
  if (supplyChain !== undefined) {
    return { ...NOTHING, supplyChain: await chainOf(tenant, supplyChain) };
  }
  if (scenario !== undefined) {
    const found = await scenarios.named(tenant, scenario);
    const { outcomeId, name, state } = orNotFound('The scenario', found);
    if (outcomeId === null) {
      throw new ApiError(
        'CONFLICT',
        `The scenario "${name}" has no result yet: run it first (runScenario).`,
      );
    }
    const outcome = await loadSubject(tenant, { calculationId: outcomeId });
    return { ...outcome, scenario: { name, state } };
  }
  if (calculationId !== undefined) {
    const [calculation] = await calculations.find(tenant, [calculationId]);
    if (calculation === undefined) throw notFound('The calculation');
    const { productId } = calculation;
    const [product] = productId === null ? [] : await findProducts(tenant, [productId]);
    const packed = await resultReader(tenant, [calculationId])(calculationId);
    return { product, calculation, result: packed && unpackJson(packed) };
  }
  const found = reference === undefined ? undefined : await findProduct(tenant, reference);
  const product = orNotFound('The product', found);
  return (await productSubjects(tenant, [product]))(product);
}

const NOTHING = { product: undefined, calculation: undefined, result: undefined };

async function chainOf(tenant: TenantDb, reference: Reference): Promise<MappedChain> {
  const chain = orNotFound('The supply chain', await supplyChains.named(tenant, reference));
  const { id: supplyChainId, version } = chain;
  const [found] = await findNetworks(tenant, [{ supplyChainId, version }]);
  // A new version may have been written between the two reads.
  return { chain, network: orNotFound('The supply chain', found).network };
}

/**
 * Reads the same of many products, each with the calculation that is its footprint. The function makes the subject of one
 * of them: a result has up to a megabyte as an object, and is needed by its own asset alone.
 */
export async function productSubjects(
  tenant: TenantDb,
  products: readonly Product[],
): Promise<(product: Product) => Promise<Subject>> {
  const ids = products.flatMap(({ calculationId }) => calculationId ?? []);
  const found = new Map((await calculations.find(tenant, ids)).map((row) => [row.id, row]));
  const readResult = resultReader(tenant, ids);
  return async (product) => {
    const { calculationId: id } = product;
    if (id === null) return { ...NOTHING, product };
    const packed = await readResult(id);
    return { product, calculation: found.get(id), result: packed && unpackJson(packed) };
  };
}

function isOutdated({ product, calculation, scenario }: Subject): boolean {
  if (scenario !== undefined) return scenario.state === 'STALE';
  if (product === undefined || calculation === undefined) return false;
  return isDeclaredAfter(product, calculation);
}

/** Facts that only the request knows. */
type Given = Pick<
  FootprintFacts,
  'organizationName' | 'verifier' | 'url' | 'gtin14' | 'isSample'
> & {
  readonly productName: string | undefined;
  readonly allowOutdated: boolean;
};

const LABELLED: ReadonlySet<string> = new Set(['PRODUCT', 'SUPPLY_CHAIN']);

/** The facts that a label of a subject shows; refuses a result that is no longer that of its product. */
export function footprintFacts(subject: Subject, given: Given): FootprintFacts {
  const { calculation, result } = subject;
  if (calculation?.snapshotHash == null || result === undefined) {
    throw new ApiError(
      'CONFLICT',
      'There is no footprint to show yet: calculate one (calculateProductFootprint; with asProductFootprint: true if it is not of the default detail and boundary), or name a calculation by calculationId.',
    );
  }
  if (!LABELLED.has(calculation.kind)) {
    const message = `A calculation of the kind ${calculation.kind} has no label: one of a product or a supply chain has.`;
    throw new ApiError('CONFLICT', message);
  }
  const outdated = isOutdated(subject);
  const calculatedOn = calculation.createdAt.toISOString().slice(0, 10);
  if (outdated && !given.allowOutdated) {
    const message = `The product was changed after its footprint was calculated on ${calculatedOn}: calculate it again (runScenario for a scenario), or set allowOutdated to show the earlier result with that date.`;
    throw new ApiError('CONFLICT', message, { calculatedOn });
  }
  const { productName, allowOutdated: _allowed, ...rest } = given;
  const boundary = result.full?.boundary ?? null;
  return {
    ...rest,
    calculationId: encodeId('calculation', calculation.id),
    snapshotHash: calculation.snapshotHash,
    engineVersion: result.engineVersion,
    detail: result.detail,
    boundary,
    co2eKg: result.co2eKg,
    range: intervalOf(result),
    phases: result.phases.map(({ phase, co2eKg }) => ({ phase, co2eKg })),
    ...missingOf(result),
    productName: productName ?? result.subject.name,
    declaredUnit: result.subject.declaredUnit,
    calculatedOn,
    gwpSets: result.gwp.sets.map(({ gwpSet }) => gwpSet),
    isOutdated: outdated,
  };
}

/** A phase with an amount lacks a part at most: "without manufacturing" next to its bar would be wrong. */
function missingOf({
  notCovered,
  phases,
  full,
}: CalculationResult): Pick<FootprintFacts, 'missingPhases' | 'isMissingMore'> {
  const missing = new Set<LifecyclePhase | null>(notCovered.map(({ phase }) => phase));
  const lacking = LIFECYCLE_PHASES.filter(
    (phase) =>
      phase !== 'BEYOND_SYSTEM' && missing.has(phase) && isWithin(full?.boundary ?? null, phase),
  );
  const isCounted = (phase: LifecyclePhase) =>
    phases.some((each) => each.phase === phase && each.co2eKg !== 0);
  return {
    missingPhases: lacking.filter((phase) => !isCounted(phase)),
    isMissingMore: missing.has(null) || lacking.some(isCounted),
  };
}

/** Everything that explains the result of a subject; a report needs a FULL one. */
export function reportDetailsOf({ result }: Subject, words: Words) {
  if (result?.full == null) {
    throw new ApiError(
      'CONFLICT',
      'A FOOTPRINT_REPORT needs a FULL calculation, which has boundary, range and data quality (calculateProductFootprint with detail: FULL).',
    );
  }
  return reportDetails(result, result.full, words);
}
