import type { Gazetteer } from './gazetteer.ts';
import { greatCircleKm, type Position } from './great-circle.ts';
import { type SeaRouteOptions, seaDistance } from './sea-distance.ts';
import type { Passage } from './sea-network.ts';

/** How goods go, as far as distances differ by it. */
export type Way = 'SEA' | 'AIR' | 'LAND';

export type DistanceSource = 'COUNTRY_TABLE' | 'SEA_NETWORK' | 'GREAT_CIRCLE';

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
 * Between two countries the table of distances comes first (MTES-MCT ecobalyse, 35 countries).
 * Otherwise, by sea the shortest way through the sea network, and by air or land the great circle.
 * A country is put at the middle of its airports, at sea at the port nearest to that. Unadjusted:
 * the caller applies the distance adjustment factor. Undefined when a place is not known, when both
 * are the same country, or when no way by sea is left.
 */
export function estimateDistance(
  gazetteer: Gazetteer,
  way: Way,
  from: string,
  to: string,
  options: SeaRouteOptions = {},
): DistanceEstimate | undefined {
  const tableKm =
    isCountry(from) && isCountry(to) ? fromTable(gazetteer, way, from, to) : undefined;
  // The table's sea distances assume open passages.
  const isTableValid = way !== 'SEA' || (options.closedPassages ?? []).length === 0;
  if (tableKm !== undefined && isTableValid) {
    return {
      distanceKm: tableKm,
      source: 'COUNTRY_TABLE',
      passages: [],
      reason: `Distance between the countries ${from} and ${to} from the table of country pairs.`,
    };
  }
  if (from === to) return undefined;
  const start = spotOf(gazetteer, way, from);
  const end = spotOf(gazetteer, way, to);
  if (start === undefined || end === undefined) return undefined;
  return way === 'SEA' ? bySea(gazetteer, start, end, options) : direct(start, end);
}

function isCountry(place: string): boolean {
  return place.length === 2;
}

function fromTable(gazetteer: Gazetteer, way: Way, from: string, to: string): number | undefined {
  const pair = gazetteer.countryDistance(from, to);
  if (way === 'SEA') return pair?.seaKm;
  return way === 'AIR' ? pair?.airKm : pair?.roadKm;
}

function spotOf(gazetteer: Gazetteer, way: Way, place: string): Spot | undefined {
  if (!isCountry(place)) {
    const found = gazetteer.port(place) ?? gazetteer.airport(place);
    return found && { ...found, label: `${found.name} (${place})` };
  }
  if (way === 'SEA') {
    const port = gazetteer.countryPort(place);
    return port && { ...port, label: `${port.name} (standing for ${place})` };
  }
  const middle = gazetteer.countryMiddle(place);
  return middle && { ...middle, label: `the middle of ${place}` };
}

function bySea(
  gazetteer: Gazetteer,
  from: Spot,
  to: Spot,
  options: SeaRouteOptions,
): DistanceEstimate | undefined {
  const route = seaDistance(gazetteer.seaNetwork, from, to, options);
  if (route === undefined) return undefined;
  const through = route.passages.length === 0 ? '' : ` through ${route.passages.join(', ')}`;
  return {
    distanceKm: route.distanceKm,
    source: 'SEA_NETWORK',
    passages: route.passages,
    reason: `Shortest way by sea from ${from.label} to ${to.label}${through}.`,
  };
}

function direct(from: Spot, to: Spot): DistanceEstimate {
  return {
    distanceKm: greatCircleKm(from, to),
    source: 'GREAT_CIRCLE',
    passages: [],
    reason: `Great circle from ${from.label} to ${to.label}.`,
  };
}
