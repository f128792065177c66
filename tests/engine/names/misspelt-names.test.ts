import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CalculationError, calculateFull } from '../../../engine/src/index.ts';
import { defaultLibrary } from '../default-library.ts';

const library = await defaultLibrary();
const NO_LEG = { method: 'ROAD', distanceKm: 0 } as const;

function resultOf(material: string) {
  const components = [{ material, massKg: 1, transportLegs: [NO_LEG] }];
  const product = { id: 'p', name: 'Part', components };
  const { contributions, assumptions, full } = calculateFull(product, library, {
    boundary: 'CRADLE_TO_GATE',
  });
  const reasons = assumptions.map(({ reason }) => reason).join(' ');
  return { factor: contributions[0]?.factorName, reasons, rating: full?.dataQuality.rating };
}

// Each was another material without a word: crude steel, virgin aluminium, lithium, glass, refined zinc, wood.
for (const [written, read] of [
  ['stainles steel', 'stainless steel'],
  ['stainles steel sheet', 'stainless steel sheet'],
  ['galvanzied steel', 'galvanized steel'],
  ['recyled aluminium', 'recycled aluminium'],
  ['lithium ion batery', 'lithium ion battery'],
  ['glass fibr', 'glass fibre'],
  ['zinc oxid', 'zinc oxide'],
  ['steel scerws', 'steel screws'],
  ['Edellstahl', 'edelstahl'],
  ['Sperrhholz', 'sperrholz'],
] as const) {
  test(`"${written}" is read as "${read}", with an assumption and as a proxy`, () => {
    const meant = resultOf(read);
    const found = resultOf(written);
    assert.equal(found.factor, meant.factor);
    assert.ok(found.reasons.includes(`"${written}" is read as "${read}".`), found.reasons);
    assert.equal(found.rating, 'POOR');
  });
}

test('a misspelt word that changes nothing is not spoken of', () => {
  assert.equal(resultOf('brushd steel').factor, resultOf('brushed steel').factor);
  assert.doesNotMatch(resultOf('brushd steel').reasons, /is read as/);
});

for (const [written, first] of [
  ['polypropilene', 'PP'],
  ['polyethelene', 'polyethylene'],
  ['leathre', 'leather'],
  ['lether', 'leather'],
  ['chiken breast', 'chicken'],
  ['recycled polyster', 'polyester fibre'],
] as const) {
  test(`"${written}" is refused, and the first suggestion is what it may mean`, () => {
    const isRefused = (error: unknown) =>
      error instanceof CalculationError && error.problems[0]?.suggestions?.[0] === first;
    assert.throws(() => resultOf(written), isRefused);
  });
}
