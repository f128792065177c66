import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localized, massText, massUnitFor, significant } from './numbers.ts';

test('three significant figures are rounded half up on the decimal digits', () => {
  const cases: [number, string][] = [
    [7.245, '7.25'],
    [7.2449, '7.24'],
    [7.2450001, '7.25'],
    [-7.245, '-7.24'],
    [-7.2451, '-7.25'],
    [1.005, '1.01'],
    [9.996, '10.0'],
    [999.5, '1000'],
    [0.00312449, '0.00312'],
    [1248.5, '1250'],
    [123456, '123000'],
    [1e-7, '0.000000100'],
    [5e21, '5000000000000000000000'],
    [0, '0'],
  ];
  for (const [value, text] of cases) assert.equal(significant(value), text, String(value));
});

test('rounding never makes a result look better', () => {
  for (let step = 1; step < 2000; step += 1) {
    const decimal = Number(`${(step + 1000) / 1000}`);
    for (const value of [decimal, -decimal]) {
      const exact = Math.round(value * 1000);
      const shown = Math.round(Number(significant(value)) * 1000);
      const isHalf = Math.abs(exact) % 10 === 5;
      if (isHalf) assert.ok(shown > exact, `${value} became ${significant(value)}`);
      else assert.ok(Math.abs(shown - exact) < 5, `${value} became ${significant(value)}`);
    }
  }
});

test('numbers are written in the manner of the language', () => {
  assert.equal(localized('7.24', 'en'), '7.24');
  assert.equal(localized('7.24', 'de'), '7,24');
  assert.equal(localized('1250', 'el'), '1250');
  assert.equal(localized('123000', 'fr'), '123\u2009000');
  assert.equal(localized('-0.5', 'mt'), '\u22120.5');
});

test('a mass has the unit that leaves few zeros', () => {
  const shown = (kg: number) => `${massText(kg, massUnitFor(kg), 'en')} ${massUnitFor(kg).symbol}`;
  assert.equal(shown(7.2449), '7.24 kg');
  assert.equal(shown(0.0072449), '7.24 g');
  assert.equal(shown(0.00000724), '7.24 mg');
  assert.equal(shown(123_456), '123 t');
  assert.equal(shown(0.01235), '12.4 g');
  assert.equal(shown(0), '0 kg');
});
