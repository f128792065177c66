import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { until } from '../../testing.ts';
import { openDatabase, query } from '../database.ts';
import { testDatabase } from '../testing.ts';
import { type DatabaseProxy, startProxy } from '../testing-proxy.ts';
import { isDatabaseGone } from './failures.ts';
import { listenTo } from './listen.ts';
import { DatabaseWatch } from './watch.ts';

const { db, url, inspect } = await testDatabase();

suite('an outage', { concurrency: true }, () => {
  test('a connection that nobody ends is broken soon after the timeout of statements', async () => {
    const proxy = await startProxy(url);
    const own = await openDatabase({
      url: proxy.url,
      statementTimeoutMs: 1_000,
      connectTimeoutMs: 2_000,
    });
    after(() => own.destroy());
    await query(own, 'select 1');
    proxy.pause();
    const hung = own.transaction().execute((tx) => query(tx, 'select 2'));
    const [write] = await Promise.allSettled([query(own, 'create table never (id int)'), hung]);
    assert.ok(write.status === 'rejected' && isDatabaseGone(write.reason));
    proxy.moveOn();
    assert.deepEqual(await query(own, 'select 3 as n'), [{ n: 3 }]);
  });

  test('a statement that takes long on the server that answers others is not broken', async () => {
    const proxy = await startProxy(url);
    const own = await openDatabase({ url: proxy.url });
    after(() => own.destroy());
    assert.deepEqual(await query(own, 'select 4 as n from pg_sleep(4)'), [{ n: 4 }]);
  });

  test('notices are heard again after their connection fell silent', async () => {
    const proxy = await startProxy(url);
    const heard: (string | undefined)[] = [];
    let losses = 0;
    const end = listenTo(
      proxy.url,
      'test_outage',
      (payload) => heard.push(payload),
      () => {
        losses += 1;
      },
    );
    after(end);
    await until(() => heard.length === 1);
    proxy.pause();
    proxy.moveOn();
    await until(() => losses === 1 && heard.length === 2);
    await query(db, `select pg_notify('test_outage', 'news')`);
    await until(() => heard.includes('news'));
  });

  test('readiness is known without asking, survives a short silence, and ends with a long one', async () => {
    const proxy = await startProxy(url);
    const changes: boolean[] = [];
    const watch = new DatabaseWatch(proxy.url, (isAnswering) => changes.push(isAnswering));
    after(() => watch.close());
    assert.equal(watch.isAnswering, true);
    proxy.pause();
    await until(() => !watch.isAnswering);
    proxy.moveOn();
    await until(() => watch.isAnswering);
    await until(() => changes.length === 2);
    assert.deepEqual(changes, [false, true]);
  });

  test('closes without an error while a connection is opened to a database that is gone', async () => {
    const proxy = await startProxy(url);
    const own = await openDatabase({ url: proxy.url });
    proxy.shut();
    await assert.rejects(query(own, 'create table never (id int)'));
    const [read] = await Promise.allSettled([query(own, 'select 7'), own.destroy()]);
    assert.ok(read.status === 'rejected' && isDatabaseGone(read.reason));
  });

  test('closes although idle connections are silent', async () => {
    const proxy = await startProxy(url);
    const own = await openDatabase({ url: proxy.url });
    await own.transaction().execute((tx) => query(tx, 'select 8'));
    let ended = 0;
    const count = () => {
      ended += 1;
    };
    const endListening = listenTo(proxy.url, 'test_silence', count);
    await until(() => ended === 1);
    proxy.pause();
    void own.destroy().then(count);
    void endListening().then(count);
    await until(() => ended === 3);
  });

  test('of several hosts another one is used after the first is gone', async () => {
    const [first, second] = [await startProxy(url), await startProxy(url)];
    const own = await openDatabase({
      url: severalHosts(first, second),
      connectTimeoutMs: 2_000,
      statementTimeoutMs: 1_000,
    });
    after(() => own.destroy());
    const works = async () =>
      (await query<{ n: number }>(own, 'select 5 as n').catch(() => []))[0]?.n === 5;
    assert.ok(await works());
    first.pause();
    await until(works);
  });
});

test('of several hosts one that takes no writes is not used; one that is promoted is', async () => {
  const [first, second] = [await startProxy(url), await startProxy(url)];
  const name = new URL(first.url).pathname.slice(1);
  await inspect(`alter database ${name} set default_transaction_read_only = on`);
  const opening = openDatabase({ url: severalHosts(first, second) });
  const alone = await openDatabase({ url: first.url });
  assert.deepEqual(await query(alone, 'select 6 as n'), [{ n: 6 }], 'one host is used for reads');
  await alone.destroy();
  await inspect(`alter database ${name} reset default_transaction_read_only`);
  const own = await opening;
  after(() => own.destroy());
  await own.transaction().execute((tx) => query(tx, 'create table written (id int)'));
});

test('a connection that is old is replaced between its statements', async () => {
  const own = await openDatabase({ url, connectionLifeMs: 500, pipelines: 1 });
  after(() => own.destroy());
  const backend = async () => {
    const [row] = await query<{ pid: number }>(
      own,
      'select pg_backend_pid() as pid from pg_sleep(0.01)',
    );
    return row?.pid;
  };
  const before = await backend();
  // Statements follow each other without a pause, and none of them fails.
  await until(async () => (await backend()) !== before);
});

function severalHosts(first: DatabaseProxy, second: DatabaseProxy): string {
  return first.url.replace(`:${first.port}/`, `:${first.port},127.0.0.1:${second.port}/`);
}
