import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { loadCatalogueFromFiles, loadGazetteer } from '../factors/index.ts';
import { productDraft, productWriter } from '../products/index.ts';
import { footprintsTask } from './catalogue-footprints-task.ts';

const { db } = await testDatabase();
const tools = { factors: await loadCatalogueFromFiles(), gazetteer: await loadGazetteer() };

test('a slice of slow products ends after a moment, so that others get its thread', async () => {
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
  const outcomes = await footprintsTask.perform(tools, { db, scope }, { productIds, choices: {} });
  assert.ok(outcomes.length >= 1 && outcomes.length < 25, `${outcomes.length} outcomes`);
  assert.deepEqual(
    outcomes.map(({ row }) => row.productId),
    productIds.slice(0, outcomes.length),
  );
});
