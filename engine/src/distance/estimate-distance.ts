import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { placeInWords } from '../library/regions.ts';
import { greatCircleKm, type Position } from './great-circle.ts';
import { isJoinedByLand } from './landmass.ts';
import { type SeaRouteOptions, seaDistance } from './sea-distance.ts';
import type { Passage } from './sea-network.ts';

/** Mode of transport, as far as distances depend on it. */
export type Way = 'SEA' | 'AIR' | 'LAND';

export type DistanceSource = 'COUNTRY_TABLE' | 'SEA_NETWORK' | 'GREAT_CIRCLE' | 'DOMESTIC_HAUL';

export type DistanceEstimate = {
  readonly distanceKm: number;
  readonly source: DistanceSource;
  /** Straits and canals on the way, when it was found in the sea network. */
  readonly passages: readonly Passage[];
  /** One sentence for the list of assumptions. */
  readonly reason: string;
};

type Spot = Position & { readonly label: string };

/**
 * A distance in km for a transport leg whose ends are known and whose length is not. A place is a
 * UN/LOCODE (`NLRTM`), an IATA code (`AMS`) or an ISO country (`NL`).
 *
 * Within a country, by land, it is the country's mean haul. By sea it is the shortest way through the
 * sea network, for a country from its principal ports. Otherwise the table of country pairs (MTES-MCT
 * ecobalyse, 35 countries), else the great circle; a country is put at the middle of its airports. By
 * sea the table serves only pairs without a way: it sends Spain to Morocco 1,891 km and China to the
 * USA 27,066 km (decision 0170). Unadjusted: the caller applies the distance adjustment factor.
 * Undefined when a place is not known, when no land joins the places, or when no way by sea is left.
 */
export function estimateDistance(
  gazetteer: Gazetteer,
  way: Way,
  from: string,
  to: string,
  options: SeaRouteOptions = {},
): DistanceEstimate | undefined {
  if (from === to) return way === 'LAND' ? withinCountry(gazetteer, from) : undefined;
  if (way === 'LAND' && !isLandBetween(gazetteer, from, to)) return undefined;
  const starts = spotsOf(gazetteer, way, from);
  const ends = spotsOf(gazetteer, way, to);
  if (way === 'SEA') {
    const found = shortestBySea(gazetteer, starts, ends, options);
    // The table assumes open passages.
    const isOpen = (options.closedPassages ?? []).length === 0;
    return found ?? (isOpen ? fromTable(gazetteer, way, from, to) : undefined);
  }
  const [start] = starts;
  const [end] = ends;
  return fromTable(gazetteer, way, from, to) ?? (start && end && direct(start, end));
}

/** True if two places are connected by land, also if the country of one is unknown. */
export function isLandBetween(gazetteer: Gazetteer, from: string, to: string): boolean {
  const [start, end] = [countryOf(gazetteer, from), countryOf(gazetteer, to)];
  return start === undefined || end === undefined || isJoinedByLand(start, end);
}

function countryOf(gazetteer: Gazetteer, place: string): string | undefined {
  if (isCountry(place)) return place;
  return (gazetteer.port(place) ?? gazetteer.airport(place))?.country;
}

function estimateOf(
  distanceKm: number,
  source: DistanceSource,
  reason: string,
  passages: readonly Passage[] = [],
): DistanceEstimate {
  return { distanceKm, source, passages, reason };
}

function withinCountry(gazetteer: Gazetteer, place: string): DistanceEstimate | undefined {
  const haul = isCountry(place) ? gazetteer.domesticHaul(place) : undefined;
  if (haul === undefined) return undefined;
  const { distanceKm, source, geography } = haul;
  const whose = geography === place ? place : `${placeInWords(geography)}, for ${place}`;
  const reason = `Mean haul of goods within ${whose} (${source}).`;
  return estimateOf(distanceKm, 'DOMESTIC_HAUL', reason);
}

function isCountry(place: string): boolean {
  return place.length === 2;
}

function fromTable(
  gazetteer: Gazetteer,
  way: Way,
  from: string,
  to: string,
): DistanceEstimate | undefined {
  const pair = gazetteer.countryDistance(from, to);
  const distanceKm = way === 'SEA' ? pair?.seaKm : way === 'AIR' ? pair?.airKm : pair?.roadKm;
  if (distanceKm === undefined) return undefined;
  const reason = `Distance between the countries ${from} and ${to} from the table of country pairs.`;
  return estimateOf(distanceKm, 'COUNTRY_TABLE', reason);
}

function spotsOf(gazetteer: Gazetteer, way: Way, place: string): readonly Spot[] {
  if (!isCountry(place)) {
    const found = gazetteer.port(place) ?? gazetteer.airport(place);
    return found ? [{ ...found, label: `${found.name} (${place})` }] : [];
  }
  if (way === 'SEA') {
    return gazetteer
      .countryPorts(place)
      .map((port) => ({ ...port, label: `${port.name} (a principal port of ${place})` }));
  }
  const middle = gazetteer.countryMiddle(place);
  return middle ? [{ ...middle, label: `the middle of ${place}` }] : [];
}

/** Of the ways between the ports of two countries, the shortest; of equal ones, the first. */
function shortestBySea(
  gazetteer: Gazetteer,
  starts: readonly Spot[],
  ends: readonly Spot[],
  options: SeaRouteOptions,
): DistanceEstimate | undefined {
  let shortest: DistanceEstimate | undefined;
  for (const start of starts) {
    for (const end of ends) {
      const route = seaDistance(gazetteer.seaNetwork, start, end, options);
      if (route === undefined || route.distanceKm >= (shortest?.distanceKm ?? Infinity)) continue;
      const { distanceKm, passages } = route;
      const through = passages.length === 0 ? '' : ` through ${passages.join(', ')}`;
      const reason = `Shortest way by sea from ${start.label} to ${end.label}${through}.`;
      shortest = estimateOf(distanceKm, 'SEA_NETWORK', reason, passages);
    }
  }
  return shortest;
}

function direct(from: Spot, to: Spot): DistanceEstimate {
  const reason = `Great circle from ${from.label} to ${to.label}.`;
  return estimateOf(greatCircleKm(from, to), 'GREAT_CIRCLE', reason);
}
