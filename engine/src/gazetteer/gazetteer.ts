import { greatCircleKm, middleOf, type Position } from '../distance/great-circle.ts';
import {
  createSeaNetwork,
  nearestNode,
  nodeDistanceKm,
  type SeaLanes,
  type SeaNetwork,
} from '../distance/sea-network.ts';

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

/** A principal port of a country, by the coast it serves. */
export type MainPort = Place & {
  readonly coast: string;
  /** 1 for the port with the largest throughput of the country. */
  readonly rank: number;
};

/** The mean distance of goods on the roads of a country, of the EU, or of the world. */
export type DomesticHaul = {
  /** `CN`, `region:eu` or `region:world`. */
  readonly geography: string;
  readonly distanceKm: number;
  readonly source: string;
};

export type GazetteerTables = {
  readonly seaLanes: SeaLanes;
  readonly ports: readonly Place[];
  readonly mainPorts?: readonly MainPort[] | undefined;
  /** Countries that no ocean ship reaches, whatever ports they have on rivers and lakes. */
  readonly landlocked?: readonly string[] | undefined;
  readonly hauls?: readonly DomesticHaul[] | undefined;
  readonly airports: readonly Place[];
  readonly countryDistances: readonly CountryDistance[];
};

/** Positions of places and the sea network. Build it once: it indexes the whole sea network. */
export type Gazetteer = {
  readonly seaNetwork: SeaNetwork;
  readonly port: (unlocode: string) => Place | undefined;
  readonly airport: (iata: string) => Place | undefined;
  /** Symmetric: there is one distance from A to B and back. */
  readonly countryDistance: (from: string, to: string) => CountryDistance | undefined;
  readonly countryMiddle: (country: string) => Position | undefined;
  /** The country's principal port on each of its coasts, largest first; empty without a coast. */
  readonly countryPorts: (country: string) => readonly Place[];
  readonly domesticHaul: (country: string) => DomesticHaul | undefined;
};

export function createGazetteer(tables: GazetteerTables): Gazetteer {
  const seaNetwork = createSeaNetwork(tables.seaLanes);
  const ports = new Map(tables.ports.map((port) => [port.code, port]));
  const airports = new Map(tables.airports.map((airport) => [airport.code, airport]));
  const pairs = new Map(tables.countryDistances.map((pair) => [pairKey(pair.from, pair.to), pair]));
  const portsByCountry = Map.groupBy(tables.ports, (port) => port.country);
  const airportsByCountry = Map.groupBy(tables.airports, (airport) => airport.country);

  const countryMiddle = remembered((country) => middleOf(airportsByCountry.get(country) ?? []));
  const landlocked = new Set(tables.landlocked);
  const mainPorts = Map.groupBy(tables.mainPorts ?? [], (port) => port.country);
  const countryPorts = remembered((country) => {
    const main = portsByCoast(mainPorts.get(country) ?? []);
    if (main.length > 0 || landlocked.has(country)) return main;
    const middle = countryMiddle(country);
    return middlePort(seaNetwork, middle, portsByCountry.get(country) ?? []);
  });
  const hauls = new Map((tables.hauls ?? []).map((haul) => [haul.geography, haul]));
  return {
    seaNetwork,
    port: (unlocode) => ports.get(unlocode),
    airport: (iata) => airports.get(iata),
    countryDistance: (from, to) => pairs.get(pairKey(from, to)),
    countryMiddle,
    countryPorts,
    domesticHaul: (country) =>
      hauls.get(country) ??
      (EUROPEAN_UNION.has(country) ? hauls.get('region:eu') : undefined) ??
      hauls.get('region:world'),
  };
}

const EUROPEAN_UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Coasts beyond the third have small ports, and every coast is a search of the sea network. */
const MOST_COASTS = 3;

function portsByCoast(ports: readonly MainPort[]): readonly Place[] {
  const byCoast = Map.groupBy(
    ports.toSorted((a, b) => a.rank - b.rank),
    (port) => port.coast,
  );
  return [...byCoast.values()].flatMap((coast) => coast.slice(0, 1)).slice(0, MOST_COASTS);
}

function pairKey(from: string, to: string): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

/** The UN/LOCODE list has inland towns with a railway "port"; ships do not go there. */
const FARTHEST_FROM_A_LANE_KM = 100;

/**
 * The port of a country without a principal one: of those at the sea, the one nearest to the middle
 * of its airports. A landlocked country has none.
 */
function middlePort(
  network: SeaNetwork,
  middle: Position | undefined,
  ports: readonly Place[],
): readonly Place[] {
  if (middle === undefined) return [];
  return ports
    .filter(
      (port) =>
        nodeDistanceKm(network, nearestNode(network, port), port) <= FARTHEST_FROM_A_LANE_KM,
    )
    .toSorted((a, b) => greatCircleKm(a, middle) - greatCircleKm(b, middle))
    .slice(0, 1);
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
