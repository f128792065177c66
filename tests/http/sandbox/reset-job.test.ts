import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { RESET_JOB } from '../../../server/src/domains/sandbox/index.ts';
import { untilReset } from '../../../server/src/domains/sandbox/reset-job.ts';
import { WorkPool } from '../../../server/src/platform/concurrency/work-pool.ts';
import { inTransaction } from '../../../server/src/platform/database/index.ts';
import { newUuid } from '../../../server/src/platform/ids.ts';
import { findJobs, insertJob } from '../../../server/src/platform/jobs/index.ts';
import { untilFound } from '../../../server/src/platform/testing.ts';
import { at, dataOf } from '../client.ts';
import { resetSandbox } from '../reset-sandbox.ts';
import { service, type World, world } from '../world.ts';

const RESET = 'mutation { resetSandbox { isReset } }';
const COUNTS =
  '{ products { totalCount } customers { totalCount } orders { totalCount } shoppingCarts { totalCount } }';
const { db } = service;

async function countsOf({ send }: World): Promise<unknown[]> {
  const data = dataOf(await send(COUNTS));
  return ['products', 'customers', 'orders', 'shoppingCarts'].map((list) =>
    at(data, list, 'totalCount'),
  );
}

function create({ send }: World, name: string) {
  return send(
    'mutation ($name: String!) { createProduct(input: { name: $name }) { product { id } } }',
    { name },
  );
}

async function filled(): Promise<World> {
  const here = await world({ environment: 'SANDBOX' });
  await resetSandbox(here);
  dataOf(await create(here, 'One more'));
  return here;
}

test('a reset that is killed in the middle shows the whole earlier sandbox, and goes on', async () => {
  const here = await filled();
  const before = await countsOf(here);
  const { organizationId } = here.scope;
  const { promise: isKilled, resolve: kill } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<number>();
  const holding = db.transaction().execute(async (tx) => {
    await sql`select id from customers where organization_id = ${organizationId}
      and environment = 'SANDBOX' for update`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    hold(rows[0]?.pid ?? 0);
    await isKilled;
  });
  const holder = await isHeld;
  const answer = here.send(RESET);
  // Orders and carts are deleted by then, in the transaction of the reset.
  const { pid } = await untilFound(async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where ${holder} = any(pg_blocking_pids(pid)) and query like 'delete from%'`.execute(db);
    return rows[0];
  });
  assert.deepEqual(await countsOf(here), before);
  await sql`select pg_terminate_backend(${pid})`.execute(db);
  kill();
  await holding;
  dataOf(await answer);
  await untilFound(async () => ((await countsOf(here))[0] === 64 ? true : undefined));
  assert.deepEqual(await countsOf(here), [64, ...before.slice(1)]);
});

test('the next worker does the reset of one that died, and not twice', async () => {
  const here = await filled();
  const tenant = { db, scope: here.scope };
  const id = newUuid();
  await inTransaction(tenant, (work) =>
    insertJob(work, { id, kind: RESET_JOB, state: 'QUEUED', input: {} }),
  );
  const ended = () =>
    untilFound(async () =>
      (await findJobs(tenant, [id])).find(({ state }) => state === 'COMPLETED'),
    );
  assert.equal((await ended()).doneCount, 1);
  assert.equal((await countsOf(here))[0], 64);
  dataOf(await create(here, 'Written after the reset'));
  // The worker died between the commit of the reset and the end of its job.
  await sql`update jobs set state = 'RUNNING', finished_at = null, leased_until = null
    where organization_id = ${here.scope.organizationId} and environment = 'SANDBOX'
      and id = ${id}`.execute(db);
  await ended();
  assert.equal((await countsOf(here))[0], 65);
});

test('a repeated request waits for its own reset and deletes nothing again', async () => {
  const here = await filled();
  const headers = { 'idempotency-key': 'reset-1' };
  const send: World['send'] = (document, variables) => here.send(document, variables, headers);
  await resetSandbox({ send });
  dataOf(await create(here, 'Written after the reset'));
  await resetSandbox({ send });
  assert.equal((await countsOf(here))[0], 65);
});

test('a reset that lasts longer than its request is answered with isReset false', async () => {
  const { scope } = await world({ environment: 'SANDBOX' });
  const id = newUuid();
  await inTransaction({ db, scope }, (work) =>
    insertJob(work, { id, kind: 'NOBODY TAKES IT', state: 'QUEUED', input: {} }),
  );
  const request = { deadlineMs: performance.now(), signal: () => new AbortController().signal };
  assert.equal(await untilReset({ db, scope, request }, id), false);
});

test('a sandbox of more rows than one statement deletes is emptied whole', async () => {
  const here = await filled();
  const { organizationId } = here.scope;
  await sql`insert into idempotency_keys (organization_id, environment, idempotency_key, response_path,
      arguments_hash, created_at)
    select ${organizationId}, 'SANDBOX', number, 'updateProduct', '', now() - interval '1 hour'
    from generate_series(1, 5100) as number`.execute(db);
  await resetSandbox(here);
  const { rows } = await sql<{ keys: number }>`select count(*)::int as keys from idempotency_keys
    where organization_id = ${organizationId} and environment = 'SANDBOX'`.execute(db);
  assert.deepEqual(rows, [{ keys: 0 }]);
});

test('mock data are calculated in threads: the factors would hold the event loop for a tenth of a second', async (t) => {
  const run = t.mock.method(WorkPool.prototype, 'run');
  await resetSandbox(await world({ environment: 'SANDBOX' }));
  const tasks = new Set(run.mock.calls.map(({ arguments: [task] }) => task));
  for (const task of ['calculate products', 'calculate transport legs', 'write a supply chain'])
    assert.ok(tasks.has(task), `${task} is none of ${[...tasks].join(', ')}`);
});
