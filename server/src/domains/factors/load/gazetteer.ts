import { readFile } from 'node:fs/promises';
import {
  createGazetteer,
  type Gazetteer,
  type MainPort,
  type Place,
  type SeaLanes,
} from '@trackway/engine';
import { cell, numberCell, readTable, type TableLine } from './csv-file.ts';
import { DATA_FOLDER } from './set-files.ts';

declare module '../../../rules/context.ts' {
  interface Services {
    readonly gazetteer: Gazetteer;
  }
}

let gazetteer: Promise<Gazetteer> | undefined;

/** Ports, airports, country distances and the sea network of the data folder: about 0.2 s to read, once. */
export function loadGazetteer(): Promise<Gazetteer> {
  gazetteer ??= readGazetteer();
  return gazetteer;
}

async function readGazetteer(): Promise<Gazetteer> {
  const folder = new URL('reference/', DATA_FOLDER);
  const [seaLanes, ports, mainPorts, airports, countryDistances, hauls] = await Promise.all([
    readSeaLanes(new URL('sea-network-marnet.geojson', folder)),
    readTable(new URL('sea-ports-unlocode.csv', folder)),
    readTable(new URL('main-ports.csv', folder)),
    readTable(new URL('airports-iata.csv', folder)),
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
    airports: airports.map((line) => placeOf(line, 'iata')),
    countryDistances: countryDistances.map((line) => ({
      from: cell(line, 'from'),
      to: cell(line, 'to'),
      airKm: numberCell(line, 'air_km'),
      roadKm: numberCell(line, 'road_km'),
      seaKm: numberCell(line, 'sea_km'),
    })),
  });
}

let codes: Promise<ReadonlySet<string>> | undefined;

/** The codes of all ports and airports: they never change, so they are read once. */
export function placeCodes(): Promise<ReadonlySet<string>> {
  codes ??= readPlaceCodes();
  return codes;
}

async function readPlaceCodes(): Promise<ReadonlySet<string>> {
  const folder = new URL('reference/', DATA_FOLDER);
  const [ports, airports] = await Promise.all([
    readTable(new URL('sea-ports-unlocode.csv', folder)),
    readTable(new URL('airports-iata.csv', folder)),
  ]);
  return new Set([
    ...ports.map((line) => cell(line, 'unlocode')),
    ...airports.map((line) => cell(line, 'iata')),
  ]);
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
