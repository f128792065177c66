import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalText, minorUnits } from './money.ts';

test('keeps money exact in whole minor units of its currency', () => {
  assert.equal(minorUnits('19.90', 'EUR'), 1990);
  assert.equal(minorUnits('19.9', 'EUR'), 1990);
  assert.equal(minorUnits('500', 'JPY'), 500);
  assert.equal(minorUnits('1.234', 'KWD'), 1234);
  assert.equal(minorUnits('-0.05', 'EUR'), -5);
});

test('refuses more decimals than the currency has, and more than can be exact', () => {
  assert.equal(minorUnits('19.999', 'EUR'), undefined);
  assert.equal(minorUnits('1.5', 'JPY'), undefined);
  assert.equal(minorUnits('99999999999999999', 'EUR'), undefined);
});

test('writes amounts with the decimals of their currency', () => {
  assert.equal(decimalText({ minor: 1990, currency: 'EUR' }), '19.90');
  assert.equal(decimalText({ minor: 5, currency: 'EUR' }), '0.05');
  assert.equal(decimalText({ minor: -5, currency: 'EUR' }), '-0.05');
  assert.equal(decimalText({ minor: 500, currency: 'JPY' }), '500');
});
