import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateFull, comparePaired, type Product, replay } from '../../engine/src/index.ts';
import { MODEL_VARIANCE } from '../../engine/src/model-variance.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';
import { supplierDocument } from './supplier-document.ts';

const library = await defaultLibrary();
const NO_LEG = { method: 'ROAD', distanceKm: 0 } as const;
const gate = { boundary: 'CRADLE_TO_GATE' } as const;

function product(components: Product['components']): Product {
  return {
    id: 'p',
    name: 'Part',
    components: (components ?? []).map((part) => ({ ...part, transportLegs: [NO_LEG] })),
  };
}

function detailsOf(components: Product['components'], options = {}) {
  const { full } = calculateFull(product(components), library, { ...gate, ...options });
  return full ?? assert.fail();
}

test('the error of the model does not average out: ten materials have all of it', () => {
  const names = [
    'PP',
    'PS',
    'PET',
    'glass',
    'steel',
    'cardboard',
    'copper',
    'zinc',
    'nylon',
    'HDPE',
  ];
  const one = detailsOf([{ material: 'PP', massKg: 1 }]).uncertainty;
  const ten = detailsOf(names.map((material) => ({ material, massKg: 1 }))).uncertainty;
  assertClose(one.modelLogVariance, MODEL_VARIANCE);
  assertClose(ten.modelLogVariance, MODEL_VARIANCE);
  assert.ok(ten.parameterLogVariance < one.parameterLogVariance);
  assertClose(ten.logVariance, ten.parameterLogVariance + ten.modelLogVariance);
  assertClose(Math.log(ten.highCo2eKg / ten.lowCo2eKg), 2 * 1.96 * Math.sqrt(ten.logVariance));
});

test('a supplier answers for its own footprint: the model is in the rest', () => {
  assert.equal(
    detailsOf([{ supplierPcf: supplierDocument(), massKg: 1 }]).uncertainty.modelLogVariance,
    0,
  );
  const footprint = calculateFull(
    product([
      { supplierPcf: supplierDocument(), massKg: 1 },
      { material: 'PP', massKg: 1 },
    ]),
    library,
    gate,
  );
  const supplied = footprint.contributions.find(({ setId }) => setId === 'supplier');
  const rest = 1 - (supplied?.share ?? 0);
  assertClose(footprint.full?.uncertainty.modelLogVariance ?? 0, rest ** 2 * MODEL_VARIANCE);
});

test('the model chooses nothing of the energy of a declared use, if the grid of its country is known', () => {
  const kettle = (country?: 'DE') =>
    calculateFull(
      {
        id: 'kettle',
        name: 'Kettle',
        components: [{ material: 'PP', massKg: 1, transportLegs: [NO_LEG] }],
        transportLegs: [NO_LEG],
        endOfLife: { landfilledShare: 1 },
        useProfile: {
          uses: 2000,
          energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.11, country }],
        },
      },
      library,
    );
  const { full, phases } = kettle('DE');
  const use = phases.find(({ phase }) => phase === 'USE')?.share ?? 0;
  assert.ok(use > 0.95);
  assertClose(full?.uncertainty.modelLogVariance ?? 0, (1 - use) ** 2 * MODEL_VARIANCE);
  const { highCo2eKg = 0, lowCo2eKg = 1 } = full?.uncertainty ?? {};
  assert.ok(highCo2eKg / lowCo2eKg < 1.5, `${highCo2eKg} to ${lowCo2eKg}`);
  assertClose(kettle().full?.uncertainty.modelLogVariance ?? 0, MODEL_VARIANCE);
});

test('sampled intervals contain the error of the model', () => {
  const { monteCarlo, uncertainty } = detailsOf([{ material: 'PP', massKg: 1 }], {
    monteCarlo: { iterations: 20_000, seed: 5 },
  });
  assert.equal(monteCarlo?.isDisagreeing, false);
  const sampled = Math.log((monteCarlo?.p97_5Co2eKg ?? 0) / (monteCarlo?.p2_5Co2eKg ?? 1));
  assertClose(sampled, 2 * 1.96 * Math.sqrt(uncertainty.logVariance), 0.05);
});

test('between two variants of one product the error of the model cancels out', () => {
  const light = calculateFull(product([{ material: 'PP', massKg: 1 }]), library, gate);
  const heavy = calculateFull(product([{ material: 'PP', massKg: 1.01 }]), library, gate);
  assert.equal(comparePaired(light.snapshot, heavy.snapshot).probabilityBelow, 1);
});

test('the snapshot holds the model variance: a replay takes it from there', () => {
  const { snapshot } = calculateFull(product([{ material: 'PP', massKg: 1 }]), library, gate);
  assert.equal(snapshot.modelVariance, MODEL_VARIANCE);
  const { modelVariance: _, ...without } = snapshot;
  assert.equal(replay(without).full?.uncertainty.modelLogVariance, 0);
});
