import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCases } from './cases.ts';

const cases = readCases();

test('at least 40 products, each once, with a published value, its source and its bill', () => {
  assert.ok(cases.length >= 40);
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
  for (const { id, published, billSource, referenceFlow, product } of cases) {
    assert.ok(published.kgCo2e > 0, id);
    assert.ok(published.year > 2000, id);
    assert.match(published.url, /^https?:\/\//, id);
    assert.ok(published.source !== '' && billSource !== '' && referenceFlow !== '', id);
    assert.ok((product.components ?? []).length > 0, id);
    const { lowKgCo2e: low, highKgCo2e: high, kgCo2e } = published;
    assert.ok((low ?? kgCo2e) <= kgCo2e && kgCo2e <= (high ?? kgCo2e), id);
  }
});

test('the parts of a product weigh what the product weighs', () => {
  for (const { id, product } of cases) {
    // Parts that are counted by area, energy or piece state no mass.
    if ((product.components ?? []).some(({ massKg }) => massKg === undefined)) continue;
    const parts = (product.components ?? []).reduce((sum, { massKg = 0 }) => sum + massKg, 0);
    const net = product.netMassKg ?? parts;
    assert.ok(Math.abs(parts / net - 1) < 0.02, `${id}: parts ${parts} kg, net ${net} kg`);
  }
});
