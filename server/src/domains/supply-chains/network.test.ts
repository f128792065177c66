import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greatCircleKm } from '@trackway/engine';
import { loadGazetteer } from '../factors/index.ts';
import { cyclesOf, isInCycle } from './cycles.ts';
import { type SupplyChainInput, writtenSupplyChain } from './draft.ts';
import { geoJsonOf } from './geo-json.ts';
import { energyMixOf, type Facility, type Flow, type Network, unitOf } from './model.ts';

const gazetteer = await loadGazetteer();
const SHANGHAI = { latitude: 31.23, longitude: 121.47 };
const LISBON = { latitude: 38.72, longitude: -9.14 };

function facility(key: string, more: Partial<Facility> = {}): Facility {
  return { key, name: key.toUpperCase(), tier: 0, ...more };
}

function flow(from: string, to: string, more: Partial<Flow> = {}): Flow {
  return { from, to, quantity: 1, ...more };
}

function networkOf(keys: string, ...pairs: readonly string[]): Network {
  return {
    facilities: [...keys].map((key) => facility(key)),
    flows: pairs.map((pair) => flow(pair.slice(0, 1), pair.slice(1))),
  };
}

function written(input: SupplyChainInput) {
  return writtenSupplyChain({ name: 'Chain', ...input }, gazetteer);
}

/** The problems of an input, each as `path CODE`. */
function problemsIn(input: SupplyChainInput): string[] {
  return written(input).problems.map(({ path, code }) => `${path.slice(1).join('.')} ${code}`);
}

/** The estimates of the legs of a single flow between two facilities. */
function estimatesOf(from: Facility, to: Facility, legs: Flow['transportLegs']) {
  const { draft, problems } = written({
    facilities: [from, to],
    flows: [flow(from.key, to.key, { transportLegs: legs ?? [] })],
  });
  assert.deepEqual(problems, []);
  return (draft.network.flows[0]?.transportLegs ?? []).map((leg) => leg.estimate);
}

test('finds every loop: of two, of one with itself, and none in a diamond', () => {
  assert.deepEqual(cyclesOf(networkOf('abcd', 'ab', 'ac', 'bd', 'cd')).groups, []);
  assert.deepEqual(cyclesOf(networkOf('ab', 'aa', 'ab')).groups, [['a']]);
  const network = networkOf('abcdef', 'ab', 'bc', 'ca', 'cd', 'de', 'ed', 'ef');
  const cycles = cyclesOf(network);
  assert.deepEqual(cycles.groups.map((keys) => keys.join('')).sort(), ['abc', 'de']);
  const inLoops = network.flows.filter((each) => isInCycle(each, cycles));
  assert.deepEqual(
    inLoops.map(({ from, to }) => from + to),
    ['ab', 'bc', 'ca', 'de', 'ed'],
  );
});

test('finds a loop through as many facilities as there may be', () => {
  const keys = Array.from({ length: 250 }, (_, at) => `k${at}`);
  const network = {
    facilities: keys.map((key) => facility(key)),
    flows: keys.map((key, at) => flow(key, keys[(at + 1) % keys.length] ?? '')),
  };
  assert.deepEqual(cyclesOf(network).groups, [keys]);
});

test('a distance that is given stays; one between countries comes from their table', () => {
  const [given, worked] = [
    estimatesOf(facility('a', { country: 'PT' }), facility('b', { country: 'FR' }), [
      { method: 'ROAD', distanceKm: 12 },
    ]),
    estimatesOf(facility('a', { country: 'PT' }), facility('b', { country: 'FR' }), [
      { method: 'ROAD' },
    ]),
  ];
  assert.deepEqual(given, [undefined]);
  assert.deepEqual([worked[0]?.distanceKm, worked[0]?.source], [1150, 'COUNTRY_TABLE']);
});

test('coordinates give the great circle by land and air, and the sea lanes by sea', () => {
  const from = facility('mill', { country: 'CN', coordinates: SHANGHAI });
  const to = facility('shop', { country: 'PT', coordinates: LISBON });
  const [air, sea] = [
    estimatesOf(from, to, [{ method: 'AIR' }]),
    estimatesOf(from, to, [{ method: 'SEA' }]),
  ];
  assert.equal(air[0]?.distanceKm, greatCircleKm(SHANGHAI, LISBON));
  assert.equal(air[0]?.source, 'GREAT_CIRCLE');
  assert.equal(sea[0]?.source, 'SEA_NETWORK');
  assert.ok((sea[0]?.distanceKm ?? 0) > 1.3 * (air[0]?.distanceKm ?? 0), 'round Asia and Africa');
});

test('legs join: neighbours and facilities supply the ends that a leg omits', () => {
  const from = facility('mill', { coordinates: SHANGHAI });
  const to = facility('shop', { country: 'FR' });
  const [road, sea, rail] = estimatesOf(from, to, [
    { method: 'ROAD' },
    { method: 'SEA', from: 'CNSHA', to: 'NLRTM' },
    { method: 'RAIL' },
  ]);
  assert.match(road?.reason ?? '', /^Great circle from MILL to CNSHA/);
  assert.match(sea?.reason ?? '', /from Shanghai \(CNSHA\) to Rotterdam \(NLRTM\)/);
  assert.match(rail?.reason ?? '', /Rotterdam \(NLRTM\) to the middle of FR/);
});

test('a distance worked out before is worked out again when a facility moves', () => {
  const facilities = [
    facility('a', { coordinates: LISBON }),
    facility('b', { coordinates: SHANGHAI }),
  ];
  const before = written({
    facilities,
    flows: [flow('a', 'b', { transportLegs: [{ method: 'AIR' }] })],
  });
  const moved = writtenSupplyChain(
    {
      facilities: [facility('a', { coordinates: LISBON }), facility('b', { coordinates: LISBON })],
    },
    gazetteer,
    before.draft,
  );
  assert.deepEqual(moved.problems, []);
  assert.equal(moved.draft.network.flows[0]?.transportLegs?.[0]?.estimate?.distanceKm, 0);
});

test('a leg that cannot be measured is a problem of its own', () => {
  const legs = (method: 'ROAD' | 'HUB', more = {}) => ({ transportLegs: [{ method, ...more }] });
  assert.deepEqual(
    problemsIn({
      facilities: [facility('a'), facility('b', { country: 'VA' }), facility('c')],
      flows: [
        flow('a', 'b', legs('ROAD')),
        flow('b', 'c', legs('ROAD', { from: 'JP', to: 'CN' })),
        flow('a', 'c', legs('ROAD', { from: 'XXNOPE', to: 'DE' })),
        flow('a', 'c', legs('HUB')),
      ],
    }),
    [
      'flows.0.transportLegs.0.distanceKm REQUIRED',
      'flows.1.transportLegs.0.distanceKm DISTANCE_UNKNOWN',
      // The place that does not exist is a problem of the check of references (tests/http/products/references).
    ],
  );
});

test('a request has a limited number of routes by sea', () => {
  const facilities = Array.from({ length: 121 }, (_, at) =>
    facility(`k${at}`, { coordinates: { latitude: 30 + at / 10, longitude: -30 } }),
  );
  const legs = { transportLegs: [{ method: 'SEA' as const }] };
  const flows = facilities.slice(1).map(({ key }) => flow('k0', key, legs));
  const problems = problemsIn({ facilities, flows });
  assert.equal(problems.length, 20);
  assert.equal(problems[0], 'flows.100.transportLegs.0.distanceKm TOO_MANY');
  const same = {
    facilities: facilities.slice(0, 2),
    flows: flows.map(() => flow('k0', 'k1', legs)),
  };
  assert.deepEqual(problemsIn(same), [], 'one way is worked out once');
});

test('reports all problems of a network in one response', () => {
  assert.deepEqual(
    problemsIn({
      name: '',
      productId: 'prod_nonsense',
      facilities: [
        facility('a', { yield: 0, energyMix: [{ source: 'SOLAR', share: 0.5 }] }),
        facility('a', { tier: -1, coordinates: { latitude: 91, longitude: -181 } }),
        facility('b', {
          yield: 1.01,
          energyKwhPerUnit: -1,
          material: 'cotton fibre',
          factorId: 'fac_nonsense',
          energyMix: [
            { source: 'WIND', share: 1.5 },
            { source: 'WIND', share: -0.5 },
          ],
        }),
      ],
      flows: [flow('a', 'nowhere', { quantity: 0 }), flow('A ', 'b'), flow('b', 'a')],
    }),
    [
      'name EMPTY',
      'productId INVALID_ID',
      'facilities.0.yield OUT_OF_RANGE',
      'facilities.0.energyMix SHARES',
      'facilities.1.tier OUT_OF_RANGE',
      'facilities.1.coordinates.latitude OUT_OF_RANGE',
      'facilities.1.coordinates.longitude OUT_OF_RANGE',
      'facilities.2.yield OUT_OF_RANGE',
      'facilities.2.energyKwhPerUnit OUT_OF_RANGE',
      'facilities.2.energyMix.0.share OUT_OF_RANGE',
      'facilities.2.energyMix.1.share OUT_OF_RANGE',
      'facilities.2.energyMix.1.source DUPLICATE',
      'facilities.2 AT_MOST_ONE',
      'facilities.2.factorId INVALID_ID',
      'facilities.1.key DUPLICATE_KEY',
      'flows.0.to UNKNOWN_KEY',
      'flows.0.quantity OUT_OF_RANGE',
      'flows.1.from UNKNOWN_KEY',
    ],
  );
});

test('an unknown key comes with those that were perhaps meant', () => {
  const { problems } = written({
    facilities: [facility('spinning-mill'), facility('shop')],
    flows: [flow('Spinning Mill', 'shop')],
  });
  assert.deepEqual(problems[0]?.suggestions, ['spinning-mill']);

  // The keys of the largest network are prepared once, and not for each end of each flow: that took 0.3 s of the event loop.
  const places = Array.from({ length: 250 }, (_, at) => facility(`${'ä-'.repeat(48)}${at}`));
  const flows = Array.from({ length: 250 }, (_, at) => flow(`from ${at}`, `to ${at}`));
  const cpuMs = (work: () => void) => {
    const before = process.threadCpuUsage();
    work();
    return process.threadCpuUsage(before).user / 1_000;
  };
  const quadratic = cpuMs(() => {
    for (const _ of flows)
      for (const { key } of places) key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  });
  const checked = cpuMs(() => assert.equal(problemsIn({ facilities: places, flows }).length, 500));
  assert.ok(checked < quadratic, `${checked} ms, ${quadratic} ms for a quarter of each of them`);
});

test('shares that binary fractions cannot add up exactly still add up to 1', () => {
  const energyMix = [
    { source: 'SOLAR', share: 0.1 },
    { source: 'WIND', share: 0.2 },
    { source: 'HYDRO', share: 0.7 },
  ] as const;
  assert.deepEqual(problemsIn({ facilities: [facility('a', { energyMix })] }), []);
});

test('what leaves a facility has one unit: its own, or that of its flows', () => {
  const facilities = [facility('a'), facility('b', { unit: 'PIECE' })];
  const network = { facilities, flows: [flow('a', 'b'), flow('a', 'b', { unit: 'M2' })] };
  assert.deepEqual(
    facilities.map((each) => unitOf(each, network)),
    ['M2', 'PIECE'],
  );
  assert.deepEqual(
    problemsIn({
      ...network,
      flows: [...network.flows, flow('a', 'b', { unit: 'KG' }), flow('b', 'a', { unit: 'KG' })],
    }),
    ['flows.2.unit UNIT_MISMATCH', 'flows.3.unit UNIT_MISMATCH'],
  );
});

test('without a mix a facility runs on the grid', () => {
  assert.deepEqual(energyMixOf(facility('a')), [{ source: 'GRID_ELECTRICITY', share: 1 }]);
  const energyMix = [{ source: 'SOLAR', share: 1 }] as const;
  assert.equal(energyMixOf(facility('a', { energyMix })), energyMix);
});

test('a map has a point per facility with a place, and a line per flow between two of them', () => {
  const network = {
    facilities: [
      facility('a', { coordinates: SHANGHAI }),
      facility('b', { country: 'FR' }),
      facility('c'),
    ],
    flows: [flow('a', 'b'), flow('b', 'c')],
  };
  const map: unknown = JSON.parse(JSON.stringify(geoJsonOf(network, cyclesOf(network), gazetteer)));
  const middle = gazetteer.countryMiddle('FR');
  const start = [121.47, 31.23];
  const end = [middle?.longitude, middle?.latitude];
  const common = { tier: 0, isInCycle: false };
  assert.deepEqual(map, {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: start },
        properties: { kind: 'FACILITY', key: 'a', name: 'A', isApproximate: false, ...common },
      },
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: end },
        properties: {
          kind: 'FACILITY',
          key: 'b',
          name: 'B',
          country: 'FR',
          isApproximate: true,
          ...common,
        },
      },
      {
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: [start, end] },
        properties: {
          kind: 'FLOW',
          from: 'a',
          to: 'b',
          quantity: 1,
          methods: [],
          isInCycle: false,
        },
      },
    ],
  });
});
