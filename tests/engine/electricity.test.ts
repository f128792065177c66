import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calculateFull,
  extendLibrary,
  type Factor,
  type FactorLibrary,
  type FullOptions,
  type Product,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

const STEP: Partial<Product> = {
  processSteps: [
    { name: 'Oven', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 10, country: 'DE' }] },
  ],
};

function full(
  changes: Partial<Product>,
  options: FullOptions = {},
  factors: FactorLibrary = library,
) {
  const footprint = calculateFull({ id: 'p', name: 'Part', ...changes }, factors, {
    boundary: 'CRADLE_TO_GATE',
    ...options,
  });
  const { full: details } = footprint;
  assert.ok(details);
  const reasons = footprint.assumptions.map(({ reason }) => reason).join('\n');
  return { ...footprint, details, reasons };
}

/** The library with a residual mix of an organization's own. */
function withResidualMix(geography: string): FactorLibrary {
  const sample = library.factors.get('ember:deu') ?? assert.fail();
  const [set] = library.sets.values();
  assert.ok(set);
  const mix: Factor = {
    ...sample,
    id: 'own-mix',
    sourceId: 'own-mix',
    setId: 'own-set',
    name: 'Residual mix',
    subcategory: 'Residual mix',
    geography,
    co2eKgPerUnit: 0.6,
  };
  const own = { sets: [{ ...set, id: 'own-set', slug: 'own-1' }], factors: [mix], isOwn: true };
  return extendLibrary(library, own);
}

test("an organization's residual mix counts by market alone: by location it would count certified electricity twice", () => {
  const { details: average } = full(STEP);
  const { details, contributions } = full(STEP, { electricity: 'MARKET' }, withResidualMix('DE'));
  assert.equal(details.electricity.locationCo2eKg, average.electricity.locationCo2eKg);
  // With the losses of the German grid; the upstream of its generation comes on top, as for any factor of the stack.
  const upstream = contributions.find(({ role }) => role === 'UPSTREAM')?.co2eKg ?? 0;
  assert.ok(upstream > 0);
  assertClose(details.electricity.marketCo2eKg, 10 * 0.6 * 1.05302 + upstream);
  const elsewhere = full(STEP, {}, withResidualMix('FR')).details.electricity;
  assert.equal(elsewhere.marketCo2eKg, average.electricity.marketCo2eKg);
});

test('a result by market without a residual mix says that the average grid takes its place', () => {
  const text = /no residual mix is known/;
  assert.match(full(STEP, { electricity: 'MARKET' }).reasons, text);
  assert.doesNotMatch(full(STEP, { electricity: 'LOCATION' }).reasons, text);
  const own = full(STEP, { electricity: 'MARKET' }, withResidualMix('DE'));
  assert.doesNotMatch(own.reasons, text);
});

function variance(
  energy: NonNullable<NonNullable<Product['processSteps']>[0]['energy']>[0],
): number {
  return full({ processSteps: [{ name: 'Oven', energy: [energy] }] }).details.uncertainty
    .parameterLogVariance;
}

test('electricity and steam of another place are as uncertain as places differ', () => {
  const grid = (country?: string) =>
    variance({ source: 'GRID_ELECTRICITY', energyKwh: 1, country });
  assert.ok(grid('DE') < 0.01, `${grid('DE')}`);
  // Standard deviation of ln x between the average grids of countries: 0.89.
  assert.ok(grid() > 0.7, `${grid()}`);
  const steam = (country: string) => variance({ source: 'STEAM', energyKwh: 1, country });
  assert.ok(steam('GB') < 0.01, `${steam('GB')}`);
  // From wood at 0.06 to coal at 0.45 kg CO2e/kWh, the steam of the United Kingdom being 0.21: ×/÷ 2.5 at least.
  assert.ok(steam('CN') > (Math.log(2.4) / 1.96) ** 2 / 2, `${steam('CN')}`);
});

test('electricity of many years of use says that the grid of one year counts for all of them', () => {
  const use = {
    uses: 1000,
    country: 'DE',
    energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1 }],
  } as const;
  const said = (years: number) =>
    full(
      { ...STEP, useProfile: use, lifetime: { value: years, unit: 'YEARS' } },
      { boundary: 'CRADLE_TO_GRAVE' },
    );
  const { assumptions, details } = said(12);
  const [first] = assumptions;
  assert.match(first?.reason ?? '', /the grid of 2024 counts for all 12 years of use/);
  assert.ok((first?.contributionShare ?? 0) > 0.9);
  assert.equal(details.dataQuality.rating, 'GOOD');
  assert.doesNotMatch(said(1).reasons, /years of use/);
});
