import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Factor } from '@trackway/engine';
import { temporaryFolder } from '../../../platform/testing.ts';
import { DATA_FOLDER, listStoredSets, readFactors } from './set-files.ts';

const stored = await listStoredSets();
const copy = await temporaryFolder('data');

async function factorsOf(slug: string): Promise<Map<string, Factor>> {
  const set = stored.find((candidate) => candidate.set.slug === slug);
  assert.ok(set, `${slug} is not in the data folder`);
  return new Map((await readFactors(set)).map((factor) => [factor.sourceId, factor]));
}

test('every row of every set is read, with a finite value, a unit and a geography', async () => {
  const ids = new Set<string>();
  for (const set of stored) {
    const factors = await readFactors(set);
    assert.equal(factors.length, set.set.factorCount, set.set.slug);
    for (const factor of factors) {
      ids.add(factor.id);
      assert.ok(Number.isFinite(factor.co2eKgPerUnit), factor.sourceId);
      assert.ok(factor.name && factor.unit && factor.geography && factor.gwpSet, factor.sourceId);
      assert.ok(set.set.gwpSets.includes(factor.gwpSet), factor.sourceId);
    }
  }
  assert.equal(
    ids.size,
    stored.reduce((sum, { set }) => sum + set.factorCount, 0),
    'every factor has an id of its own',
  );
});

test('a factor shows what its source published, unchanged', async () => {
  const aluminium = (await factorsOf('desnz-2025')).get('desnz-2025:19_504_5104_15');
  assert.equal(
    aluminium?.name,
    'Metal | Metal: aluminium cans and foil (excl. forming) | Primary material production',
  );
  assert.equal(aluminium?.co2eKgPerUnit, 9115.90131);
  assert.equal(aluminium?.unit, 't');
  assert.equal(aluminium?.year, 2025);
  assert.equal(aluminium?.geography, 'GB');
  assert.equal(aluminium?.gwpSet, 'AR5-100');
  assert.equal(aluminium?.indicators, null);
});

test('the three files of AGRIBALYSE become one factor: climate, 16 indicators, stages', async () => {
  const agar = (await factorsOf('agribalyse-3.1')).get('agribalyse-3.1:11084');
  assert.equal(agar?.co2eKgPerUnit, 6.77);
  assert.equal(Object.keys(agar?.indicators ?? {}).length, 16);
  assert.equal(agar?.indicators?.['HTOX_nc'], 7.44e-8);
  assert.equal(agar?.details?.['agriculture'], '4.5692586');
});

test('a textile process keeps how much material it needs, for it does not include it', async () => {
  const spinning = (await factorsOf('carbonfact-textile-1.1.0')).get(
    'carbonfact:yarn-formation-spinning-open-end-synthetic-fibers-acrylic-dtex-200-world',
  );
  assert.equal(spinning?.activity, 'process_gate_to_gate');
  assert.equal(spinning?.details?.['input_required_kg_per_kg'], '1.1386');
  assert.equal(Object.keys(spinning?.indicators ?? {}).length, 16);
});

test('ids are the same wherever the library is loaded, and sort by the date of the set', async () => {
  const aluminium = (await factorsOf('desnz-2025')).get('desnz-2025:19_504_5104_15');
  assert.match(aluminium?.id ?? '', /^01975722-fc00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const again = (await factorsOf('desnz-2025')).get('desnz-2025:19_504_5104_15');
  assert.equal(again?.id, aluminium?.id);
  const older = (await factorsOf('desnz-2024')).get('desnz-2024:19_504_5104_15');
  assert.ok(older && aluminium && older.id < aluminium.id);
});

test('refuses a set whose numbers were edited after its hash was written down', async () => {
  await cp(
    new URL('factor-sets/ember-grid-2024', DATA_FOLDER),
    `${copy}/factor-sets/ember-grid-2024`,
    {
      recursive: true,
    },
  );
  await cp(new URL('packs/electronics-act-2.0', DATA_FOLDER), `${copy}/packs/electronics-act-2.0`, {
    recursive: true,
  });
  const file = `${copy}/factor-sets/ember-grid-2024/factors.csv`;
  await writeFile(file, (await readFile(file, 'utf8')).replace('0.12371', '0.02371'));
  const [edited] = await listStoredSets(pathToFileURL(`${copy}/`));
  assert.equal(edited?.set.slug, 'ember-grid-2024');
  await assert.rejects(readFactors(edited), /was edited. A factor set never changes/);
});
