import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateEnergy, calculateFull } from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

function full(material: string, massKg = 1) {
  const legs = [{ method: 'ROAD', distanceKm: 0 }] as const;
  const components = [{ material, massKg, transportLegs: legs }];
  return calculateFull({ id: 'p', name: 'Part', components }, library, {
    boundary: 'CRADLE_TO_GATE',
  });
}

test('a result of which more than half hangs on proxies is rated POOR', () => {
  assert.equal(full('marble').full?.dataQuality.rating, 'POOR');
  assert.notEqual(full('steel').full?.dataQuality.rating, 'POOR');
});

test('a result that rests on assumptions is GOOD at best', () => {
  const grid = {
    id: 'p',
    name: 'Part',
    processSteps: [{ energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 10 }] }],
  } as const;
  const footprint = calculateFull(grid, library, { boundary: 'CRADLE_TO_GATE' });
  const share = Math.max(
    ...footprint.assumptions.map(({ contributionShare }) => contributionShare),
  );
  assert.ok(share > 0.9);
  const rating = footprint.full?.dataQuality.rating ?? '';
  assert.ok(['GOOD', 'FAIR', 'POOR'].includes(rating), rating);
});

test('intervals are as wide as the sources: proxies wider than sources that agree', () => {
  const ratio = (material: string) => {
    const { uncertainty } = full(material).full ?? assert.fail();
    return uncertainty.highCo2eKg / uncertainty.lowCo2eKg;
  };
  // Stated spans: worldsteel 1.4 to 2.5 about; cotton 1.3 to 5.3.
  assert.ok(ratio('steel') > 1.3, `${ratio('steel')}`);
  assert.ok(ratio('cotton') > 2, `${ratio('cotton')}`);
  assert.ok(ratio('marble') > 5, `${ratio('marble')}`);
  assert.ok(ratio('marble') > ratio('granite'));
});

const kgPerKwh = (source: 'SOLAR' | 'WIND' | 'HYDRO' | 'NUCLEAR' | 'GEOTHERMAL' | 'HYDROGEN') =>
  calculateEnergy({ source, energyKwh: 1000, country: 'DE' }, library).co2eKg / 1000;

test('electricity of one technology has its life cycle', () => {
  assertClose(kgPerKwh('SOLAR'), 0.048);
  assertClose(kgPerKwh('WIND'), 0.011);
  assertClose(kgPerKwh('HYDRO'), 0.024);
  assertClose(kgPerKwh('NUCLEAR'), 0.012);
  assertClose(kgPerKwh('GEOTHERMAL'), 0.038);
  assertClose(kgPerKwh('HYDROGEN'), 11.2 / 33.33);
});

test('losses are added for every grid, upstream only where the factor is of the stack alone', () => {
  const roles = (country: string) =>
    calculateEnergy({ source: 'GRID_ELECTRICITY', energyKwh: 1000, country }, library)
      .contributions.map(({ role }) => role)
      .sort();
  assert.deepEqual(roles('CN'), ['DIRECT', 'LOSSES']);
  assert.deepEqual(roles('US-eGRID-CAMX'), ['DIRECT', 'LOSSES', 'UPSTREAM']);
  const china = calculateEnergy(
    { source: 'GRID_ELECTRICITY', energyKwh: 1000, country: 'CN' },
    library,
  );
  const [direct] = china.contributions;
  assertClose(china.co2eKg, (direct?.co2eKg ?? 0) * 1.03551);
});
