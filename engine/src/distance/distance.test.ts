import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import {
  createGazetteer,
  createSeaNetwork,
  estimateDistance,
  type Gazetteer,
  greatCircleKm,
  type Passage,
  type Place,
  seaDistance,
} from './index.ts';

const reference = `${import.meta.dirname}/../../../data/reference`;

function rowsOf(file: string): Record<string, string>[] {
  return parse(readFileSync(`${reference}/${file}`, 'utf8'), { columns: true });
}

function placesOf(file: string, codeColumn: string): Place[] {
  return rowsOf(file).map((row) => ({
    code: row[codeColumn] ?? '',
    name: row['name'] ?? '',
    country: row['country'] ?? '',
    latitude: Number(row['latitude']),
    longitude: Number(row['longitude']),
  }));
}

function kilometres(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined;
}

const gazetteer: Gazetteer = createGazetteer({
  seaLanes: JSON.parse(readFileSync(`${reference}/sea-network-marnet.geojson`, 'utf8')),
  ports: placesOf('sea-ports-unlocode.csv', 'unlocode'),
  airports: placesOf('airports-iata.csv', 'iata'),
  countryDistances: rowsOf('country-distances.csv').map((row) => ({
    from: row['from'] ?? '',
    to: row['to'] ?? '',
    airKm: kilometres(row['air_km']),
    roadKm: kilometres(row['road_km']),
    seaKm: kilometres(row['sea_km']),
  })),
});

function portRoute(from: string, to: string, closedPassages: Passage[] = []) {
  const start = gazetteer.port(from);
  const end = gazetteer.port(to);
  assert.ok(start && end, `${from} or ${to} is not a port`);
  return seaDistance(gazetteer.seaNetwork, start, end, { closedPassages });
}

function isNear(actual: number | undefined, expected: number, share: number): void {
  assert.ok(actual !== undefined);
  assert.ok(Math.abs(actual / expected - 1) <= share, `${actual} is not near ${expected}`);
}

test('the great circle equals known distances', () => {
  const quarter = greatCircleKm({ latitude: 0, longitude: 0 }, { latitude: 90, longitude: 0 });
  isNear(quarter, (6371.0088 * Math.PI) / 2, 1e-12);
  const acrossTheDateLine = greatCircleKm(
    { latitude: 0, longitude: 179.5 },
    { latitude: 0, longitude: -179.5 },
  );
  isNear(acrossTheDateLine, (6371.0088 * Math.PI) / 180, 1e-9);
  // Paris–Tokyo by air: 9,710 to 9,730 km in published tables.
  isNear(estimateDistance(gazetteer, 'AIR', 'CDG', 'NRT')?.distanceKm, 9720, 0.005);
});

test('the great circle is symmetric, at most half the globe, and zero for one place', () => {
  const position = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(position, position, (a, b) => {
      assert.equal(greatCircleKm(a, a), 0);
      assert.ok(Math.abs(greatCircleKm(a, b) - greatCircleKm(b, a)) < 1e-9);
      assert.ok(greatCircleKm(a, b) <= 6371.0088 * Math.PI + 1e-9);
    }),
  );
});

test('every node of the sea network can be reached from every other', () => {
  const { first, neighbourOf, positions } = gazetteer.seaNetwork;
  const seen = new Set([0]);
  for (const node of seen) {
    for (let lane = first[node] ?? 0; lane < (first[node + 1] ?? 0); lane += 1) {
      seen.add(neighbourOf[lane] ?? 0);
    }
  }
  assert.ok(positions.length > 9_000);
  assert.equal(seen.size, positions.length);
});

// Published port-to-port distances (sea distance tables, nautical miles × 1.852), within 5 %.
for (const [from, to, closed, expectedKm] of [
  ['CNSHA', 'NLRTM', [], 19_500],
  ['CNSHA', 'NLRTM', ['suez', 'panama'], 25_700],
  ['NLRTM', 'USNYC', [], 6_200],
  ['CNSHA', 'USLAX', [], 10_560],
  ['USLAX', 'USNYC', [], 9_130],
  ['BRSSZ', 'NLRTM', [], 10_050],
  ['SGSIN', 'AUSYD', [], 7_850],
] satisfies [string, string, Passage[], number][]) {
  const name = closed.length === 0 ? '' : ` with ${closed.join(' and ')} closed`;
  test(`by sea ${from} to ${to}${name} is about ${expectedKm} km`, () => {
    isNear(portRoute(from, to, closed)?.distanceKm, expectedKm, 0.05);
  });
}

test('a route lists its passages in order and avoids the closed ones', () => {
  assert.deepEqual(portRoute('CNSHA', 'NLRTM')?.passages, [
    'malacca',
    'babalmandab',
    'suez',
    'gibraltar',
  ]);
  const avoiding = portRoute('CNSHA', 'NLRTM', ['suez', 'panama'])?.passages ?? [];
  assert.ok(avoiding.includes('south_africa'));
  assert.ok(!avoiding.includes('suez'));
});

test('no route is found into a sea whose only strait is closed', () => {
  assert.equal(portRoute('UAODS', 'NLRTM', ['bosporus']), undefined);
});

test('a sea route is as long there as back', () => {
  const there = portRoute('INMUN', 'DEHAM')?.distanceKm ?? 0;
  isNear(portRoute('DEHAM', 'INMUN')?.distanceKm, there, 1e-12);
});

test('lanes that cross the 180th meridian join, whichever way their longitudes are written', () => {
  const network = createSeaNetwork({
    features: [
      {
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: [
            [179, 0],
            [181, 0],
          ],
        },
      },
      {
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: [
            [-179, 0],
            [-178, 0],
          ],
        },
      },
    ],
  });
  assert.equal(network.positions.length, 3);
  const route = seaDistance(
    network,
    { latitude: 0, longitude: 179 },
    { latitude: 0, longitude: -178 },
  );
  isNear(route?.distanceKm, (3 * 6371.0088 * Math.PI) / 180, 1e-9);
});

test('takes the shorter of two ways, and the longer one when its passage closes', () => {
  const network = createSeaNetwork({
    features: [
      {
        properties: { passage: 'suez' },
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [2, 0],
            ],
          ],
        },
      },
      {
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 3],
            [2, 0],
          ],
        },
      },
    ],
  });
  const from = { latitude: 0, longitude: 0 };
  const to = { latitude: 0, longitude: 2 };
  const degreeKm = (6371.0088 * Math.PI) / 180;
  isNear(seaDistance(network, from, to)?.distanceKm, 2 * degreeKm, 1e-9);
  const around = seaDistance(network, from, to, { closedPassages: ['suez'] });
  isNear(around?.distanceKm, 2 * greatCircleKm(from, { latitude: 3, longitude: 1 }), 1e-9);
});

test('by land and air country pairs come from the table, both ways round', () => {
  for (const way of ['LAND', 'AIR'] as const) {
    const there = estimateDistance(gazetteer, way, 'FR', 'CN');
    const back = estimateDistance(gazetteer, way, 'CN', 'FR');
    assert.equal(there?.source, 'COUNTRY_TABLE');
    assert.equal(there?.distanceKm, back?.distanceKm);
  }
});

test('by sea the table serves only countries that no way through the network joins', () => {
  assert.equal(estimateDistance(gazetteer, 'SEA', 'CN', 'FR')?.source, 'SEA_NETWORK');
  assert.equal(estimateDistance(gazetteer, 'SEA', 'HU', 'US')?.source, 'COUNTRY_TABLE');
  const closed = { closedPassages: ['suez'] } as const;
  assert.equal(estimateDistance(gazetteer, 'SEA', 'HU', 'US', closed), undefined);
});

test('closing a passage makes the way between two countries longer', () => {
  const open = estimateDistance(gazetteer, 'SEA', 'CN', 'FR');
  const closed = estimateDistance(gazetteer, 'SEA', 'CN', 'FR', { closedPassages: ['suez'] });
  assert.ok((closed?.distanceKm ?? 0) > (open?.distanceKm ?? Number.POSITIVE_INFINITY));
});

test('distances between countries worked out here agree with the table in the middle', () => {
  const withoutTable: Gazetteer = { ...gazetteer, countryDistance: () => undefined };
  for (const [way, column] of [
    ['SEA', 'sea_km'],
    ['AIR', 'air_km'],
  ] as const) {
    const ratios = rowsOf('country-distances.csv')
      .flatMap((row) => {
        const own = estimateDistance(withoutTable, way, row['from'] ?? '', row['to'] ?? '');
        return own && row[column] ? [own.distanceKm / Number(row[column])] : [];
      })
      .sort((a, b) => a - b);
    assert.ok(ratios.length > 400);
    isNear(ratios[Math.floor(ratios.length / 2)], 1, 0.03);
  }
});

test('places that are not known, and a country to itself, have no distance', () => {
  assert.equal(estimateDistance(gazetteer, 'AIR', 'XXX', 'AMS'), undefined);
  assert.equal(estimateDistance(gazetteer, 'LAND', 'FR', 'FR'), undefined);
  assert.equal(estimateDistance(gazetteer, 'SEA', 'CH', 'CL'), undefined, 'Switzerland has no sea');
});

test('a way between two ports, and the nearest lane of each, are searched once', () => {
  const network = createSeaNetwork({
    features: [
      {
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: Array.from({ length: 2_000 }, (_, at) => [-170 + at / 10, 0]),
        },
      },
    ],
  });
  let [searches, walks] = [0, 0];
  const positions = new Proxy(network.positions, {
    get: (target, name, receiver) => {
      if (name === 'entries') walks += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  // Every search reads the lanes.
  const counted = new Proxy(
    { ...network, positions },
    {
      get: (target, name, receiver) => {
        if (name === 'neighbourOf') searches += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  const from = { latitude: 0, longitude: -170 };
  const to = { latitude: 0, longitude: 20 };
  const first = seaDistance(counted, from, to);
  assert.ok(first);
  for (let again = 0; again < 100; again += 1) {
    assert.deepEqual(seaDistance(counted, from, to), first);
    assert.equal(seaDistance(counted, to, from)?.distanceKm, first.distanceKm);
  }
  assert.deepEqual([searches, walks], [1, 2]);
  seaDistance(counted, from, to, { closedPassages: ['suez'] });
  assert.equal(searches, 2);
});
