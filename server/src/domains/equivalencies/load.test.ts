import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EQUIVALENCY_KINDS, equivalenciesOf } from '@trackway/engine';
import { startUp } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { isCountryCode } from '../../rules/values/country-codes.ts';
import { loadTools, seedFactorSets } from '../factors/index.ts';
import { openEquivalencies } from './load.ts';

const { db, url } = await testDatabase();
await startUp({ url }, seedFactorSets);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  isCountryCode,
);

test('the factors of equivalencies are enough: every country has those of the whole library', async () => {
  const { tables, library } = await openEquivalencies(db);
  const whole = (await loadTools(db)).factors.library;
  assert.ok(library.desnzRows.size < whole.desnzRows.size / 100, `${library.desnzRows.size} rows`);
  const impacts = { CLIMATE: 100, WATER: 100, FOSSIL_ENERGY: 100 };
  for (const region of [undefined, ...COUNTRIES]) {
    const options = { region, kinds: EQUIVALENCY_KINDS };
    const found = equivalenciesOf(impacts, tables, library, options);
    assert.ok(found.some(({ row }) => row.region === 'GRID'));
    assert.deepEqual(found, equivalenciesOf(impacts, tables, whole, options));
  }
});
