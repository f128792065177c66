import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { loadCatalogueFromFiles, loadGazetteer } from '../factors/index.ts';
import { productDraft, productWriter } from '../products/index.ts';
import { catalogueTask } from './catalogue.ts';
import { footprintsTask } from './catalogue-footprints-task.ts';

const { db } = await testDatabase();
const tools = { factors: await loadCatalogueFromFiles(), gazetteer: await loadGazetteer() };

test('slices of slow products end after a moment, so that others get its thread', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  // To suggest other names takes milliseconds for each.
  const components = Array.from({ length: 250 }, (_each, at) => ({
    name: `Part ${at}`,
    material: `unobtainium ${at} steel`,
    massKg: 1,
  }));
  const rows = Array.from({ length: 50 }, () => {
    const { draft } = productDraft({ name: 'Unknown', components });
    return { id: newUuid(), draft };
  });
  await inTransaction({ db, scope }, async (work) => {
    await productWriter.insert(work, rows);
  });
  const productIds = rows.map(({ id }) => id);
  const [tenant, input] = [
    { db, scope },
    { productIds, choices: {} },
  ];
  const outcomes = await footprintsTask.perform(tools, tenant, input);
  const results = await catalogueTask.perform(tools, tenant, input);
  for (const done of [outcomes.map(({ row }) => row), results]) {
    assert.ok(done.length >= 1 && done.length < 25, `${done.length} products`);
    assert.deepEqual(
      done.map(({ productId }) => productId),
      productIds.slice(0, done.length),
    );
  }
});
