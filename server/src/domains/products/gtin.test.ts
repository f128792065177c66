import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDigitOf } from '../../rules/gs1/check-digits.ts';
import { equivalentGtins, gtin14, gtinProblem } from './gtin.ts';

test('takes GTINs of all four lengths with their check digits', () => {
  // GS1's own example number 6291041500213, and EAN-8, UPC-A and GTIN-14 worked by hand.
  for (const gtin of ['6291041500213', '96385074', '036000291452', '10614141000415']) {
    assert.equal(gtinProblem(gtin), undefined);
  }
});

test('says which check digit a mistyped GTIN should have', () => {
  assert.match(gtinProblem('6291041500214') ?? '', /should be 3, not 4/);
  assert.equal(checkDigitOf('629104150021'), 3);
});

test('refuses letters and other lengths', () => {
  assert.match(gtinProblem('629104150021') ?? '', /check digit|digits/);
  assert.match(gtinProblem('62910415002AB') ?? '', /8, 12, 13 or 14/);
  assert.match(gtinProblem('') ?? '', /8, 12, 13 or 14/);
});

test('makes one number of a GTIN in any length', () => {
  assert.equal(gtin14('6291041500213'), '06291041500213');
});

test('knows every way to write a GTIN', () => {
  const all = ['96385074', '000096385074', '0000096385074', '00000096385074'];
  for (const gtin of all) assert.deepEqual(equivalentGtins(gtin), all);
  assert.deepEqual(equivalentGtins('10614141000415'), ['10614141000415']);
  assert.deepEqual(equivalentGtins('123456789012345'), []);
});
