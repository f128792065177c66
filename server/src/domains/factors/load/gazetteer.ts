import { readFile } from 'node:fs/promises';
import { createGazetteer, type Gazetteer, type Place, type SeaLanes } from '@trackway/engine';
import { cell, numberCell, readTable, type TableLine } from './csv-file.ts';
import { DATA_FOLDER } from './set-files.ts';

/** Ports, airports, country distances and the sea network of the data folder: about 0.2 s to read. */
export async function loadGazetteer(dataFolder = DATA_FOLDER): Promise<Gazetteer> {
  const folder = new URL('reference/', dataFolder);
  const [seaLanes, ports, airports, countryDistances] = await Promise.all([
    readSeaLanes(new URL('sea-network-marnet.geojson', folder)),
    readTable(new URL('sea-ports-unlocode.csv', folder)),
    readTable(new URL('airports-iata.csv', folder)),
    readTable(new URL('country-distances.csv', folder)),
  ]);
  return createGazetteer({
    seaLanes,
    ports: ports.map((line) => placeOf(line, 'unlocode')),
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

async function readSeaLanes(file: URL): Promise<SeaLanes> {
  return JSON.parse(await readFile(file, 'utf8'));
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
