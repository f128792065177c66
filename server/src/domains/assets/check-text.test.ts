import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { normalizedClaim } from '../brands/claims.ts';
import { problemsOfText } from './check-text.ts';
import { ASSET_LOCALES } from './model.ts';
import { loadTexts } from './words.ts';

const { refusedClaims } = await loadTexts();
const codesOf = (text: string) =>
  problemsOfText({ field: 'name', text, face: 'TEXT' }, refusedClaims).map(({ code }) => code);

test('claims are refused in the languages of the EU, whatever their case, accents and hyphens', () => {
  for (const text of [
    'Climate-neutral shirt',
    'CARBON NEUTRAL',
    'Net-zero boots',
    'Klimaneutrales Hemd',
    'CO2-neutrale Lieferung',
    'Chemise neutre en carbone',
    'Camisa respetuosa con el medio ambiente',
    'Emissioni zero',
    'Milieuvriendelijke tas',
    'Produkt przyjazny dla środowiska',
    'Šetrný k životnímu prostředí',
    'Okolju prijazna torba',
    'Környezetbarát táska',
    'Φιλικό προς το περιβάλλον',
    'Климатично неутрална чанта',
    'Miljøvenlig taske',
    'Ympäristöystävällinen laukku',
    'Klimatneutral väska',
    'Videi draudzīga soma',
    'Newtrali għall-klima',
  ]) {
    assert.deepEqual(codesOf(text), ['REFUSED_CLAIM'], text);
  }
});

test('plain names are printed', () => {
  for (const text of [
    'Merino shirt, long sleeve',
    'Green tea, 100 g',
    'Πουκάμισο από μαλλί',
    'Риза от мерино',
    'Áo sơ mi',
    'Neutral grey paint',
    'Ecology textbook',
  ]) {
    assert.deepEqual(codesOf(text), [], text);
  }
});

test('controls, directional overrides, zero-width characters and scripts without a font are refused', () => {
  assert.deepEqual(codesOf('a\u0007b'), ['INVALID_TEXT']);
  assert.deepEqual(codesOf('a\u202eb'), ['INVALID_TEXT']);
  assert.deepEqual(codesOf('climate\u200b neutral'), ['INVALID_TEXT']);
  assert.deepEqual(codesOf('a\nb'), ['INVALID_TEXT']);
  assert.deepEqual(codesOf('衬衫'), ['INVALID_TEXT']);
  assert.deepEqual(codesOf('قميص'), ['INVALID_TEXT']);
  assert.deepEqual(codesOf(' '), ['EMPTY']);
  assert.deepEqual(codesOf('a'.repeat(201)), ['TOO_LONG']);
});

test('every language has claims, written as they are looked for', async () => {
  const lines = (await readFile('data/assets/refused-claims.csv', 'utf8'))
    .trim()
    .split('\n')
    .slice(1);
  const locales = new Set(lines.map((line) => line.slice(0, 2)));
  assert.deepEqual([...locales].sort(), [...ASSET_LOCALES].sort());
  for (const claim of refusedClaims) {
    assert.equal(normalizedClaim(claim.replaceAll('*', '')), claim.replaceAll('*', ''), claim);
  }
});
