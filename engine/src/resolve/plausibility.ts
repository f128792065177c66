import { isLandBetween } from '../distance/index.ts';
import { categoryOf } from '../library/category-of.ts';
import type { Path } from '../path.ts';
import type { Product, TransportLeg } from '../product.ts';
import type { TransportMethod } from '../vocabulary.ts';
import { type Draft, type Place, warn } from './draft.ts';
import type { Expected } from './resolved.ts';
import type { ResolvedComponent } from './resolved-component.ts';

/** People weigh parts and wholes on different scales. */
const MASS_TOLERANCE = 0.1;

/** Warns where components do not weigh what the product does, or the product not what its kind does. */
export function checkMasses(
  draft: Draft,
  root: Path,
  product: Product,
  components: readonly ResolvedComponent[],
): void {
  if (draft.options.isFlowsOnly) return;
  const { netMassKg } = product;
  const weighed = components.flatMap(({ productKg }) => productKg ?? []);
  const sumKg = weighed.reduce((sum, massKg) => sum + massKg, 0);
  // The inputs of a facility are not its product: yields and wear are part of them.
  if (netMassKg !== undefined && weighed.length > 0 && draft.options.isSupplyChain !== true) {
    const isWhole = weighed.length === components.length;
    const isTooMuch = sumKg > netMassKg * (1 + MASS_TOLERANCE);
    if (isTooMuch || (isWhole && sumKg < netMassKg * (1 - MASS_TOLERANCE))) {
      const message = `The components weigh ${inKg(sumKg)} together, and netMassKg is ${inKg(netMassKg)}: correct one.`;
      warn(draft, [...root, 'netMassKg'], 'MASS_MISMATCH', message);
    }
  }
  const massKg = netMassKg ?? (weighed.length === 0 ? undefined : sumKg);
  const { amount, unit } = product.declaredUnit ?? { amount: 1, unit: 'PIECE' };
  if (massKg === undefined || amount !== 1 || (unit !== 'PIECE' && unit !== 'PAIR')) return;
  const category = categoryOf(draft.library, product.name);
  if (category === undefined) return;
  const { massLowKg, massHighKg, names, source } = category;
  if (massKg >= massLowKg && massKg <= massHighKg) return;
  const message = `${inKg(massKg)} is unusual for "${names[0]}": ${inKg(massLowKg)} to ${inKg(massHighKg)} (${source}).`;
  warn(draft, [...root, 'netMassKg'], 'UNUSUAL_MASS', message);
}

/** A mass as people read it. */
export function inKg(massKg: number): string {
  return `${Number(massKg.toPrecision(3))} kg`;
}

/** The longest legs that exist by mode, in km. */
const LONGEST_KM: Partial<Readonly<Record<TransportMethod, number>>> = {
  ROAD: 12_000,
  RAIL: 14_000,
  INLAND_WATERWAY: 4000,
  SEA: 40_000,
  AIR: 25_000,
};

const BY_LAND: ReadonlySet<TransportMethod> = new Set(['ROAD', 'RAIL', 'INLAND_WATERWAY']);

/** Warns of a declared distance that the mode of transport cannot have. */
export function checkLeg(draft: Draft, place: Place, leg: TransportLeg): void {
  const { method, distanceKm, from, to } = leg;
  if (distanceKm === undefined) return;
  const path = [...place.path, 'method'];
  const { gazetteer } = draft.options;
  const isByLand = BY_LAND.has(method) && from !== undefined && to !== undefined;
  if (gazetteer && isByLand && !isLandBetween(gazetteer, from, to)) {
    const message = `No land joins ${from} and ${to}: ${method} cannot go there.`;
    warn(draft, path, 'MODE_AGAINST_GEOGRAPHY', message);
    return;
  }
  const most = LONGEST_KM[method];
  if (most === undefined || distanceKm <= most) return;
  const message = `${Math.round(distanceKm)} km by ${method} is longer than any such way on Earth (about ${most} km).`;
  warn(draft, path, 'MODE_AGAINST_GEOGRAPHY', message);
}

/** The range of published footprints of the product's sector, for its mass; undefined without one. */
export function expectedResult(
  draft: Draft,
  { sectorTags = [], netMassKg, declaredUnit, useProfile }: Product,
): Expected | undefined {
  const { amount, unit } = declaredUnit ?? { amount: 1, unit: 'PIECE' };
  const massKg = netMassKg ?? (unit === 'KG' ? amount : undefined);
  if (massKg === undefined) return undefined;
  for (const tag of sectorTags) {
    const row = draft.library.defaults.sectors.get(tag);
    if (row === undefined) continue;
    const isGate = draft.options.full?.boundary === 'CRADLE_TO_GATE';
    const { lowCo2eKgPerKg, highCo2eKgPerKg } = isGate ? row.gate : row;
    return {
      label: tag,
      lowCo2eKg: lowCo2eKgPerKg * massKg,
      highCo2eKg: highCo2eKgPerKg * massKg,
      ...(useProfile?.energy && { hasUse: true }),
      source: row.source,
    };
  }
  return undefined;
}
