import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculate } from '@trackway/engine';
import { announceWriter, inTransaction, type Tx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { packJson } from '../../platform/json/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { untilFound } from '../../platform/testing.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { pack } from '../calculations/index.ts';
import { insertOwnSet } from '../factors/own-store.ts';
import { productUpdated } from '../products/events.ts';
import { productDraft, productWriter } from '../products/index.ts';
import { markScenarios } from './changes.ts';
import type { ScenarioSummary } from './model.ts';
import { asBytes, db, inspect, queuedScenario, ScriptedPool } from './testing.ts';

/** A writer that has written and not committed: the change that a run does not see. */
async function openWriter(write: (tx: Tx) => Promise<void>) {
  const [written, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = db.transaction().execute(async (tx) => {
    await write(tx);
    written.resolve();
    await ending.promise;
  });
  await Promise.race([written.promise, ended]);
  return {
    commit: () => {
      ending.resolve();
      return ended;
    },
  };
}

async function scenarioOfCan() {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const productId = newUuid();
  const { draft } = productDraft({ name: 'Can' });
  await inTransaction({ db, scope }, (work) =>
    productWriter.insertOne(work, { id: productId, draft }),
  );
  const scenario = await queuedScenario(scope, { productId });
  const footprint = calculate({
    product: { id: 'p', name: 'p', components: [{ factorId: 'f', massKg: 1 }] },
    factors: [{ id: 'f', name: 'f', unit: 'kg', co2eKgPerUnit: 1, gwpSet: 'AR5' }],
    options: { detail: 'BASIC' },
  });
  const packed = pack({ kind: 'PRODUCT', productId }, footprint);
  const calculation = {
    ...packed,
    result: asBytes(packed.result),
    snapshot: asBytes(packed.snapshot),
  };
  const summary: Partial<ScenarioSummary> = { levers: [] };
  const result = asBytes(packJson(summary));
  const output = { baseline: calculation, outcome: calculation, result, inputIds: [productId] };
  const { read } = scenario;
  const run = (meanwhile: () => Promise<void> = async () => {}) =>
    scenario.run(
      new ScriptedPool(async () => {
        await meanwhile();
        return output;
      }),
    );
  const change =
    (id: string, field = 'netMassKg') =>
    (tx: Tx) =>
      recordEvents(
        { db: tx, scope },
        productUpdated.of(id, {
          externalId: null,
          version: 2,
          status: 'ACTIVE',
          changedFields: [field],
        }),
      );
  return { scope, productId, run, read, change };
}

test('a change that began before the run and is committed while it calculates makes its result stale', async () => {
  const { run, change, productId } = await scenarioOfCan();
  const writer = await openWriter(change(productId));
  const scenario = await run(writer.commit);
  assert.equal(scenario?.state, 'STALE');
  assert.match(scenario?.staleReason ?? '', /^product\.updated prod_/);
});

test('a change that is committed after the result was written makes it stale', async () => {
  const { run, read, change, productId } = await scenarioOfCan();
  const writer = await openWriter(change(productId));
  const done = run();
  await untilFound(async () => ((await read())?.state === 'COMPLETED' ? true : undefined));
  await writer.commit();
  assert.equal((await done)?.state, 'STALE');
});

test('a factor set that is committed after the result was written makes it stale', async () => {
  const { scope, run, read } = await scenarioOfCan();
  const set = {
    id: newUuid(),
    slug: 'own',
    name: 'own',
    version: '1',
    title: 'Own',
    publisher: 'Own',
    licence: 'own',
    licenceUrl: null,
    attribution: 'Own.',
    attributionUrls: [],
    sourceUrl: null,
    releasedOn: '2026-01-01',
    gwpSets: [],
    indicatorSet: 'EF 3.1',
    contentHash: 'x',
    factorCount: 0,
    isOptional: false,
  };
  const writer = await openWriter(async (tx) => {
    const work = { db: tx, scope };
    // As the transactions of all mutations and imports do.
    await announceWriter(work);
    await insertOwnSet(work, set);
  });
  const done = run();
  await untilFound(async () => ((await read())?.state === 'COMPLETED' ? true : undefined));
  await writer.commit();
  assert.equal((await done)?.staleReason, 'factor set changed');
});

test('a change of another product, of a picture, and one that the run has seen leave a result as it is', async () => {
  const { scope, run, change, productId } = await scenarioOfCan();
  await db.transaction().execute(change(productId));
  const writer = await openWriter(async (tx) => {
    await change(newUuid())(tx);
    await change(productId, 'imageUrls')(tx);
  });
  const scenario = await run(writer.commit);
  assert.equal(scenario?.state, 'COMPLETED', scope.organizationId);
});

test('a change makes a hundred of very many results stale, and a worker the others that were made before it', async () => {
  const { scope, run, change, productId } = await scenarioOfCan();
  const scenario = await run();
  const copies = (completed: string, count: number) =>
    inspect(
      `with copied as (
         insert into scenarios select (jsonb_populate_record(kept,
           jsonb_build_object('id', uuid_v7(), 'completed_at', ${completed}))).*
         from scenarios kept, generate_series(1, $4)
         where organization_id = $1 and environment = $2 and kept.id = $3 returning id
       ) insert into scenario_inputs select $1, $2, id, $5 from copied`,
      [scope.organizationId, scope.environment, scenario?.id, count, productId],
    );
  await copies('completed_at', 1_200);
  await copies(`now() + interval '1 hour'`, 3);
  const inState = async (state: string) => {
    const [found] = await inspect<{ count: number }>(
      `select count(*)::int as count from scenarios
       where organization_id = $1 and environment = $2 and state = $3`,
      [scope.organizationId, scope.environment, state],
    );
    return found?.count;
  };
  await db.transaction().execute(change(productId));
  assert.equal(await inState('STALE'), 100);
  await markScenarios(db).work(new AbortController().signal, assert.ifError);
  assert.deepEqual([await inState('STALE'), await inState('COMPLETED')], [1_201, 3]);
  const left = 'select from scenario_changes where organization_id = $1 and environment = $2';
  assert.deepEqual(await inspect(left, [scope.organizationId, scope.environment]), []);
});
