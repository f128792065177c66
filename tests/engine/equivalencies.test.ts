import assert from 'node:assert/strict';
import { test } from 'node:test';
import examples from '../../data/examples/epa-equivalency-examples.json' with { type: 'json' };
import {
  calculateEnergy,
  createFactorLibrary,
  EQUIVALENCY_KINDS,
  EQUIVALENCY_LOCALES,
  type EquivalencyKind,
  equivalenciesOf,
} from '../../engine/src/index.ts';
import { loadEquivalencies } from '../../server/src/domains/equivalencies/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

/** Equivalencies by hand: EPA's published examples, the kilometres of DESNZ, the words of languages. */

const library = await defaultLibrary();
const tables = await loadEquivalencies();

function amountOf(kind: EquivalencyKind, co2eKg: number, region?: string): number {
  const [found] = equivalenciesOf({ CLIMATE: co2eKg }, tables, library, { region, kinds: [kind] });
  assert.ok(found, kind);
  return found.amount;
}

function publishedValue(set: string, kind: EquivalencyKind): number {
  return tables.rows.find((row) => row.set === set && row.kind === kind)?.value ?? Number.NaN;
}

test('the published examples of EPA: 10 gallons, a barrel, a tree seedling', () => {
  const [gallons, barrel, tree] = examples.cases;
  assertClose(amountOf('GASOLINE_GALLON', 88.87, 'US'), 10);
  assert.equal(gallons?.expected['kgco2 for 10 gallons'], 88.87);
  const exactBarrel = (5.8 * 20.31 * 44) / 12 / 1000;
  assertClose(exactBarrel, Number(barrel?.expected.exact));
  assert.equal(
    Number(exactBarrel.toFixed(2)) * 1000,
    publishedValue('us-epa-2021', 'CRUDE_OIL_BARREL'),
  );
  const exactTree = (36.4 * 44) / 12 / 2204.6;
  assertClose(exactTree, Number(tree?.expected.exact));
  assert.equal(
    Number(exactTree.toFixed(2)) * 1000,
    publishedValue('us-epa-2024', 'TREE_SEEDLING_10_YEARS'),
  );
});

test('the published formulas of EPA give the values of its sets', () => {
  const carYear = (8.89 * 10_917) / 22.8 / 0.994;
  assert.ok(Math.abs(carYear / publishedValue('us-epa-2024', 'CAR_YEAR') - 1) < 0.003);
  assertClose(Number((4290 / 10_917).toPrecision(3)), publishedValue('us-epa-2024', 'CAR_MILE'));
  assert.equal(Number((0.393 / 1.609344).toFixed(5)), publishedValue('us-epa-2024', 'CAR_KM'));
  const charge = ((14.46 - 22 * 0.13) / 1000).toFixed(3);
  const chargeKg = (Number(charge) * 1562.4) / 2204.6;
  assert.ok(Math.abs(chargeKg / publishedValue('us-epa-2021', 'SMARTPHONE_CHARGE') - 1) < 0.04);
  assert.equal(publishedValue('us-epa-2024', 'SMARTPHONE_CHARGE'), 0.0124);
  // The edition that has 8.22e-6 t per charge has 7.94 t of home energy; the one before it has 8.30.
  assert.equal(publishedValue('us-epa-2021', 'HOME_ENERGY_YEAR'), 7940);
});

test('one thousand tonnes give the counts that the calculator of EPA shows', () => {
  const million = (kind: EquivalencyKind) => amountOf(kind, 1_000_000, 'US');
  assertClose(million('GASOLINE_GALLON'), 112_523.9, 1e-5);
  assertClose(million('CAR_YEAR'), 233.1, 1e-3);
  assertClose(million('HOME_ELECTRICITY_YEAR'), 208.4, 1e-3);
  assertClose(million('TREE_SEEDLING_10_YEARS'), 16_666.7, 1e-5);
  assertClose(million('SMARTPHONE_CHARGE'), 80_645_161, 1e-5);
});

test('kilometres are the factors of DESNZ 2025, direct and well to tank', () => {
  assertClose(amountOf('CAR_KM', 100, 'GB'), 100 / (0.16725 + 0.04399));
  assertClose(amountOf('TRAIN_KM', 1, 'GB'), 1 / (0.03546 + 0.00897));
  assertClose(amountOf('FLIGHT_KM', 1, 'FR'), 1 / (0.07559 + 0.02286));
});

test('a household is counted with the grid of its country, as calculateEnergy counts it', () => {
  const dayKwh = 3500 / 365;
  for (const country of ['FR', 'PL']) {
    const { co2eKg } = calculateEnergy(
      { source: 'GRID_ELECTRICITY', energyKwh: dayKwh, country },
      library,
    );
    assertClose(amountOf('HOUSEHOLD_ELECTRICITY_DAY', 10, country), 10 / co2eKg);
    assertClose(amountOf('HOUSEHOLD_ELECTRICITY_YEAR', 10, country), 10 / co2eKg / 365);
  }
  assert.ok(
    amountOf('HOUSEHOLD_ELECTRICITY_DAY', 10, 'FR') >
      5 * amountOf('HOUSEHOLD_ELECTRICITY_DAY', 10, 'PL'),
  );
  const [entry] = equivalenciesOf({ CLIMATE: 10 }, tables, library, {
    region: 'PL',
    kinds: ['HOUSEHOLD_ELECTRICITY_DAY'],
  });
  assert.equal(entry?.region, 'PL');
  assert.ok((entry?.factors.length ?? 0) > 0);
});

test('a litre is boiled with 4.186 kJ per kg and kelvin, from 15 to 100 degrees', () => {
  const kwh = (4.186 * 85) / 3600;
  const row = tables.rows.find(({ kind }) => kind === 'TAP_WATER_BOILED_LITRE');
  assertClose(row?.energyKwh ?? 0, kwh);
  assertClose((15.8 * 3.785411784) / 1000, publishedValue('water-and-energy-2026', 'SHOWER'), 1e-3);
});

test('only kinds that give 1 to 1,000 are chosen; those asked for come whatever their amount', () => {
  for (const co2eKg of [0.5, 7, 1000, 3e6]) {
    const found = equivalenciesOf({ CLIMATE: co2eKg }, tables, library, { region: 'US' });
    for (const { roundedAmount } of found) {
      assert.ok(roundedAmount >= 1 && roundedAmount <= 1000, String(roundedAmount));
    }
  }
  assert.ok(amountOf('CAR_YEAR', 1) < 1);
});

test('an impact that no kind gives 1 to 1,000 of has the nearest kind', () => {
  const texts = (CLIMATE: number, region?: string) =>
    equivalenciesOf({ CLIMATE }, tables, library, { region }).map(({ text }) => text);
  assert.deepEqual(texts(0.001, 'US'), ['about 0.081 smartphone charges']);
  assert.deepEqual(texts(1e9, 'FR'), ['about 2,300,000 barrels of oil burned']);
  const [thousandTonnes = '', ...others] = texts(1e6, 'DE');
  assert.match(thousandTonnes, /^about \d+ households’ electricity for one year$/);
  assert.deepEqual(others, []);
});

test('zero, negative and unknown impacts have no equivalencies', () => {
  for (const CLIMATE of [0, -5, Number.NaN]) {
    assert.deepEqual(equivalenciesOf({ CLIMATE }, tables, library), []);
  }
  assert.deepEqual(equivalenciesOf({}, tables, library), []);
});

test('miles and gallons are offered only in the US', () => {
  const kindsIn = (region: string) =>
    equivalenciesOf({ CLIMATE: 50 }, tables, library, { region }).map(({ row }) => row.kind);
  assert.ok(kindsIn('US').includes('GASOLINE_GALLON'));
  assert.ok(!kindsIn('DE').includes('GASOLINE_GALLON'));
  assert.ok(kindsIn('DE').includes('CAR_KM'));
});

test('water and fossil energy have equivalents of their own', () => {
  const found = equivalenciesOf({ WATER: 0.598, FOSSIL_ENERGY: 423 }, tables, library);
  assert.deepEqual(
    found.map(({ row, roundedAmount, text }) => [row.kind, roundedAmount, text]),
    [
      ['SHOWER', 10, 'about the water of 10 showers, where water is as scarce as on world average'],
      ['CRUDE_OIL_KG', 10, 'about the energy of 10 kg of crude oil'],
    ],
  );
});

test('two significant figures and the plural of the language', () => {
  const say = (
    kind: EquivalencyKind,
    amount: number,
    locale: (typeof EQUIVALENCY_LOCALES)[number],
  ) => {
    const perUnit = 1 / amountOf(kind, 1, 'US');
    const options = { region: 'US', kinds: [kind], locale };
    const [found] = equivalenciesOf({ CLIMATE: perUnit * amount }, tables, library, options);
    return found?.text;
  };
  assert.equal(say('SMARTPHONE_CHARGE', 1, 'en'), 'about 1 smartphone charge');
  assert.equal(say('SMARTPHONE_CHARGE', 123.4, 'en'), 'about 120 smartphone charges');
  assert.equal(say('SMARTPHONE_CHARGE', 1, 'pl'), 'około 1 ładowanie smartfona');
  assert.equal(say('CAR_YEAR', 3, 'pl'), 'około 3 samochody używane przez rok');
  assert.equal(say('CAR_YEAR', 5, 'pl'), 'około 5 samochodów używanych przez rok');
  assert.equal(say('CAR_YEAR', 1.5, 'pl'), 'około 1,5 samochodu używanego przez rok');
  assert.equal(say('CAR_YEAR', 1.5, 'fr'), 'environ 1,5 voiture utilisée pendant un an');
  assert.equal(say('CAR_YEAR', 2.34, 'de'), 'etwa 2,3 Autos, ein Jahr lang gefahren');
});

test('every kind has a row, and a sentence in every language for every plural of 1 to 1,000', () => {
  for (const kind of EQUIVALENCY_KINDS) {
    assert.ok(
      tables.rows.some((row) => row.kind === kind),
      kind,
    );
    for (const locale of EQUIVALENCY_LOCALES) {
      const text = tables.texts.get(kind)?.get(locale);
      assert.match(text?.other ?? '', /\{n\}/, `${kind} ${locale}`);
      const rules = new Intl.PluralRules(locale, { maximumSignificantDigits: 2 });
      const isInflected = text?.one !== undefined;
      if (!isInflected) continue;
      for (const amount of [1, 1.5, 2, 5, 12, 22, 25, 100, 1000]) {
        const category = rules.select(amount);
        assert.match(text[category] ?? '', /\{n\}/, `${kind} ${locale} ${category}`);
      }
    }
  }
});

test('no text claims compensation: sequestration has its name, and no sentence says offset', () => {
  const sequestering = tables.rows.filter(({ direction }) => direction === 'SEQUESTRATION');
  assert.deepEqual(sequestering.map(({ kind }) => kind).sort(), [
    'FOREST_ACRE_YEAR',
    'TREE_SEEDLING_10_YEARS',
  ]);
  for (const { kind } of sequestering) {
    assert.match(tables.texts.get(kind)?.get('en')?.other ?? '', /sequester/);
  }
  const texts = [...tables.texts.values()].flatMap((locales) => [...locales.values()]);
  assert.doesNotMatch(JSON.stringify(texts), /offset|kompens|compens/i);
});

test('every row has its source, address, licence and derivation', () => {
  for (const row of tables.rows) {
    const { set, kind, source, sourceUrl, licence, derivation, year } = row;
    for (const text of [source, licence, derivation]) assert.notEqual(text, '', `${set} ${kind}`);
    assert.match(sourceUrl, /^https:\/\//);
    assert.ok(year >= 2000 && year <= 2026);
    const given = [row.value, row.energyKwh, row.factorIds].filter((value) => value !== undefined);
    assert.equal(given.length, 1, `${set} ${kind}`);
    for (const id of row.factorIds ?? []) assert.ok(library.factors.get(id), id);
  }
});

test('a library without the factors leaves out what needs them', () => {
  const empty = createFactorLibrary({ sets: [], factors: [] });
  const kinds = equivalenciesOf({ CLIMATE: 100 }, tables, empty).map(({ row }) => row.kind);
  assert.ok(!kinds.includes('TRAIN_KM') && !kinds.includes('HOUSEHOLD_ELECTRICITY_DAY'));
  assert.ok(kinds.includes('TREE_SEEDLING_10_YEARS'));
});
