import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache, type MadeAnswer } from './answer-cache.ts';

function answer(text: string, tags: readonly string[] | undefined): MadeAnswer {
  return { status: 200, headers: [], body: Buffer.from(text), etag: text, tags };
}

/** The number of answers that are kept of so many, 64 kB each, asked for once. */
async function keptOf(cache: AnswerCache, name: string, count: number, made: Partial<MadeAnswer>) {
  const body = Buffer.alloc(65_536);
  const keys = Array.from({ length: count }, (_, at) => `${name} ${at}`);
  for (const key of keys)
    await cache.make(key, async () => ({ ...answer(key, []), body, ...made }));
  return keys.filter((key) => cache.lastKnown(key) !== undefined).length;
}

function listening(): AnswerCache {
  const cache = new AnswerCache();
  cache.listen();
  return cache;
}

test('an answer is kept until a notice names one of its tags', async () => {
  const cache = listening();
  await cache.make('a', async () => answer('1', ['x', 'y']));
  await cache.make('b', async () => answer('2', ['z']));
  cache.drop('other');
  assert.equal(cache.get('a')?.etag, '1');
  cache.drop('y');
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.get('b')?.etag, '2');
  cache.drop('all');
  assert.equal(cache.get('b'), undefined);
});

test('a kept body holds no memory but its own, although a compressor returns a part of a chunk', async () => {
  const cache = listening();
  const body = Buffer.alloc(65_536, 'a').subarray(0, 100);
  await cache.make('a', async () => ({ ...answer('1', ['x']), body }));
  const kept = cache.get('a')?.body;
  assert.deepEqual(kept, body);
  assert.equal(kept?.buffer.byteLength, 100);
});

test('of one subject a bounded part is kept, the last that were asked for, and those of others stay', async () => {
  const cache = listening();
  await cache.make('other', async () => answer('1', ['dpp:2']));
  await cache.make('asked', async () => answer('2', ['dpp:1']));
  for (let at = 0; at < 100; at += 1) {
    await keptOf(cache, `made up ${at}`, 1, { tags: ['dpp:1', 'gtin:1'] });
    assert.equal(cache.get('asked')?.etag, '2');
  }
  assert.equal(await keptOf(cache, 'more', 100, { tags: ['dpp:1'] }), 15);
  assert.equal(cache.get('other')?.etag, '1');
  cache.drop('dpp:1');
  assert.equal(
    await keptOf(cache, 'again', 100, { tags: ['dpp:1'] }),
    15,
    'dropped ones do not count',
  );
});

test('answers at addresses where nothing is have a bound together, whatever their tags', async () => {
  const cache = listening();
  await cache.make('page', async () => answer('1', ['dpp:1']));
  let kept = 0;
  for (let at = 0; at < 100; at += 1)
    kept += await keptOf(cache, `${at}`, 1, { status: 404, tags: [`gtin:${at}`] });
  assert.equal(kept, 100, 'the newest is kept');
  const left = Array.from({ length: 100 }, (_, at) => cache.lastKnown(`${at} 0`));
  assert.equal(left.filter((each) => each !== undefined).length, 63);
  assert.equal(await keptOf(cache, 'revoked', 15, { status: 410, tags: ['dpp:3'] }), 15);
  assert.equal(cache.get('page')?.etag, '1');
});

test('an answer without tags is not kept', async () => {
  const cache = listening();
  await cache.make('a', async () => answer('1', undefined));
  assert.equal(cache.get('a'), undefined);
});

test('an answer whose rows change while it is made is sent but not kept', async () => {
  const cache = listening();
  const { promise, resolve } = Promise.withResolvers<void>();
  const making = cache.make('a', async () => {
    await promise;
    return answer('old', ['x']);
  });
  cache.drop('x');
  // A request after the notice does not get the work that began before it.
  const next = await cache.make('a', async () => answer('new', ['x']));
  assert.equal(next.etag, 'new');
  resolve();
  assert.equal((await making).etag, 'old');
  assert.equal(cache.get('a')?.etag, 'new');
});

test('requests for the same at the same time share the work, a failure included', async () => {
  const cache = listening();
  let count = 0;
  const work = async () => {
    count += 1;
    await Promise.resolve();
    throw new Error('gone');
  };
  const results = await Promise.allSettled([cache.make('a', work), cache.make('a', work)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(count, 1);
  assert.equal((await cache.make('a', async () => answer('1', ['x']))).etag, '1');
});

test('without notices nothing is kept, and the last answer is only a fallback', async () => {
  const cache = listening();
  await cache.make('a', async () => answer('1', ['x']));
  cache.stopListening();
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.lastKnown('a')?.etag, '1');
  await cache.make('b', async () => answer('2', ['x']));
  assert.equal(cache.lastKnown('b'), undefined);
  cache.listen();
  assert.equal(cache.lastKnown('a'), undefined, 'changes may have been missed');
});
