import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { packJson, parseInTurns } from '../../platform/json/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { defineUnpacked } from './unpack.ts';

const MIB = 1024 ** 2;
const parse = (text: string): string => JSON.parse(text);

test('unpacks the results of a request one after the other, with turns of others in between', async () => {
  const packed = packJson(Array.from({ length: 20_000 }, (_, at) => ({ at })));
  const read = defineUnpacked<readonly unknown[], object>(
    async () => packed,
    (text) => parseInTurns(text),
  );
  const context = {};
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const values = await Promise.all(Array.from({ length: 10 }, (_, at) => read(context, `${at}`)));
  clearInterval(timer);
  assert.ok(values.every((value) => value?.length === 20_000));
  assert.ok(turns >= 5, `${turns} turns of others`);
});

test('a result that is packed better than usual, or hardly at all, is unpacked whole', async () => {
  for (const text of ['a'.repeat(5 * MIB), randomBytes(MIB).toString('base64'), '']) {
    const read = defineUnpacked<string, object>(async () => packJson(text), parse);
    assert.equal(await read({}, 'any'), text);
  }
});

test('unpacks each once in a request', async () => {
  let reads = 0;
  const read = defineUnpacked<string, object>(async () => {
    reads += 1;
    return packJson('value');
  }, parse);
  const context = {};
  assert.deepEqual(await Promise.all([read(context, 'a'), read(context, 'a')]), ['value', 'value']);
  assert.equal(reads, 1);
  assert.equal(await read({}, 'a'), 'value');
  assert.equal(reads, 2, 'another request reads it again');
});

test('refuses more than a request may unpack, but never the first', async () => {
  const large = packJson('x'.repeat(9 * MIB));
  const read = defineUnpacked<string, object>(
    async (_request, id) => (id === 'none' ? null : large),
    parse,
  );
  const context = {};
  assert.equal((await read(context, 'first'))?.length, 9 * MIB);
  await assert.rejects(
    read(context, 'second'),
    (error) => error instanceof ApiError && error.code === 'QUERY_TOO_COMPLEX',
  );
  assert.equal(await read(context, 'none'), null);
});
