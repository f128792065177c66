import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noSums } from '@trackway/engine';
import { WorkStopped } from '../../platform/concurrency/pool-job.ts';
import { inTransaction, statementStopped, type Tx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { updateJob } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { productCreated } from '../products/events.ts';
import { productDraft, productWriter } from '../products/index.ts';
import { listProductRows } from './catalogue-store.ts';
import { cancelScenario } from './service.ts';
import { findSummaries } from './store.ts';
import { db, queuedScenario, ScriptedPool } from './testing.ts';

const PRODUCTS = 1_203;
const ALL = { limit: 2_000, isBackward: false };

async function catalogue() {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const rows = Array.from({ length: PRODUCTS }, (_, at) => {
    const sectorTags = [at % 3 === 0 ? ('TOYS' as const) : ('APPAREL' as const)];
    return { id: newUuid(), draft: productDraft({ name: `Product ${at}`, sectorTags }).draft };
  });
  await inTransaction({ db, scope }, async (work) => {
    for (const row of rows) await productWriter.insertOne(work, row);
  });
  return scope;
}

type SliceInput = { readonly input: { readonly productIds: readonly string[] } };

/** Every product weighs 3 kg CO2e before and 1 after; counts the products that were asked for. */
function scripted(
  onSlice: (slices: number, ids: readonly string[]) => void | Promise<void> = () => {},
) {
  const asked: string[] = [];
  let slices = 0;
  const pool = new ScriptedPool(async (message) => {
    const { input }: Partial<SliceInput> = Object(message);
    const ids = input?.productIds ?? [];
    asked.push(...ids);
    await onSlice(++slices, ids);
    const sums = (kg: number) => ({ ...noSums(), phases: [kg, ...noSums().phases.slice(1)] });
    return {
      rows: ids.map((productId) => ({
        productId,
        baselineCo2eKg: 3,
        outcomeCo2eKg: 1,
        problems: null,
      })),
      baseline: sums(3 * ids.length),
      outcome: sums(ids.length),
      matches: [],
    };
  });
  return { pool, asked };
}

test('an interrupted run of a catalogue continues from its checkpoint and adds nothing twice', async () => {
  const scope = await catalogue();
  const { id, run, jobOf, read } = await queuedScenario(scope, { catalogue: {} });
  const stopping = new AbortController();
  const first = scripted((slices) => {
    if (slices === 2) stopping.abort();
  });
  await run(first.pool, stopping.signal);
  assert.equal((await read())?.state, 'RUNNING');
  const written = (await jobOf())?.doneCount ?? 0;
  assert.ok(written >= 500 && written < PRODUCTS);
  const second = scripted();
  const scenario = await run(second.pool);
  assert.equal(scenario?.state, 'COMPLETED');
  assert.equal(second.asked.length, PRODUCTS - written);
  // Two slices are calculated at a time where there are two threads.
  assert.ok(second.pool.turns.every(({ isShort }) => isShort));
  const [found] = await findSummaries({ db, scope }, [id]);
  assert.equal(found?.summary?.total.baseline, 3 * PRODUCTS);
  assert.equal(found?.summary?.total.outcome, PRODUCTS);
  const { changedCount, histogram, quantiles } = found.summary.catalogue ?? {};
  assert.equal(changedCount, PRODUCTS);
  assert.deepEqual(histogram, [{ lowCo2eKg: -2, highCo2eKg: -2, count: PRODUCTS }]);
  assert.equal(quantiles?.[3]?.differenceCo2eKg, -2);
  const key = { scenarioId: id, jobId: scenario.resultJobId ?? '' };
  assert.equal((await listProductRows({ db, scope }, key, ALL)).length, PRODUCTS);
});

test('a cancelled run of a catalogue has no result, and the next one removes its rows', async () => {
  const scope = await catalogue();
  const { id, run, jobOf, queue, read } = await queuedScenario(scope, { catalogue: {} });
  const cancelled = await jobOf();
  assert.ok(cancelled);
  const stopping = new AbortController();
  const first = scripted((slices) => {
    if (slices === 2) stopping.abort();
  });
  await run(first.pool, stopping.signal);
  await updateJob({ db, scope }, cancelled.id, { isCancelRequested: true });
  assert.equal((await run(scripted().pool))?.state, 'CANCELLED');
  const key = { scenarioId: id, jobId: cancelled.id };
  assert.ok((await listProductRows({ db, scope }, key, ALL)).length > 0);
  await queue();
  await run(scripted().pool);
  assert.equal((await read())?.state, 'COMPLETED');
  assert.equal((await listProductRows({ db, scope }, key, ALL)).length, 0);
});

test('a run that is cancelled while it calculates writes no result', async () => {
  const scope = await catalogue();
  const { id, run, jobOf } = await queuedScenario(scope, { catalogue: { sectorTag: 'TOYS' } });
  const target = { reference: { by: 'id', value: id }, expectedVersion: undefined } as const;
  const { pool } = scripted(async (slices) => {
    if (slices > 1) return;
    const cancel = (tx: Tx) => cancelScenario({ db: tx, scope }, target);
    assert.equal((await db.transaction().execute(cancel)).state, 'CANCELLED');
  });
  const scenario = await run(pool);
  assert.deepEqual([scenario?.state, scenario?.resultJobId], ['CANCELLED', null]);
  assert.equal((await jobOf())?.state, 'CANCELLED');
});

async function oneProduct() {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const product = { id: newUuid(), draft: productDraft({ name: 'Can' }).draft };
  await inTransaction({ db, scope }, (work) => productWriter.insertOne(work, product));
  return { scope, productId: product.id };
}

test('a statement that the database stopped fails neither a product nor the run, which goes on', async () => {
  const { scope } = await oneProduct();
  const { run, jobOf } = await queuedScenario(scope, { catalogue: {} });
  const { pool } = scripted((slices) => {
    if (slices === 1) throw statementStopped();
  });
  assert.equal((await run(pool))?.state, 'RUNNING');
  assert.equal((await jobOf())?.state, 'QUEUED');
  assert.equal((await run(pool))?.state, 'COMPLETED');
  assert.equal((await jobOf())?.failedCount, 0);
});

test('a run that takes too long says so by its own limit, not that of a request', async () => {
  const { scope, productId } = await oneProduct();
  const { run } = await queuedScenario(scope, { productId });
  const pool = new ScriptedPool(async () => {
    throw new WorkStopped();
  });
  const scenario = await run(pool);
  assert.equal(scenario?.state, 'FAILED');
  assert.match(scenario?.error ?? '', /longer than two minutes/);
});

test('a filter picks the products, and a product that is created meanwhile makes the result stale', async () => {
  const scope = await catalogue();
  const { run, jobOf } = await queuedScenario(scope, { catalogue: { sectorTag: 'TOYS' } });
  const created = productCreated.of(newUuid(), { externalId: null, version: 1, status: 'ACTIVE' });
  const { pool, asked } = scripted(() =>
    db.transaction().execute((tx) => recordEvents({ db: tx, scope }, created)),
  );
  const scenario = await run(pool);
  assert.equal(asked.length, PRODUCTS / 3);
  assert.equal((await jobOf())?.totalCount, PRODUCTS / 3);
  assert.equal(scenario?.state, 'STALE');
  assert.match(scenario.staleReason ?? '', /^product\.created/);
});

test('products that take too much memory together are compared in smaller slices', async () => {
  const scope = await catalogue();
  const { run, jobOf } = await queuedScenario(scope, { catalogue: {} });
  const { pool, asked } = scripted((_slices, ids) => {
    if (ids.length > 100) throw new ApiError('QUERY_TOO_COMPLEX', 'Too much memory.');
  });
  assert.equal((await run(pool))?.state, 'COMPLETED');
  assert.equal((await jobOf())?.doneCount, PRODUCTS);
  assert.equal(new Set(asked).size, PRODUCTS);
});
