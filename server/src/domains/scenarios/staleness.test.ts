import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculate } from '@trackway/engine';
import type { Tx } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { findJobs, runJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import { packJson } from '../../platform/packed-json.ts';
import type { Scope } from '../../platform/scope.ts';
import { untilFound } from '../../platform/testing.ts';
import { WorkPool } from '../../platform/work-pool.ts';
import { recordEvents } from '../../rules/events.ts';
import { pack } from '../calculations/index.ts';
import { insertOwnSet } from '../factors/own-store.ts';
import { productUpdated } from '../products/events.ts';
import { productDraft, productWriter } from '../products/index.ts';
import type { ScenarioSummary } from './model.ts';
import { scenarioHandler } from './run.ts';
import { createScenario, runScenario } from './service.ts';
import { scenarios } from './store.ts';

const { db } = await testDatabase();

/** A pool whose one task has a result of its own, after something else has happened. */
class ScriptedPool extends WorkPool {
  readonly #meanwhile: () => Promise<void>;
  readonly #output: unknown;

  constructor(meanwhile: () => Promise<void>, output: unknown) {
    const program = new URL('data:text/javascript,');
    super({ program, workerData: undefined, errorOf: () => new Error() });
    this.#meanwhile = meanwhile;
    this.#output = output;
  }

  override async run<Output>(): Promise<Output> {
    await this.#meanwhile();
    return JSON.parse(JSON.stringify(this.#output), revived);
  }
}

/** Bytes pass through JSON as lists of numbers. */
function revived(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'bytes' in value;
  return isBytes && Array.isArray(value.bytes) ? Uint8Array.from(value.bytes) : value;
}

const asBytes = (packed: Uint8Array) => ({ bytes: [...packed] });

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

async function queuedScenario() {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const productId = newUuid();
  const { draft } = productDraft({ name: 'Can' });
  await productWriter.insertOne(db, scope, { id: productId, draft });
  const definition = {
    method: { detail: 'BASIC' },
    uncertainty: {},
    overrides: [],
    sweep: null,
    target: null,
  } as const;
  const subject = { productId, supplyChainId: null, externalId: null };
  const scenario = await db.transaction().execute(async (tx) => {
    const { id } = await createScenario(
      { tx, scope },
      { draft: { name: 'x', description: null, definition, ...subject }, problems: [], given: [] },
    );
    return runScenario({ tx, scope }, { reference: { by: 'id', value: id } });
  });
  const summary: Partial<ScenarioSummary> = { levers: [] };
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
  const result = asBytes(packJson(summary));
  const output = { baseline: calculation, outcome: calculation, result, inputIds: [productId] };
  const read = async () => (await scenarios.find(db, scope, [scenario.id]))[0];
  const run = async (meanwhile: () => Promise<void> = async () => {}) => {
    const [job] = await findJobs(db, scope, [scenario.jobId ?? '']);
    assert.ok(job);
    const handler = scenarioHandler(new ScriptedPool(meanwhile, output));
    const stopping = new AbortController().signal;
    await runJob({ db, job, handler, stopping, log: createLog('silent') });
    return read();
  };
  const change = (id: string) => (tx: Tx) =>
    recordEvents(
      tx,
      scope,
      productUpdated.of(id, {
        externalId: null,
        version: 2,
        status: 'ACTIVE',
        changedFields: ['netMassKg'],
      }),
    );
  return { scope, productId, run, read, change };
}

test('a change that began before the run and is committed while it calculates makes its result stale', async () => {
  const { run, change, productId } = await queuedScenario();
  const writer = await openWriter(change(productId));
  const scenario = await run(writer.commit);
  assert.equal(scenario?.state, 'STALE');
  assert.match(scenario?.staleReason ?? '', /^product\.updated prod_/);
});

test('a change that is committed after the result was written makes it stale', async () => {
  const { run, read, change, productId } = await queuedScenario();
  const writer = await openWriter(change(productId));
  const done = run();
  await untilFound(async () => ((await read())?.state === 'COMPLETED' ? true : undefined));
  await writer.commit();
  assert.equal((await done)?.state, 'STALE');
});

test('a factor set that is committed after the result was written makes it stale', async () => {
  const { scope, run, read } = await queuedScenario();
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
  const writer = await openWriter((tx) => insertOwnSet(tx, scope, set));
  const done = run();
  await untilFound(async () => ((await read())?.state === 'COMPLETED' ? true : undefined));
  await writer.commit();
  assert.equal((await done)?.staleReason, 'factor set changed');
});

test('a change of another product and a change that the run has seen leave a result as it is', async () => {
  const { scope, run, change, productId } = await queuedScenario();
  await db.transaction().execute(change(productId));
  const writer = await openWriter(change(newUuid()));
  const scenario = await run(writer.commit);
  assert.equal(scenario?.state, 'COMPLETED', scope.organizationId);
});
