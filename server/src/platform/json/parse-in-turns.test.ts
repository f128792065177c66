import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { type Items, parseInTurns } from './parse-in-turns.ts';

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

type WithFlows<Item> = { readonly before: number; readonly flows: Items<Item> };
const FLOWS = new Set(['flows']);

test('parts of a named list are those of the whole list', async () => {
  for (const flows of [LONG, LONG.slice(0, 3), [LONG, [], 'a,]', LONG], []]) {
    const text = JSON.stringify({ before: 1, flows, last: LONG });
    const read = await parseInTurns<WithFlows<unknown>>(text, FLOWS);
    assert.equal(read.before, 1);
    assert.equal(read.flows.length, flows.length);
    assert.deepEqual([...read.flows], flows);
    const ranks = fc.nat({ max: flows.length + 2 });
    fc.assert(
      fc.property(ranks, ranks, (from, to) => {
        assert.deepEqual(read.flows.slice(from, to), flows.slice(from, to));
      }),
      { numRuns: 30 },
    );
  }
});

test('a named list takes the memory of its text until its items are read', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const flow = { path: ['components', 1], amount: 0.5, share: { low: 0.1, high: 0.9 } };
  const text = JSON.stringify({ before: 1, flows: Array.from({ length: 50_000 }, () => flow) });
  collect();
  const before = process.memoryUsage().heapUsed;
  const { flows } = await parseInTurns<WithFlows<typeof flow>>(text, FLOWS);
  collect();
  const held = process.memoryUsage().heapUsed - before;
  // Parsed, they take more than the text.
  assert.ok(held < text.length / 10, `${held} bytes for ${text.length} characters`);
  assert.deepEqual(
    flows.slice(49_990, 60_000),
    Array.from({ length: 10 }, () => flow),
  );
});
