import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateBasic, calculateMaterial } from '../../engine/src/index.ts';
import { convertSpend, industryOf } from '../../engine/src/library/spend.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();
const { spend } = library;
const named = (words: string, country?: string) => industryOf(spend, words, country)?.name;

test('industries are found from the words of a buyer, in any order and number', () => {
  assert.equal(named('laptop repair'), 'Computer and Office Machine Repair and Maintenance');
  assert.equal(named('repairs of laptops'), 'Computer and Office Machine Repair and Maintenance');
  assert.equal(named('legal advice'), 'Offices of Lawyers');
  assert.equal(named('web hosting'), 'Data Processing, Hosting, and Related Services');
  assert.equal(named('hotel nights Berlin'), 'Hotels (except Casino Hotels) and Motels');
  assert.equal(named('Office furniture'), 'Wood Office Furniture Manufacturing');
  assert.equal(named('veterinary services'), 'Veterinary Services');
  assert.equal(named('flurbium'), undefined);
});

test('an industry of a country that FIGARO has is taken from there', () => {
  assert.equal(industryOf(spend, 'clothing', 'PL')?.sourceId, 'figaro-2023:supply:PL:c13t15');
  assert.match(industryOf(spend, 'clothing', 'JP')?.sourceId ?? '', /^us-epa-sc/);
  assert.match(industryOf(spend, 'legal advice', 'PL')?.sourceId ?? '', /^us-epa-sc/);
});

test('money is converted at the rate of its year and deflated to the prices of the factor', () => {
  const inDollars = (amount: number, currency: string, year: number) =>
    convertSpend(spend, { amount, currency, year }, 'USD_2022_purchaser')?.amount ?? NaN;
  assert.equal(inDollars(100, 'USD', 2022), 100);
  // 1 USD of 2015 buys what 1.2347 USD of 2022 buy (index 123.47 / 100).
  assert.ok(Math.abs(inDollars(100, 'USD', 2015) - 123.47) < 0.01);
  // ECB mean of 2022: 1.053 USD per EUR.
  assert.ok(Math.abs(inDollars(100, 'EUR', 2022) / 105.3 - 1) < 0.001);
  assert.ok(Math.abs(inDollars(10_000, 'JPY', 2022) / 76.1 - 1) < 0.01);
  assert.ok(Number.isNaN(inDollars(1, 'ARS', 2024)), 'no rate is invented');
  assert.ok(Number.isNaN(inDollars(1, 'EUR', 1999)));
});

test('a component that is known by its price is calculated, and every step is an assumption', () => {
  const product = {
    id: 'p',
    name: 'Service contract',
    components: [{ material: 'laptop repair', quantity: 120, unit: 'EUR_2024' }],
  };
  const { co2eKg, assumptions } = calculateBasic(product, library);
  const factor = library.factors.get('us-epa-sc-1.3.0:811212');
  // 120 EUR = 129.85 USD of 2024 (ECB 1.0821) = 121.1 USD of 2022 (prices 123.47 / 132.35).
  assert.ok(Math.abs(co2eKg / (121.1 * (factor?.co2eKgPerUnit ?? 0)) - 1) < 0.005, `${co2eKg}`);
  const said = assumptions.map(({ reason }) => reason).join(' ');
  assert.match(said, /by spend, the last resort: "laptop repair" counts as the industry "Computer/);
  assert.match(said, /1 EUR of 2024 = 1\.08\d USD \(ECB/);
  assert.match(said, /World Bank/);
});

test('an unknown industry and a year without a rate are refused with what to do', () => {
  const wrong = (material: string, unit: string) => {
    try {
      calculateMaterial({ material, quantity: 10, unit }, library);
    } catch (error) {
      return String(error instanceof Error ? error.message : error);
    }
    return '';
  };
  assert.match(wrong('flurbium', 'EUR_2024'), /Name the kind of good or service/);
  assert.match(wrong('laptop repair', 'ARS_2024'), /rates go from 2019 to 2022/);
});

test('money for a factor by its id is converted at the rate of its year, with an assumption', () => {
  const factorId = 'us-epa-sc-1.3.0:811212';
  const co2eKgPerUnit = library.factors.get(factorId)?.co2eKgPerUnit ?? 0;
  const priced = (unit?: string) =>
    calculateBasic(
      {
        id: 'p',
        name: 'Contract',
        components: [{ factorId, quantity: 120, ...(unit && { unit }) }],
      },
      library,
    );
  const { co2eKg, assumptions } = priced('EUR_2024');
  // As by words: 120 EUR = 129.85 USD of 2024 = 121.1 USD of 2022.
  assert.ok(Math.abs(co2eKg / (121.1 * co2eKgPerUnit) - 1) < 0.005, `${co2eKg}`);
  const converted = assumptions.find(({ path }) => path.at(-1) === 'unit');
  assert.match(converted?.reason ?? '', /1 EUR of 2024 = 1\.08\d USD \(ECB/);
  // In the currency and the prices of the factor nothing is converted.
  assert.equal(priced().co2eKg, 120 * co2eKgPerUnit);
  assert.equal(priced('USD_2022_purchaser').co2eKg, 120 * co2eKgPerUnit);
  assert.throws(() => priced('ARS_2024'), /rates go from 2019 to 2022/);
  assert.throws(() => priced('km'), /cannot be converted/);
});
