import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CalculationError,
  calculateBasic,
  calculateSupplyChain,
  calculateTransport,
  estimateDistance,
  type Product,
  type TransportLeg,
} from '../../engine/src/index.ts';
import { loadGazetteer } from '../../server/src/domains/factors/load/gazetteer.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();
const gazetteer = await loadGazetteer();

function seaKm(from: string, to: string): number {
  return estimateDistance(gazetteer, 'SEA', from, to)?.distanceKm ?? Number.NaN;
}

function refusal(leg: TransportLeg): string {
  try {
    calculateTransport({ massKg: 1, ...leg }, library, { gazetteer });
  } catch (error) {
    if (error instanceof CalculationError) return error.message;
    throw error;
  }
  throw new Error('The leg was not refused.');
}

// Published port-to-port distances between the nearest principal ports, within 15 %.
for (const [from, to, port, expectedKm] of [
  ['MX', 'US', 'Veracruz', 1_230], // Veracruz–Houston, not the Great Lakes
  ['CN', 'CA', 'Vancouver', 9_450], // Shanghai–Vancouver, not Hudson Bay
  ['RU', 'DE', 'Petersburg', 2_230], // Saint Petersburg–Hamburg around Skagen
  ['RU', 'JP', 'Vladivostok', 1_750],
  ['CN', 'US', 'Los Angeles', 10_600], // 27,066 km in the table of country pairs
  ['DE', 'US', 'New York', 6_600],
] as const) {
  test(`by sea ${from} to ${to} goes by ${port}`, () => {
    const estimate = estimateDistance(gazetteer, 'SEA', from, to);
    assert.match(estimate?.reason ?? '', new RegExp(port));
    assert.ok(Math.abs(seaKm(from, to) / expectedKm - 1) < 0.15, `${seaKm(from, to)} km`);
  });
}

test('a sea route has the same bits in both directions', () => {
  for (const [from, to] of [
    ['CNSHA', 'NLRTM'],
    ['INMUN', 'DEHAM'],
    ['MX', 'US'],
    ['AU', 'NZ'],
  ] as const) {
    assert.equal(seaKm(from, to), seaKm(to, from));
  }
});

test('no ocean ship reaches the Caspian or a landlocked country', () => {
  for (const from of ['KZ', 'AZ', 'PY']) {
    assert.match(
      refusal({ method: 'SEA', from, to: 'DE' }),
      /No distance is known.*give codes of countries \(DE\)/,
      from,
    );
  }
});

test('goods that stay in a country go its mean haul', () => {
  const km = (country: string) => estimateDistance(gazetteer, 'LAND', country, country)?.distanceKm;
  assert.deepEqual([km('DE'), km('GB'), km('CN'), km('KE')], [141, 107, 183, 200]);
  const leg = calculateTransport({ method: 'ROAD', from: 'DE', to: 'DE', massKg: 1 }, library, {
    gazetteer,
  });
  assert.match(leg.assumptions[0]?.reason ?? '', /Mean haul of goods within the EU, for DE/);
});

test('no lorry, train or barge crosses an ocean', () => {
  assert.match(refusal({ method: 'ROAD', from: 'CN', to: 'US' }), /No land joins CN and US/);
  assert.match(
    refusal({ method: 'INLAND_WATERWAY', from: 'BR', to: 'NL' }),
    /No land joins BR and NL/,
  );
  assert.match(refusal({ method: 'RAIL', from: 'JP', to: 'CN' }), /SEA or AIR/);
  assert.match(refusal({ method: 'ROAD', from: 'CO', to: 'US' }), /No land joins CO and US/);
  const across = estimateDistance(gazetteer, 'LAND', 'GB', 'FR');
  assert.ok(across, 'the Channel has a tunnel');
});

test('a refrigerated container at sea emits by what a source counts beyond a dry one', () => {
  const leg = { method: 'SEA', distanceKm: 100, massKg: 1000 } as const;
  const dry = calculateTransport(leg, library, {});
  const cooled = calculateTransport({ ...leg, refrigerated: true }, library, {});
  // GLEC framework 2020 in Base Carbone 23.6, mean of the world: 0.0141 refrigerated, 0.00847 dry.
  assertClose(cooled.co2eKg, dry.co2eKg + 100 * (0.0141 - 0.00847), 1e-9);
  assert.deepEqual(cooled.notCovered, dry.notCovered);
  const [assumed] = cooled.assumptions;
  assert.deepEqual(assumed?.path.slice(-1), ['refrigerated']);
  assert.match(assumed?.source ?? '', /ADEME/);
});

test('cooling that no source knows is a gap', () => {
  for (const [method, vehicleClass] of [
    ['SEA', 'BULK_CARRIER'],
    ['RAIL'],
    ['AIR'],
    ['INLAND_WATERWAY'],
  ] as const) {
    const leg = { method, vehicleClass, distanceKm: 100, massKg: 1, refrigerated: true };
    const gaps = calculateTransport(leg, library, {}).notCovered.map(({ reason }) => reason);
    assert.ok(
      gaps.some((reason) => /cooling is not counted/.test(reason)),
      method,
    );
  }
});

test('an assumed distance is in km, with the name of its source', () => {
  const leg = { method: 'SEA', from: 'CNSHA', to: 'DEHAM' } as const;
  const [assumed] = calculateTransport({ massKg: 1, ...leg }, library, { gazetteer }).assumptions;
  assert.equal(assumed?.value, `${Math.round(seaKm('CNSHA', 'DEHAM') * 1.15)} km`);
  assert.match(assumed?.source ?? '', /^Sea lanes of searoute/);
});

test('a loop weighs no more than the unit that leaves it, and loses material where it is', () => {
  const legs = [{ method: 'ROAD', distanceKm: 100 }] as const;
  const chain = {
    nodes: [
      { id: 'shop', name: 'Shop', unit: 'PIECE' },
      {
        id: 'mill',
        name: 'Mill',
        tier: 1,
        country: 'PT',
        yield: 0.9,
        components: [
          { material: 'PP', massKg: 1, transportLegs: [{ method: 'ROAD', distanceKm: 0 }] },
        ],
      },
    ],
    edges: [
      { from: 'mill', to: 'shop', quantity: 0.2, legs },
      { from: 'mill', to: 'mill', quantity: 0.05 },
    ],
  } as const;
  const { contributions, assumptions } = calculateSupplyChain(chain, library, { detail: 'FULL' });
  const carried = contributions.find(({ label }) => label === 'Mill, road');
  assert.equal(carried?.amount, 0.02);
  // The next product that takes the shop's piece carries it too.
  const further = {
    nodes: [
      ...chain.nodes.slice(1),
      { id: 'store', name: 'Store', tier: 1, unit: 'PIECE' },
      ...chain.nodes.slice(0, 1),
    ],
    edges: [
      { from: 'mill', to: 'store', quantity: 0.2 },
      { from: 'mill', to: 'mill', quantity: 0.05 },
      { from: 'store', to: 'shop', quantity: 1, legs },
    ],
  } as const;
  const piece = calculateSupplyChain(further, library, { detail: 'FULL' }).contributions;
  assert.equal(piece.find(({ label }) => label === 'Store, road')?.amount, 0.02);
  const lost = assumptions.find(({ reason }) => reason.startsWith('PP, losses'));
  assert.match(lost?.reason ?? '', /Europe/);
});

test('a part of a product is brought with the packaging that it declares', () => {
  const motor = (packaging: Product['packaging']): Product => ({
    id: 'motor',
    name: 'Motor',
    netMassKg: 4,
    components: [{ material: 'steel', massKg: 4 }],
    packaging,
  });
  const fan: Product = {
    id: 'fan',
    name: 'Fan',
    components: [
      {
        productId: 'motor',
        quantity: 2,
        lossRate: 0.2,
        transportLegs: [{ method: 'ROAD', distanceKm: 500 }],
      },
    ],
  };
  const wayOf = (packaging: Product['packaging']) => {
    const products = new Map([['motor', motor(packaging)]]);
    const { phases } = calculateBasic(fan, library, { products });
    return phases.find(({ phase }) => phase === 'INBOUND_TRANSPORT')?.co2eKg ?? 0;
  };
  const crate = { level: 'TERTIARY', material: 'pine', massKg: 6, unitsPerPack: 6 } as const;
  // 4 kg of motor and 1 kg of its crate, twice, and a fifth of them is lost.
  assertClose(wayOf([{ ...crate, reuseCount: 20 }]), (wayOf([]) * 5) / 4, 1e-9);
});
