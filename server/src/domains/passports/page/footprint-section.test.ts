import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitText } from './footprint-section.ts';
import { wordsOf } from './words.ts';

test('the declared unit is written in words and symbols of the page', () => {
  const written = (declaredUnit: string) => unitText({ declaredUnit }, wordsOf('de'));
  assert.equal(written('1 PIECE'), 'Für 1 Stück');
  assert.equal(written('1 PAIR'), 'Für 1 Paar');
  assert.equal(written('10 KG'), 'Für 10 kg');
  assert.equal(written('2.5 M2'), 'Für 2.5 m²');
  assert.equal(written('1,000 hours of light'), 'Für 1,000 hours of light');
});
