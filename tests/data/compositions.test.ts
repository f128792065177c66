import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { listStoredSets, readFactors } from '../../server/src/domains/factors/load/set-files.ts';

const stored = await listStoredSets();
const factors = new Map(
  (await Promise.all(stored.map(readFactors))).flat().map((factor) => [factor.sourceId, factor]),
);
const folder = `${import.meta.dirname}/../../data/factor-sets/compositions-2026`;
const parts: { id: string; part: string; amount: string }[] = parse(
  readFileSync(`${folder}/parts.csv`),
  { columns: true },
);

test('every composition is the sum of its parts, with a range of its own', () => {
  const byComposition = Map.groupBy(parts, ({ id }) => id);
  assert.ok(byComposition.size >= 50);
  for (const [id, list] of byComposition) {
    const composition = factors.get(id) ?? assert.fail(id);
    const sum = list.reduce((total, { part, amount }) => {
      const factor = factors.get(part) ?? assert.fail(`${id}: ${part}`);
      return total + factor.co2eKgPerUnit * Number(amount);
    }, 0);
    assert.ok(Math.abs(composition.co2eKgPerUnit / sum - 1) < 1e-4, `${id}: ${sum}`);
    const low = Number(composition.details?.['low_kgco2e']);
    const high = Number(composition.details?.['high_kgco2e']);
    assert.ok(high / low >= 2.2, `${id}: ${low} to ${high}`);
    assert.equal(composition.details?.['evidence'], 'composed');
  }
});
