import { greatCircleKm, middleOf, type Position } from './great-circle.ts';
import { createSeaNetwork, nearestNode, type SeaLanes, type SeaNetwork } from './sea-network.ts';

/** A place of the reference tables: a sea port (UN/LOCODE) or an airport (IATA code). */
export type Place = Position & {
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

/** Distances between two countries, in km, for the ways of transport that make sense. */
export type CountryDistance = {
  readonly from: string;
  readonly to: string;
  readonly airKm?: number | undefined;
  readonly roadKm?: number | undefined;
  readonly seaKm?: number | undefined;
};

export type GazetteerTables = {
  readonly seaLanes: SeaLanes;
  readonly ports: readonly Place[];
  readonly airports: readonly Place[];
  readonly countryDistances: readonly CountryDistance[];
};

/** What there is to know about where places lie. Build it once: it indexes the whole sea network. */
export type Gazetteer = {
  readonly seaNetwork: SeaNetwork;
  readonly port: (unlocode: string) => Place | undefined;
  readonly airport: (iata: string) => Place | undefined;
  /** Symmetric: there is one distance from A to B and back. */
  readonly countryDistance: (from: string, to: string) => CountryDistance | undefined;
  readonly countryMiddle: (country: string) => Position | undefined;
  readonly countryPort: (country: string) => Place | undefined;
};

export function createGazetteer(tables: GazetteerTables): Gazetteer {
  const seaNetwork = createSeaNetwork(tables.seaLanes);
  const ports = new Map(tables.ports.map((port) => [port.code, port]));
  const airports = new Map(tables.airports.map((airport) => [airport.code, airport]));
  const pairs = new Map(tables.countryDistances.map((pair) => [pairKey(pair.from, pair.to), pair]));
  const portsByCountry = Map.groupBy(tables.ports, (port) => port.country);
  const airportsByCountry = Map.groupBy(tables.airports, (airport) => airport.country);

  const countryMiddle = remembered((country) => middleOf(airportsByCountry.get(country) ?? []));
  const countryPort = remembered((country) =>
    middlePort(seaNetwork, countryMiddle(country), portsByCountry.get(country) ?? []),
  );
  return {
    seaNetwork,
    port: (unlocode) => ports.get(unlocode),
    airport: (iata) => airports.get(iata),
    countryDistance: (from, to) => pairs.get(pairKey(from, to)),
    countryMiddle,
    countryPort,
  };
}

function pairKey(from: string, to: string): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

/** The UN/LOCODE list has inland towns with a railway "port"; ships do not go there. */
const FARTHEST_FROM_A_LANE_KM = 100;

/**
 * The port that stands for a country: of those at the sea, the one nearest to the middle of its
 * airports. A landlocked country has none.
 */
function middlePort(
  network: SeaNetwork,
  middle: Position | undefined,
  ports: readonly Place[],
): Place | undefined {
  if (middle === undefined) return undefined;
  const atSea = ports.filter(
    (port) => nearestNode(network, port).distanceKm <= FARTHEST_FROM_A_LANE_KM,
  );
  let nearest: Place | undefined;
  let nearestKm = Number.POSITIVE_INFINITY;
  for (const port of atSea) {
    const distanceKm = greatCircleKm(port, middle);
    if (distanceKm < nearestKm) {
      nearest = port;
      nearestKm = distanceKm;
    }
  }
  return nearest;
}

function remembered<T>(find: (country: string) => T): (country: string) => T {
  const known = new Map<string, T>();
  return (country) => {
    const found = known.get(country);
    if (found !== undefined) return found;
    const value = find(country);
    known.set(country, value);
    return value;
  };
}
