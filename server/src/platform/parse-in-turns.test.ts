import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseInTurns } from './parse-in-turns.ts';

/** Longer than one piece. */
const LONG = Array.from({ length: 6_000 }, (_each, at) => ({ at, text: `"\\${at}],{` }));

for (const [name, value] of [
  ['a list of objects', LONG],
  ['lists in objects', { full: { contributions: LONG, none: [], nothing: {} }, last: null }],
  ['a long item of a list', [[1, 'a', true], { items: LONG, after: 1 }, { b: [LONG] }, 3]],
  ['a list of numbers', LONG.flatMap(({ at }) => [at / 7, -at / 9])],
  ['deep objects', { a: { b: { c: { d: { e: LONG } } } }, z: 'z'.repeat(300_000) }],
  ['a long text', '\\"'.repeat(200_000)],
  ['keys of prototypes', JSON.parse(`{"__proto__":{"a":1},"7":0,"3":${JSON.stringify(LONG)}}`)],
] as const) {
  test(`${name} are read as JSON.parse reads them`, async () => {
    const text = JSON.stringify(value);
    assert.ok(text.length > 128 * 1024);
    assert.deepEqual(await parseInTurns(text), JSON.parse(text));
  });
}

test('any JSON next to a long list is read as JSON.parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const text = JSON.stringify({ value, list: [value, LONG, value], '"': value });
      assert.equal(JSON.stringify(await parseInTurns(text)), JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 15 },
  );
});

test('a long text is read in turns of the event loop', async () => {
  const text = JSON.stringify({ full: Array.from({ length: 20 }, () => LONG) });
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await parseInTurns(text);
  clearImmediate(next);
  assert.ok(turns > 1, `${turns} turns`);
});
