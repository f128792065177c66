import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { CommitUnknown, type Tx } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { ApiError } from '../errors/api-error.ts';
import { Unprepared } from '../jobs/compute.ts';
import { deleteExpiredIdempotencyKeys, runMutation } from './idempotency.ts';

const { db, inspect } = await testDatabase();

function requestOf(idempotencyKey: string | undefined, leftMs: number) {
  return {
    id: 'req_1',
    cost: 1,
    maxCost: 1,
    rateLimit: { limit: 1, remaining: 1, resetAt: new Date() },
    idempotencyKey,
    deadlineMs: performance.now() + leftMs,
    isCommitting: false,
    noteReplay: () => undefined,
    signal: () => new AbortController().signal,
  };
}

function newScope() {
  return { organizationId: newUuid(), environment: 'LIVE' } as const;
}

test('answers to idempotency keys of all tenants are deleted after 24 hours, in batches of any size', async () => {
  const tenants = [newUuid(), newUuid()];
  await inspect(
    `insert into idempotency_keys
       (organization_id, environment, idempotency_key, response_path, arguments_hash, created_at)
     select tenant, 'LIVE', hours::text, 'path', '', now() - make_interval(hours => hours)
     from unnest($1::uuid[]) as tenant, unnest(array[23, 25, 26, 48]) as hours`,
    [tenants],
  );
  const counts = await Promise.all([
    deleteExpiredIdempotencyKeys(db, undefined, 2),
    deleteExpiredIdempotencyKeys(db),
  ]);
  const missed = await deleteExpiredIdempotencyKeys(db);
  assert.equal(counts[0] + counts[1] + missed, 6);
  assert.deepEqual(
    await inspect('select idempotency_key as key from idempotency_keys order by organization_id'),
    [{ key: '23' }, { key: '23' }],
  );
});

test('what is not done by the deadline changes nothing, and what begins later does not begin', async () => {
  await inspect('create table deeds (deed text)');
  const begun: string[] = [];
  const field = { name: 'act', path: 'act' };
  const act = (deed: string, leftMs: number, tookMs: number) => {
    const request = requestOf(undefined, leftMs);
    return runMutation({ db, scope: newScope(), request }, field, {}, async ({ db: tx }) => {
      await sql`insert into deeds values (${deed})`.execute(tx);
      begun.push(deed);
      await sleep(tookMs);
    });
  };
  const isTimeout = (error: unknown) => error instanceof ApiError && error.code === 'TIMEOUT';
  await act('in time', 60_000, 0);
  await assert.rejects(act('slow', 3_000, 3_100), isTimeout);
  await assert.rejects(act('late', -1, 0), isTimeout);
  assert.deepEqual(begun, ['in time', 'slow']);
  assert.deepEqual(await inspect('select deed from deeds'), [{ deed: 'in time' }]);
});

/** A mutation whose work computes outside of its transaction; the test decides when that ends. */
function computing(scope: ReturnType<typeof newScope>, key: string, leftMs = 60_000) {
  const computed = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<void>();
  let known: number | undefined;
  let commits = 0;
  const answer = runMutation(
    { db, scope, request: requestOf(key, leftMs) },
    { name: 'compute', path: 'compute' },
    { input: 1 },
    async () => {
      if (known === undefined) {
        throw new Unprepared(async () => {
          begun.resolve();
          known = await computed.promise;
        });
      }
      commits += 1;
      return { known };
    },
  );
  // A refusal is looked at later.
  answer.catch(() => {});
  return { answer, computed, begun: begun.promise, commits: () => commits };
}

test('a key is leased while its request computes: a twin waits, and answers what the first stored', async () => {
  const scope = newScope();
  const first = computing(scope, 'key');
  await first.begun;
  const idle = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`;
  assert.deepEqual(await inspect(idle), [{ count: 0 }], 'no transaction is open meanwhile');
  const twin = computing(scope, 'key');
  const other = computing(newScope(), 'key');
  await other.begun;
  first.computed.resolve(7);
  assert.deepEqual(await Promise.all([first.answer, twin.answer]), [{ known: 7 }, { known: 7 }]);
  assert.deepEqual([first.commits(), twin.commits()], [1, 0]);
  other.computed.resolve(8);
  assert.deepEqual(await other.answer, { known: 8 });
});

test('a refused computation frees the key, and so does the death of its process', async () => {
  const scope = newScope();
  const refused = computing(scope, 'key');
  await refused.begun;
  refused.computed.reject(new ApiError('MISSING_FACTOR', 'No factor.'));
  await assert.rejects(refused.answer, /No factor/);
  assert.deepEqual(
    await inspect('select answer from idempotency_keys where lease_id is not null'),
    [],
  );

  const dead = computing(scope, 'key');
  await dead.begun;
  const impatient = computing(scope, 'key', 100);
  await assert.rejects(impatient.answer, /15 seconds/, 'a twin waits no longer than its deadline');
  await inspect('update idempotency_keys set leased_until = now() where answer is null');
  const heir = computing(scope, 'key');
  await heir.begun;
  heir.computed.resolve(1);
  assert.deepEqual(await heir.answer, { known: 1 });
  // It was not dead after all: it answers what its heir stored.
  dead.computed.resolve(2);
  assert.deepEqual(await dead.answer, { known: 1 });
});

test('what is prepared is computed before a transaction begins, and by the first of the twins of a key alone', async () => {
  const scope = newScope();
  const steps: string[] = [];
  const run = (name: string) =>
    runMutation(
      { db, scope, request: requestOf('key', 60_000) },
      { name: 'compute', path: 'compute' },
      {},
      async () => {
        steps.push(`${name} works`);
        return { name };
      },
      { prepare: async () => steps.push(`${name} prepares`) },
    );
  assert.deepEqual([await run('first'), await run('twin')], [{ name: 'first' }, { name: 'first' }]);
  assert.deepEqual(steps, ['first prepares', 'first works']);
});

/** Work whose COMMIT, the first time, is carried out and whose answer is lost. */
function losingItsAnswer(key: string | undefined): Promise<string> {
  const [scope, request] = [newScope(), requestOf(key, 60_000)];
  const transaction = db.transaction();
  const execute = async (work: (tx: Tx) => Promise<unknown>) => {
    await transaction.execute(work);
    throw new CommitUnknown();
  };
  mock.method(db, 'transaction', () => ({ execute }), { times: 1 });
  return runMutation(
    { db, scope, request },
    { name: 'act', path: 'act' },
    {},
    async ({ db: tx }) => {
      await sql`insert into deeds values ('lost answer')`.execute(tx);
      return 'done';
    },
  );
}

test('with an idempotency key, a COMMIT whose answer was lost is looked up and not done again', async () => {
  await inspect('delete from deeds');
  assert.equal(await losingItsAnswer('lost'), 'done');
  assert.deepEqual(await inspect('select deed from deeds'), [{ deed: 'lost answer' }]);
});

test('without a key, the outcome of such a COMMIT is unknown, and nothing is done again', async () => {
  await inspect('delete from deeds');
  await assert.rejects(losingItsAnswer(undefined), CommitUnknown);
  assert.deepEqual(await inspect('select deed from deeds'), [{ deed: 'lost answer' }]);
});

test('a database that is lost before COMMIT is waited for, and the work is done once', async () => {
  await inspect('delete from deeds');
  let attempts = 0;
  const request = requestOf(undefined, 60_000);
  await runMutation(
    { db, scope: newScope(), request },
    { name: 'act', path: 'act' },
    {},
    async ({ db: tx }) => {
      await sql`insert into deeds values ('after the outage')`.execute(tx);
      attempts += 1;
      if (attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    },
  );
  assert.equal(attempts, 2);
  assert.equal(request.isCommitting, false);
  assert.deepEqual(await inspect('select deed from deeds'), [{ deed: 'after the outage' }]);
});
