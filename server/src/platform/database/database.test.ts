import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { getPriority } from 'node:os';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { newUuid } from '../ids.ts';
import { OperatorError } from '../operator-error.ts';
import { listening, until } from '../testing.ts';
import {
  CommitUnknown,
  isDatabaseGone,
  isRetryable,
  sqlStateOf,
  violatedConstraint,
} from './connections/failures.ts';
import { PreparedStatement } from './connections/prepared-statement.ts';
import { ReadingBudget, ReadTooMuch, withReadingBudget } from './connections/reading-budget.ts';
import { RowClient } from './connections/row-feed.ts';
import { forTenant } from './connections/tenant-of-work.ts';
import { lockUntilCommit, openDatabase, query, sendAhead, type Tx } from './database.ts';
import { feedHorizon, inTransaction, untilWritersEnd } from './feed.ts';
import { testDatabase } from './testing.ts';
import { startProxy } from './testing-proxy.ts';

const { db, url } = await testDatabase();
await query(
  db,
  'create table notes (id int primary key, amount bigint not null, check (amount >= 0))',
);

test('reads values as the types that the tables declare, the first time and later', async () => {
  const ask = () =>
    query(
      db,
      `select 1::int8 as whole, array[1, 2]::int8[] as wholes, 1.50::numeric as exact, '2026-02-28'::date as day,
            '2026-02-28T01:02:03.004Z'::timestamptz as moment, '{"a": [1]}'::jsonb as data, 'zwölf' as text, null as nothing`,
    );
  const expected = [
    {
      whole: 1,
      wholes: [1, 2],
      exact: '1.50',
      day: '2026-02-28',
      moment: new Date('2026-02-28T01:02:03.004Z'),
      data: { a: [1] },
      text: 'zwölf',
      nothing: null,
    },
  ];
  assert.deepEqual(await ask(), expected);
  assert.deepEqual(await ask(), expected);
});

test('sends values of every kind, the first time and later', async () => {
  const moment = new Date('2026-02-28T01:02:03.004Z');
  const plain = ['zwölf "\\', 7, 1.5, true, null, moment];
  const text = `select $1::text as text, $2::int as whole, $3::float8 as half, $4::bool as truth,
    $5::text as nothing, $6::timestamptz as moment`;
  const expected = [{ text: 'zwölf "\\', whole: 7, half: 1.5, truth: true, nothing: null, moment }];
  const ask = (values: readonly unknown[]) => query(db, text, values);
  assert.deepEqual(await ask(plain), expected);
  assert.deepEqual(await ask(plain), expected);

  const lists = `${text}, $7::text[] as list, $8::int[] as numbers, $9::bytea as bytes`;
  const bytes = Buffer.from([0, 255, 92]);
  const listed = ['a,b', null, '"\\{}', '', 'NULL'];
  const withLists = [{ ...expected[0], list: listed, numbers: [], bytes }];
  assert.deepEqual(await query(db, lists, [...plain, listed, [], bytes]), withLists);
  assert.deepEqual(await query(db, lists, [...plain, listed, [], bytes]), withLists);

  const long = Buffer.alloc(1_000, 7);
  const listOfBytes = () =>
    query(db, 'select $1::bytea[] as list, $2::bytea as bytes', [[bytes, null, long], long]);
  assert.deepEqual(await listOfBytes(), [{ list: [bytes, null, long], bytes: long }]);
  assert.deepEqual(await listOfBytes(), [{ list: [bytes, null, long], bytes: long }]);

  const wider = `${text}, $7::text[] as list, $8::jsonb as data`;
  const values = [...plain, ['a,b', null], { a: [1] }];
  const more = [{ ...expected[0], list: ['a,b', null], data: { a: [1] } }];
  assert.deepEqual(await query(db, wider, values), more);
  assert.deepEqual(await query(db, wider, values), more);
});

test('refuses a whole number that a JavaScript number cannot hold', async () => {
  await assert.rejects(query(db, 'select 9007199254740993::int8 as whole'), RangeError);
});

test('answers many statements that are sent at once, each with its own rows', async () => {
  const numbers = Array.from({ length: 500 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map((number) => query<{ n: number }>(db, 'select $1::int as n', [number])),
  );
  assert.deepEqual(
    answers.map(([row]) => row?.n),
    numbers,
  );
});

test('a statement that fails does not harm those sent at the same time', async () => {
  const [broken, sound] = await Promise.allSettled([
    query(db, 'select 1 / $1::int as n', [0]),
    query(db, 'select $1::int as n', [7]),
  ]);
  assert.equal(broken.status === 'rejected' && sqlStateOf(broken.reason), '22012');
  assert.deepEqual(sound.status === 'fulfilled' && sound.value, [{ n: 7 }]);
});

test('a statement whose values or rows do not fit fails alone, however often it was sent', async () => {
  const text = 'select $1::int8 as n';
  const sound = () => query(db, text, ['7']);
  assert.deepEqual(await sound(), [{ n: 7 }]);
  const [wrong, unreadable, later] = await Promise.allSettled([
    query(db, text, ['seven']),
    query(db, text, ['9007199254740993']),
    sound(),
  ]);
  assert.equal(wrong.status === 'rejected' && sqlStateOf(wrong.reason), '22P02');
  assert.equal(unreadable.status === 'rejected' && unreadable.reason instanceof RangeError, true);
  assert.deepEqual(later.status === 'fulfilled' && later.value, [{ n: 7 }]);
});

test('says how many rows a statement changed, the first time and later', async () => {
  const change = () =>
    sql`update notes set amount = amount where id > 0`.execute(db).then((r) => r.numAffectedRows);
  await query(db, 'insert into notes values (8, 1), (9, 1)');
  assert.deepEqual([await change(), await change()], [2n, 2n]);
  await query(db, 'delete from notes');
});

test('keeps all of a transaction or nothing', async () => {
  const half = db.transaction().execute(async (tx) => {
    await query(tx, 'insert into notes values (1, 1)');
    assert.equal((await query(db, 'select from notes')).length, 0, 'seen before it was committed');
    throw new Error('changed my mind');
  });
  await assert.rejects(half, /changed my mind/);
  assert.equal((await query(db, 'select from notes')).length, 0);

  await db.transaction().execute(async (tx) => {
    await query(tx, 'insert into notes values (1, 1)');
    await sql`update notes set amount = 2`.execute(tx);
  });
  assert.deepEqual(await query(db, 'select * from notes'), [{ id: 1, amount: 2 }]);
});

test('a transaction begins with its first statement, and what is sent ahead leaves with the next one', async () => {
  const { url: address, packets } = await startProxy(url);
  const far = await openDatabase({ url: address });
  after(() => far.destroy());
  const work = () =>
    far.transaction().execute(async (tx) => {
      await query(tx, 'select 1 as first');
      const changed = await sendAhead(tx, 'update notes set amount = 7 returning amount');
      await sendAhead(tx, 'select 1 as second');
      assert.deepEqual(await query(tx, 'select amount from notes'), [{ amount: 7 }]);
      assert.deepEqual(await changed(), [{ amount: 7 }]);
      await sendAhead(tx, 'update notes set amount = 8');
    });
  await work();
  const before = packets();
  await work();
  assert.equal(packets() - before, 3, 'begin and first; ahead, ahead and next; ahead and commit');
  assert.deepEqual(await query(db, 'select amount from notes'), [{ amount: 8 }]);
});

test('a statement that was sent ahead and fails is what its transaction fails with', async () => {
  const failing = (work: (tx: Tx) => Promise<unknown>) =>
    assert.rejects(
      db.transaction().execute(async (tx) => {
        await query(tx, 'update notes set amount = 9');
        await sendAhead(tx, 'insert into notes values (5, -1)');
        await work(tx);
      }),
      (error) => violatedConstraint(error) === 'notes_amount_check',
    );
  await failing((tx) => query(tx, 'select 6 as n'));
  await failing(async () => {});
  assert.deepEqual(await query(db, 'select amount from notes'), [{ amount: 8 }]);
  const next = await db.transaction().execute((tx) => query(tx, 'select 7 as n'));
  assert.deepEqual(next, [{ n: 7 }]);
});

test('a statement after the end of its transaction is refused, not carried out on its own', async () => {
  const ended = await db.transaction().execute(async (tx) => {
    await query(tx, 'select 1');
    return { tx };
  });
  await assert.rejects(query(ended.tx, 'update notes set amount = 10'), /has ended/);
  assert.deepEqual(await query(db, 'select amount from notes'), [{ amount: 8 }]);
});

test('a first statement runs only if its transaction has begun', async () => {
  const client = new RowClient({ connectionString: url });
  await client.connect();
  after(() => client.end());
  const statement = { name: 'first', text: 'update notes set amount = amount + 1' };
  const send = (options = {}) => client.query(new PreparedStatement(statement, [], options)).answer;
  await send();
  await assert.rejects(send({ begin: 'begin isolation level nonsense' }), /nonsense/);
  assert.deepEqual(await query(db, 'select amount from notes'), [{ amount: 9 }]);
  await send({ begin: 'begin' });
  await client.query('rollback');
  assert.deepEqual(await query(db, 'select amount from notes'), [{ amount: 9 }]);
});

test('names the constraint that a write violates', async () => {
  const negative = await query(db, 'insert into notes values (2, -1)').catch((error) => error);
  assert.equal(violatedConstraint(negative), 'notes_amount_check');
  assert.equal(isRetryable(negative), false);
});

test('runs statements again on new connections after all connections broke', async () => {
  await query(
    db,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await query(db, 'select pg_terminate_backend(pg_backend_pid())').catch(() => {});
  assert.deepEqual(await query(db, 'select 1 as n'), [{ n: 1 }]);
  const inTransaction = await db.transaction().execute((tx) => query(tx, 'select 2 as n'));
  assert.deepEqual(inTransaction, [{ n: 2 }]);
});

test('a connection that breaks between two statements of a transaction ends that transaction only', async () => {
  const transaction = db.transaction().execute(async (tx) => {
    const [backend] = await query<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
    await query(db, 'select pg_terminate_backend($1)', [backend?.pid]);
    // The news of it comes while no statement is under way.
    await sleep(100);
    await query(tx, 'select 3 as n');
  });
  await assert.rejects(transaction, (error) => isDatabaseGone(error));
  assert.deepEqual(await query(db, 'select 4 as n'), [{ n: 4 }]);
});

test('the locks of a transaction that sends nothing end after its idle timeout', async () => {
  const frozen = await openDatabase({ url, idleInTransactionMs: 1_000 });
  after(() => frozen.destroy());
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
  const holding = frozen.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'idle');
    locked();
    await isOver;
    await sql`select 1`.execute(tx);
  });
  await isLocked;
  await db.transaction().execute((tx) => lockUntilCommit(tx, 'idle'));
  over();
  // A job that meets it goes on from its checkpoint, as after any outage.
  await assert.rejects(holding, (error) => isDatabaseGone(error));
});

test('a tenant whose transactions take long leaves connections to others, however many wait', async () => {
  const pool = await openDatabase({ url, pipelines: 1, poolSize: 4 });
  after(() => pool.destroy());
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
  const hold = (tenant: string) =>
    Array.from({ length: 10 }, () =>
      forTenant(tenant, () => pool.transaction().execute(() => isOver)),
    );
  const held = [...hold('A'), ...hold('B')];
  const answer = () => pool.transaction().execute((tx) => query(tx, 'select 1 as n'));
  assert.deepEqual(await forTenant('C', answer), [{ n: 1 }]);
  assert.deepEqual(await answer(), [{ n: 1 }]);
  over();
  await Promise.all(held);
});

test('a server that accepts and never answers fails a connection after its timeout', async () => {
  const sockets: Socket[] = [];
  const port = await listening(createServer((socket) => sockets.push(socket)));
  after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const nowhere = `postgresql://nobody@127.0.0.1:${port}/nothing`;
  await assert.rejects(openDatabase({ url: nowhere, connectTimeoutMs: 300 }), /timeout/i);
  assert.ok(sockets.length > 0, 'the connection was made');
});

test('work with a budget reads no more bytes of rows, and other work is not affected', async () => {
  const rows = (count: number) =>
    query<{ text: string }>(db, `select repeat('x', 1000) as text from generate_series(1, $1)`, [
      count,
    ]);
  await rows(1);
  const read = await withReadingBudget(new ReadingBudget(100_000), async () => {
    const first = await rows(50);
    await assert.rejects(rows(60), ReadTooMuch);
    return first.length;
  });
  assert.equal(read, 50);
  assert.equal((await rows(200)).length, 200);
});

test('rows beyond a budget are skipped, however they arrive, and other statements of the connection get theirs', async () => {
  const one = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  after(() => one.destroy());
  const rows = (size: number) =>
    query<{ text: string }>(
      one,
      `select repeat('x', $1::int + at) as text from generate_series(1, 20) as at`,
      [size],
    );
  let spent = 0;
  for (const size of [10, 5_000, 70_000, 700_000]) {
    await rows(size);
    const budget = new ReadingBudget(3 * size, { onSpent: () => (spent += 1) });
    const [refused, whole] = await Promise.allSettled([
      withReadingBudget(budget, () => rows(size)),
      rows(size),
    ]);
    assert.ok(refused.status === 'rejected' && refused.reason instanceof ReadTooMuch);
    assert.ok(whole.status === 'fulfilled');
    assert.deepEqual(
      whole.value.map(({ text }) => text.length),
      Array.from({ length: 20 }, (_, at) => size + at + 1),
    );
    assert.ok(budget.isSpent);
    await assert.rejects(
      withReadingBudget(budget, () => rows(1)),
      ReadTooMuch,
    );
  }
  assert.equal(spent, 4);
});

test('statements of large work keep no others waiting, however many are sent', async () => {
  const own = await openDatabase({ url });
  after(() => own.destroy());
  const budget = new ReadingBudget(1_000_000, { isLarge: true });
  const count = () => query(own, 'select count(*)::int as count from notes');
  let large: readonly Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    await query(tx, 'lock table notes in access exclusive mode');
    large = Array.from({ length: 60 }, () => withReadingBudget(budget, count));
    assert.deepEqual(await query(own, 'select 7 as n'), [{ n: 7 }]);
  });
  await Promise.all(large);
});

test('slow statements of two tenants keep those of a third one waiting in no pipeline, however many are sent', async () => {
  const own = await openDatabase({ url });
  after(() => own.destroy());
  const count = () => query(own, 'select count(*)::int as count from notes');
  let slow: readonly Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    await query(tx, 'lock table notes in access exclusive mode');
    slow = ['A', 'B'].flatMap((tenant) =>
      Array.from({ length: 60 }, () => forTenant(tenant, count)),
    );
    assert.deepEqual(await forTenant('C', () => query(own, 'select 7 as n')), [{ n: 7 }]);
  });
  await Promise.all(slow);
});

test('the embedded database works on statements of large work after those of others', async () => {
  const own = await openDatabase({ url });
  after(() => own.destroy());
  const priority = async () => {
    const [{ pid } = {}] = await query<{ pid: number }>(own, 'select pg_backend_pid() as pid');
    return getPriority(pid);
  };
  const budget = new ReadingBudget(1_000, { isLarge: true });
  assert.equal((await withReadingBudget(budget, priority)) - (await priority()), 5);
});

/** A table whose rows make COMMIT take the time that they say, as one that waits for a synchronous replica. */
await query(db, 'create table slow_commits (seconds float8 not null)');
await query(
  db,
  `create function wait_at_commit() returns trigger language plpgsql as
    $$ begin perform pg_sleep(new.seconds); return null; end $$`,
);
await query(
  db,
  `create constraint trigger wait_at_commit after insert on slow_commits
    deferrable initially deferred for each row execute function wait_at_commit()`,
);
const countSlow = () => query(db, 'select count(*) as count from slow_commits');

test('a COMMIT is never cancelled by the timeout of statements', async () => {
  const hasty = await openDatabase({ url, statementTimeoutMs: 1_000 });
  after(() => hasty.destroy());
  await assert.rejects(query(hasty, 'select pg_sleep(50)'), /statement timeout/);
  await hasty.transaction().execute((tx) => query(tx, 'insert into slow_commits values (2)'));
  assert.deepEqual(await countSlow(), [{ count: 1 }]);
});

test('a COMMIT whose connection breaks has an unknown outcome, and the next transaction works', async () => {
  const backend = Promise.withResolvers<number>();
  const committing = db.transaction().execute(async (tx) => {
    const [own] = await query<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
    await query(tx, 'insert into slow_commits values (60)');
    backend.resolve(own?.pid ?? 0);
  });
  const pid = await backend.promise;
  const isWaiting = `select 1 as n from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
  await until(async () => (await query(db, isWaiting, [pid])).length > 0);
  // The rejection may come before the answer to the statement that causes it.
  const rejected = assert.rejects(committing, CommitUnknown);
  await query(db, 'select pg_terminate_backend($1)', [pid]);
  await rejected;
  assert.deepEqual(await countSlow(), [{ count: 1 }]);
  const next = await db.transaction().execute((tx) => query(tx, 'select 5 as n'));
  assert.deepEqual(next, [{ n: 5 }]);
});

test('a server that became read-only, and a connection that cannot be had, count as an outage', () => {
  const readOnly = Object.assign(new Error('cannot execute INSERT'), { code: '25006' });
  const late = ['timeout expired', 'timeout exceeded when trying to connect', 'Query read timeout'];
  for (const error of [readOnly, ...late.map((message) => new Error(message))])
    assert.ok(isDatabaseGone(error), error.message);
  assert.equal(isDatabaseGone(new Error('timeout of a test')), false);
});

test('change feeds of a tenant end before its transactions that run', async () => {
  const scope = { organizationId: newUuid(), environment: 'LIVE' } as const;
  const other = { db, scope: { ...scope, organizationId: newUuid() } };
  await inTransaction({ db, scope }, async (work) => {
    const [begun] = await query<{ at: Date }>(work.db, 'select now() as at');
    assert.ok(begun);
    await sleep(2);
    assert.ok((await feedHorizon({ db, scope })).time <= begun.at);
    assert.ok((await feedHorizon(other)).time > begun.at);
  });
});

test('a wait for the writers of a tenant ends with them, also while the clock of the database is set back', async () => {
  const scope = { organizationId: newUuid(), environment: 'LIVE' } as const;
  const signal = AbortSignal.timeout(20_000);
  const ended: string[] = [];
  const waiting = await inTransaction({ db, scope }, async (work) => {
    await query(work.db, 'select 1 as n');
    const waited = untilWritersEnd({ db, scope }, signal).then(() => ended.push('wait'));
    // Of another tenant, there is nothing to wait for.
    await untilWritersEnd({ db, scope: { ...scope, environment: 'SANDBOX' } }, signal);
    ended.push('writer');
    return { waited };
  });
  await waiting.waited;
  assert.deepEqual(ended, ['writer', 'wait']);

  await db
    .transaction()
    .execute(async (tx) => {
      await query(
        tx,
        `create or replace function feed_horizon(organization_id uuid, environment text,
        out settled_position bigint, out settled_time timestamptz) language sql
        as $$ select 0, now() - interval '1 hour' $$`,
      );
      await untilWritersEnd({ db: tx, scope }, signal);
      assert.equal(signal.aborted, false);
      throw new Error('roll back');
    })
    .catch((error) => assert.equal(error.message, 'roll back'));
});

test('a database with another encoding than UTF-8 is refused, with what to do', async () => {
  const name = `ascii_${process.pid}`;
  await query(db, `create database ${name} encoding 'SQL_ASCII' template template0 locale 'C'`);
  after(() => query(db, `drop database ${name}`));
  await assert.rejects(
    openDatabase({ url: url.replace(/\/test_[^/?]*/, `/${name}`) }),
    (error) => error instanceof OperatorError && /has SQL_ASCII\. Make one/.test(error.message),
  );
});
