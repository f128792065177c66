import { readFile } from 'node:fs/promises';
import {
  type CountryDistance,
  createGazetteer,
  type Gazetteer,
  type Place,
  type SeaLanes,
} from '@trackway/engine';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from './set-files.ts';

type Line = Readonly<Record<string, string>>;

/** Ports, airports, country distances and the sea network of the data folder: about 0.2 s to read. */
export async function loadGazetteer(dataFolder = DATA_FOLDER): Promise<Gazetteer> {
  const folder = new URL('reference/', dataFolder);
  const [seaLanes, ports, airports, countryDistances] = await Promise.all([
    readSeaLanes(new URL('sea-network-marnet.geojson', folder)),
    readLines(new URL('sea-ports-unlocode.csv', folder)),
    readLines(new URL('airports-iata.csv', folder)),
    readLines(new URL('country-distances.csv', folder)),
  ]);
  return createGazetteer({
    seaLanes,
    ports: ports.map((line) => placeOf(line, 'unlocode')),
    airports: airports.map((line) => placeOf(line, 'iata')),
    countryDistances: countryDistances.map(countryDistanceOf),
  });
}

async function readSeaLanes(file: URL): Promise<SeaLanes> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function readLines(file: URL): Promise<Line[]> {
  return parse(await readFile(file), { columns: true, bom: true });
}

function placeOf(line: Line, codeColumn: string): Place {
  return {
    code: line[codeColumn] ?? '',
    name: line['name'] ?? '',
    country: line['country'] ?? '',
    latitude: Number(line['latitude']),
    longitude: Number(line['longitude']),
  };
}

function countryDistanceOf(line: Line): CountryDistance {
  return {
    from: line['from'] ?? '',
    to: line['to'] ?? '',
    airKm: kilometres(line['air_km']),
    roadKm: kilometres(line['road_km']),
    seaKm: kilometres(line['sea_km']),
  };
}

function kilometres(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined;
}
