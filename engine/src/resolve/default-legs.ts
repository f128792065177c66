import { estimateDistance } from '../distance/index.ts';
import { isJoinedByLand } from '../distance/landmass.ts';
import { isEuropean, regionOf } from '../library/regions.ts';
import type { TransportLeg } from '../product.ts';
import { inWords } from '../vocabulary.ts';
import { type Draft, decide, flowsFrom, type Place } from './draft.ts';
import { resolveTransport } from './resolve-transport.ts';

/** From one country to another; undefined where it is not known. */
export interface Way {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface DefaultWay {
  readonly legs: readonly TransportLeg[];
  readonly reason: string;
  readonly source: string;
}

const PEF = 'PEF default distances (Recommendation (EU) 2021/2279, Annex I, 4.4.3)';

const WITHIN_EUROPE: readonly TransportLeg[] = [
  { method: 'ROAD', distanceKm: 130 },
  { method: 'RAIL', distanceKm: 240 },
  { method: 'INLAND_WATERWAY', distanceKm: 270 },
];

const PEF_LORRY: TransportLeg = { method: 'ROAD', distanceKm: 1000 };

const BETWEEN_CONTINENTS: readonly TransportLeg[] = [
  PEF_LORRY,
  { method: 'SEA', distanceKm: 18_000 },
];

/** PEF, factory to client: the same country or within 1,200 km, and the same continent. */
const LOCAL_KM = 1200;
const CONTINENT_KM = 3500;

/** A haul within a country without statistics. */
const DOMESTIC_KM = 200;

/**
 * Default legs from the supplier to the factory: within a country its mean haul, within Europe PEF's lorry, train and barge, on one continent a lorry, otherwise, and
 * from an unknown country, PEF's lorry and ship.
 */
export function supplierWay(draft: Draft, { from, to }: Way): DefaultWay {
  if (from === undefined) {
    return { legs: BETWEEN_CONTINENTS, reason: 'from an unknown country', source: PEF };
  }
  if (from === to) return domesticWay(draft, from);
  if (isEuropean(from) && (to === undefined || isEuropean(to))) {
    return { legs: WITHIN_EUROPE, reason: 'within Europe', source: PEF };
  }
  const landKm = to === undefined ? undefined : onOneContinentKm(draft, from, to);
  if (landKm !== undefined) {
    const legs = [{ method: 'ROAD', distanceKm: landKm }] as const;
    return { legs, reason: `on one continent, ${from} to ${to}`, source: 'Distance by land' };
  }
  const reason = `from ${from}${to === undefined ? '' : ` to ${to}`}`;
  return bySea(draft, from, to) ?? { legs: BETWEEN_CONTINENTS, reason, source: PEF };
}

/** Islands of one region: PEF's lorry, and 1.15 times the shortest way by sea (GLEC framework v3). */
function bySea({ options }: Draft, from: string, to = ''): DefaultWay | undefined {
  if (!options.gazetteer || regionOf(from) !== regionOf(to)) return undefined;
  const way = estimateDistance(options.gazetteer, 'SEA', from, to);
  if (way === undefined) return undefined;
  const legs = [PEF_LORRY, { method: 'SEA', distanceKm: way.distanceKm * 1.15 }] as const;
  const reason = `${from} to ${to}, by sea within one region`;
  return { legs, reason, source: `${PEF}; sea lanes` };
}

function domesticWay({ options }: Draft, country: string): DefaultWay {
  const haul = options.gazetteer?.domesticHaul(country);
  const distanceKm = haul?.distanceKm ?? DOMESTIC_KM;
  const source = haul?.source ?? 'Rule of the service for domestic supply';
  return { legs: [{ method: 'ROAD', distanceKm }], reason: `within ${country}`, source };
}

/** The distance by lorry, if land joins two countries within the distance of PEF's continent. */
function onOneContinentKm({ options }: Draft, from: string, to: string): number | undefined {
  if (!isJoinedByLand(from, to)) return undefined;
  const { gazetteer } = options;
  if (gazetteer === undefined) {
    const isSameRegion = regionOf(from) !== undefined && regionOf(from) === regionOf(to);
    return isSameRegion ? LOCAL_KM : undefined;
  }
  const km = estimateDistance(gazetteer, 'LAND', from, to)?.distanceKm;
  return km !== undefined && km <= CONTINENT_KM ? km : undefined;
}

/** Legs from the factory to the client: PEF's local, intracontinental or international way. */
export function clientWay(draft: Draft, { from, to }: Way): DefaultWay {
  if (from === undefined || to === undefined || from === to) {
    const legs = [{ method: 'ROAD', distanceKm: LOCAL_KM }] as const;
    return { legs, reason: 'local supply to the client', source: PEF };
  }
  const isOneContinent =
    regionOf(from) === regionOf(to) && (isEuropean(from) || isJoinedByLand(from, to));
  if (isOneContinent) {
    const legs = [{ method: 'ROAD', distanceKm: CONTINENT_KM }] as const;
    return { legs, reason: `to a client on the same continent, ${from} to ${to}`, source: PEF };
  }
  const reason = `to a client on another continent, ${from} to ${to}`;
  return bySea(draft, from, to) ?? { legs: BETWEEN_CONTINENTS, reason, source: PEF };
}

/** Adds the legs of a default way, with an assumption. */
export function addLegs(
  draft: Draft,
  place: Place,
  massKg: number,
  { legs, reason, source }: DefaultWay,
): void {
  const first = draft.flows.length;
  for (const leg of legs) {
    const label = `${place.label}, ${inWords(leg.method)} (default)`;
    resolveTransport(draft, { ...place, label }, leg, massKg);
  }
  const flows = flowsFrom(draft, first);
  const way = legs.map((leg) => `${leg.distanceKm?.toFixed()} km ${leg.method}`).join(' + ');
  const text = `No transport is declared for ${place.label}: ${reason}.`;
  decide(draft, [...place.path, 'transportLegs'], { value: way, reason: text, source }, flows);
}
