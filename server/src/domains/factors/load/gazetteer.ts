import { readFile } from 'node:fs/promises';
import {
  createGazetteer,
  type Gazetteer,
  type MainPort,
  middleOf,
  type Place,
  type SeaLanes,
} from '@trackway/engine';
import { cell, numberCell, readTable, type TableLine } from './csv-file.ts';
import { DATA_FOLDER } from './set-files.ts';

declare module '../../../rules/context.ts' {
  interface Services {
    readonly gazetteer: CountryMiddles;
  }
}

export type CountryMiddles = Pick<Gazetteer, 'countryMiddle'>;

const folder = new URL('reference/', DATA_FOLDER);

/** Ports, airports, country distances and the sea network of the data folder: about 0.1 s of CPU time and 4 MB. */
export async function loadGazetteer(): Promise<Gazetteer> {
  const [seaLanes, ports, mainPorts, airports, countryDistances, hauls] = await Promise.all([
    readSeaLanes(new URL('sea-network-marnet.geojson', folder)),
    readTable(new URL('sea-ports-unlocode.csv', folder)),
    readTable(new URL('main-ports.csv', folder)),
    readAirports(),
    readTable(new URL('country-distances.csv', folder)),
    readTable(new URL('domestic-haul.csv', folder)),
  ]);
  const atSea = mainPorts.filter(isAtSea);
  const countriesAtSea = new Set(atSea.map((line) => cell(line, 'country')));
  return createGazetteer({
    seaLanes,
    ports: ports.map((line) => placeOf(line, 'unlocode')),
    mainPorts: atSea.map(mainPortOf),
    landlocked: mainPorts
      .map((line) => cell(line, 'country'))
      .filter((country) => !countriesAtSea.has(country)),
    hauls: hauls.filter(isNationalHaul).map((line) => ({
      geography: cell(line, 'country'),
      distanceKm: Number(cell(line, 'distance_km')),
      source: cell(line, 'source_title'),
    })),
    airports,
    countryDistances: countryDistances.map((line) => ({
      from: cell(line, 'from'),
      to: cell(line, 'to'),
      airKm: numberCell(line, 'air_km'),
      roadKm: numberCell(line, 'road_km'),
      seaKm: numberCell(line, 'sea_km'),
    })),
  });
}

/** The middles of countries alone: a process that answers requests needs no more of the places. */
export async function loadCountryMiddles(): Promise<CountryMiddles> {
  const byCountry = Map.groupBy(await readAirports(), ({ country }) => country);
  const middles = new Map([...byCountry].map(([country, places]) => [country, middleOf(places)]));
  return { countryMiddle: (country) => middles.get(country) };
}

let codes: Promise<ReadonlySet<string>> | undefined;

/** The codes of all ports and airports: they never change, so they are read once. */
export function placeCodes(): Promise<ReadonlySet<string>> {
  codes ??= readPlaceCodes();
  return codes;
}

async function readPlaceCodes(): Promise<ReadonlySet<string>> {
  const [ports, airports] = await Promise.all([
    readTable(new URL('sea-ports-unlocode.csv', folder)),
    readAirports(),
  ]);
  return new Set([
    ...ports.map((line) => cell(line, 'unlocode')),
    ...airports.map(({ code }) => code),
  ]);
}

async function readAirports(): Promise<Place[]> {
  const lines = await readTable(new URL('airports-iata.csv', folder));
  return lines.map((line) => placeOf(line, 'iata'));
}

async function readSeaLanes(file: URL): Promise<SeaLanes> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** The table has the scenarios of PEF and others too, which the engine states where it uses them. */
function isNationalHaul(line: TableLine): boolean {
  const id = cell(line, 'id');
  return id.startsWith('haul-') || id === 'rule-domestic';
}

/**
 * A landlocked country's gateway is another country's port: its goods go there by land first. The
 * Caspian is a lake: no ocean ship passes the Volga–Don Canal.
 */
function isAtSea(line: TableLine): boolean {
  return cell(line, 'landlocked_gateway') === 'false' && cell(line, 'coast') !== 'Caspian';
}

function mainPortOf(line: TableLine): MainPort {
  return {
    code: cell(line, 'unlocode'),
    name: cell(line, 'port'),
    country: cell(line, 'country'),
    latitude: Number(cell(line, 'latitude')),
    longitude: Number(cell(line, 'longitude')),
    coast: cell(line, 'coast'),
    rank: Number(cell(line, 'rank_in_country')),
  };
}

function placeOf(line: TableLine, codeColumn: string): Place {
  return {
    code: cell(line, codeColumn),
    name: cell(line, 'name'),
    country: cell(line, 'country'),
    latitude: Number(cell(line, 'latitude')),
    longitude: Number(cell(line, 'longitude')),
  };
}
