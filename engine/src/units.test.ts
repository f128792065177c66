import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, haveSameDimension, UnitMismatch } from './units.ts';

test('converts between units of one dimension', () => {
  assert.equal(convert(0.15, 'kg', 't'), 0.00015);
  assert.equal(convert(2, 't', 'kg'), 2000);
  assert.equal(convert(1, 'lb', 'g'), 453.59237);
  assert.equal(convert(1, 'short_ton', 'kg'), 907.18474);
  assert.equal(convert(1, 'kWh', 'MJ'), 3.6);
  assert.equal(convert(18, 'MJ', 'kWh'), 5);
  assert.equal(convert(1, 'gal_us', 'l'), 3.785411784);
  assert.equal(convert(1, 'm3', 'l'), 1000);
  assert.ok(Math.abs(convert(10, 'therm', 'mmBtu') - 1) < 1e-15);
});

test('converts compound units by the product of their parts', () => {
  // 1 short ton · mile = 0.90718474 t × 1.609344 km
  assert.ok(Math.abs(convert(1, 'short_ton.mi', 't.km') - 0.90718474 * 1.609344) < 1e-15);
  assert.equal(convert(5, 'TKM', 't.km'), 5);
});

test('refuses what no number connects', () => {
  assert.throws(() => convert(1, 'kg', 'km'), UnitMismatch);
  assert.throws(() => convert(1, 'piece', 'pair'), UnitMismatch);
  assert.throws(() => convert(1, 'USD_2022_purchaser', 'USD'), UnitMismatch);
  assert.throws(() => convert(1, 'kWh_gross', 'kWh_net'), UnitMismatch);
  assert.equal(haveSameDimension('kg', 'kg.km'), false);
});

test('counts in anything, whatever its name', () => {
  for (const thing of ['room', 'constructor', 'toString', '__proto__', '']) {
    assert.equal(convert(3, thing, thing), 3);
    assert.equal(haveSameDimension(thing, thing), true, thing);
    assert.equal(haveSameDimension(thing, 'kg'), false, thing);
    assert.equal(haveSameDimension('kg', thing), false, thing);
    assert.equal(haveSameDimension(`${thing}.km`, `km.${thing}`), true, thing);
  }
});
