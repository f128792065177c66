import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calculateBasic,
  calculateCatalogue,
  calculateFull,
  calculateMaterial,
  extendLibrary,
  readSupplierPcf,
  replay,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultFactors, defaultLibrary } from './default-library.ts';
import { supplierDocument } from './supplier-document.ts';

const library = await defaultLibrary();

function full(supplierPcf: unknown, massKg = 1, factors = library) {
  const legs = [{ method: 'ROAD', distanceKm: 0 }] as const;
  const component = { supplierPcf, massKg, originCountry: 'IT', transportLegs: legs };
  return calculateFull({ id: 'p', name: 'Part', components: [component] }, factors, {
    boundary: 'CRADLE_TO_GATE',
  });
}

test('an expired supplier footprint is used with the worst temporal score, and the result says so', () => {
  const expired = full(supplierDocument({}, { validityPeriodEnd: '2021-06-30T00:00:00Z' }));
  assert.equal(expired.full?.dataQuality.temporal, 5);
  assert.ok(expired.assumptions.some(({ reason }) => /valid until 2021-06-30/.test(reason)));
  const old = full(supplierDocument({ referencePeriodEnd: '2018-12-31T00:00:00Z' }));
  assert.equal(old.full?.dataQuality.temporal, 5);
  // Nor is it expired because a pathway of the organization has the grid of 2050.
  const sample = library.factors.get('ember:deu') ?? assert.fail();
  const set = library.sets.get(sample.setId) ?? assert.fail();
  const grid = { ...sample, id: 'own', sourceId: 'own', setId: 'own', year: 2050 };
  const own = { sets: [{ ...set, id: 'own' }], factors: [grid], isOwn: true };
  for (const factors of [library, extendLibrary(library, own)])
    assert.ok(
      full(supplierDocument({}), 1, factors).assumptions.every(
        ({ reason }) => !/valid until/.test(reason),
      ),
    );
});

test('the ends of the periods of a supplier footprint are no part of them', () => {
  const document = supplierDocument({ referencePeriodEnd: '2026-01-01T00:00:00Z' });
  const factor = readSupplierPcf(document);
  assert.ok(typeof factor !== 'string');
  assert.equal(factor.year, 2025);
  assert.equal(factor.details?.['valid_until'], '2028-12-31');
});

/** PACT: a footprint is not used after its validity; PEF: a data set whose validity ended is poor in time. */
test('a result that rests on an expired footprint is POOR and counts no primary data; old snapshots keep their rating', () => {
  const dqi = { technologicalDQR: '1', temporalDQR: '1', geographicalDQR: '1' };
  const supplied = (validityPeriodEnd: string) =>
    supplierDocument({ dqi, primaryDataShare: '90' }, { validityPeriodEnd });
  const legs = [{ method: 'ROAD', distanceKm: 0 }] as const;
  const made = (validUntil: string, steelKg: number) =>
    calculateFull(
      {
        id: 'p',
        name: 'Part',
        components: [
          {
            supplierPcf: supplied(validUntil),
            massKg: 1,
            originCountry: 'IT',
            transportLegs: legs,
          },
          { material: 'steel', massKg: steelKg, originCountry: 'IT', transportLegs: legs },
        ],
      },
      library,
      { boundary: 'CRADLE_TO_GATE' },
    );
  // 4 kg of the supplier, 2.3 kg of steel: about 63 %.
  const valid = made('2099-12-31T00:00:00Z', 1.2);
  const expired = made('2021-06-30T00:00:00Z', 1.2);
  assert.equal(valid.full?.dataQuality.rating, 'EXCELLENT');
  assert.equal(expired.full?.dataQuality.rating, 'POOR');
  assert.ok((valid.full?.primaryDataShare ?? 0) > 0.5);
  assert.equal(expired.full?.primaryDataShare, 0);
  assert.notEqual(made('2021-06-30T00:00:00Z', 6).full?.dataQuality.rating, 'POOR');

  const { snapshot } = expired;
  const products = snapshot.products.map((product) => ({
    ...product,
    flows: product.flows.map(({ isProxy: _, ...flow }) => flow),
  }));
  const before = replay({ ...snapshot, products });
  assert.equal(before.full?.dataQuality.rating, 'GOOD');
  assert.ok((before.full?.primaryDataShare ?? 0) > 0.5);
});

test('two contents under one id are two footprints, in a product and across a catalogue', () => {
  const of = (total: string) => supplierDocument({ pcfExcludingBiogenicUptake: total });
  const component = (total: string) => ({ supplierPcf: of(total), massKg: 1, originCountry: 'IT' });
  const productOf = (...totals: string[]) => ({
    id: totals.join('+'),
    name: 'Part',
    components: totals.map(component),
  });
  const one = calculateBasic(productOf('1'), library).co2eKg;
  const four = calculateBasic(productOf('4'), library).co2eKg;
  assertClose(four - one, 3);
  const both = calculateBasic(productOf('1', '4'), library);
  assertClose(both.co2eKg - calculateBasic(productOf('1', '1'), library).co2eKg, 3);
  const products = [productOf('1'), productOf('4'), productOf('1', '4')];
  const catalogue = new Map(products.map((product) => [product.id, product]));
  const { co2eKg } = calculateCatalogue(catalogue, library, { detail: 'BASIC' });
  for (const [at, alone] of [one, four, both.co2eKg].entries()) assertClose(co2eKg[at] ?? 0, alone);
});

test('the ratings of a supplier footprint count: 3 of 3 is the worst score of PACT 2', () => {
  const dqi = { technologicalDQR: 3, temporalDQR: 3, geographicalDQR: 3, reliabilityDQR: '3' };
  const second = { specVersion: '2.2.0' };
  const poor = full(supplierDocument({ dqi, unitaryProductAmount: '1' }, second));
  assert.equal(poor.full?.dataQuality.dqr, 5);
  assert.equal(poor.full?.dataQuality.rating, 'POOR');
  const third = full(supplierDocument({ dqi: { technologicalDQR: '2', temporalDQR: '2' } }));
  assert.equal(third.full?.dataQuality.technological, 2);
});

test('a footprint that rates nothing and states no primary data is no better than a published factor', () => {
  const [silent, measured] = [
    full(supplierDocument({})),
    full(supplierDocument({ primaryDataShare: '60' })),
  ];
  const range = (high: number) => (result: typeof silent) =>
    (result.full?.uncertainty.highCo2eKg ?? 0) > high;
  assert.equal(silent.full?.dataQuality.rating, 'VERY_GOOD');
  assert.equal(silent.full?.dataQuality.precision, 3);
  assert.ok(range(5.9)(silent), 'a factor of 1.5 on 4 kg');
  assert.equal(measured.full?.dataQuality.rating, 'EXCELLENT');
  assert.ok(!range(4.9)(measured), '20 % on 4 kg');
});

test('a statement outside the range of PACT is refused, and a mass of 0 means none', () => {
  for (const [pcf, message] of [
    [{ primaryDataShare: '180' }, /primaryDataShare .* is 0 to 100 \(got 180\)/],
    [{ exemptedEmissionsPercent: '-1' }, /exemptedEmissionsPercent .* is 0 to 100/],
    [{ dqi: { technologicalDQR: '9' } }, /technologicalDQR .* is 1 to 5 \(got 9\)/],
    [{ productMassPerDeclaredUnit: '-2' }, /productMassPerDeclaredUnit .* is 0 to /],
  ] as const) {
    assert.throws(() => full(supplierDocument(pcf)), message);
  }
  const second = { unitaryProductAmount: '1', dqi: { temporalDQR: '4' } };
  assert.throws(
    () => full(supplierDocument(second, { specVersion: '2.2.0' })),
    /is 1 to 3 \(got 4\)/,
  );
  assert.equal(full(supplierDocument({ productMassPerDeclaredUnit: '0' })).co2eKg, 4);
  const piece = { declaredUnitOfMeasurement: 'piece', productMassPerDeclaredUnit: '0' };
  assert.throws(() => full(supplierDocument(piece)), /per piece; an amount in kg/);
});

test('exempted emissions and the primary share of a supplier reach the result', () => {
  const { full: details } = full(
    supplierDocument({ primaryDataShare: '80', exemptedEmissionsPercent: '4.5' }),
  );
  assertClose(details?.primaryDataShare ?? 0, 0.8);
  assertClose(details?.exemptedEmissionsPercent ?? 0, 4.5);
});

test('a footprint per piece uses the mass of the piece', () => {
  const piece = supplierDocument({
    declaredUnitOfMeasurement: 'piece',
    productMassPerDeclaredUnit: '0.25',
    pcfExcludingBiogenicUptake: '10',
  });
  assertClose(calculateMaterial({ supplierPcf: piece, quantity: 3 }, library).co2eKg, 30);
  // 1 kg is four pieces.
  assertClose(calculateMaterial({ supplierPcf: piece, massKg: 1 }, library).co2eKg, 40);
});

test('PACT 2 states its values per declared unit, PACT 3 for the declared amount', () => {
  const second = readSupplierPcf(
    supplierDocument(
      { unitaryProductAmount: '100', pCfExcludingBiogenic: '4' },
      { specVersion: '2.1.0' },
    ),
  );
  assert.ok(typeof second !== 'string');
  assert.equal(second.co2eKgPerUnit, 4);
  const third = readSupplierPcf(supplierDocument({ declaredUnitAmount: '100' }));
  assert.ok(typeof third !== 'string');
  assert.equal(third.co2eKgPerUnit, 0.04);
});

test('the mass of a pair, which PACT 3 declares as two pieces, is shared by both', () => {
  const pair = supplierDocument({
    declaredUnitOfMeasurement: 'piece',
    declaredUnitAmount: '2',
    productMassPerDeclaredUnit: '0.8',
  });
  // Half a kilogram is 1.25 pieces of 0.4 kg, each 2 kg CO2e.
  assertClose(calculateMaterial({ supplierPcf: pair, massKg: 0.5 }, library).co2eKg, 2.5);
  assertClose(calculateMaterial({ supplierPcf: pair, quantity: 2 }, library).co2eKg, 4);
});

test('a total that is not above zero is refused unless removals are declared', () => {
  for (const total of ['0', '-2']) {
    const read = readSupplierPcf(supplierDocument({ pcfExcludingBiogenicUptake: total }));
    assert.match(String(read), /is not above 0 and declares no removals/);
  }
  const removed = supplierDocument({
    pcfExcludingBiogenicUptake: '-2',
    landManagementBiogenicRemovals: '-3',
  });
  assert.ok(typeof readSupplierPcf(removed) !== 'string');
});

test('a negative factor is refused as a part unless it is a removal', async () => {
  const credit = (await defaultFactors()).find(
    ({ co2eKgPerUnit, unit }) => co2eKgPerUnit < 0 && unit === 'kg',
  );
  assert.ok(credit);
  assert.throws(
    () => calculateMaterial({ factorId: credit.id, massKg: 1 }, library),
    /only if its activity is "removal"/,
  );
});

test('a contribution by supplier footprint shows its company and its id', () => {
  const [contribution] = full(supplierDocument({})).contributions;
  assert.equal(contribution?.source, 'Mill');
  assert.equal(contribution?.sourceReference, 'f4b1225a-bd44-4c8e-861d-079e4e1dfd69');
});
