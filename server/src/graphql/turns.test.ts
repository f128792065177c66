import assert from 'node:assert/strict';
import { test } from 'node:test';
import { execute, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLSchema, parse } from 'graphql';
import { giveTurns } from './turns.ts';

const SLICE_MS = 12;

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const Item = new GraphQLObjectType({ name: 'Item', fields: { at: { type: GraphQLInt } } });
const schema = giveTurns(
  new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: {
        items: {
          type: new GraphQLList(Item),
          resolve: () => {
            busyFor(SLICE_MS);
            return [{ at: 1 }, Promise.reject(new Error('gone')), { at: 3 }];
          },
        },
      },
    }),
  }),
);
const document = parse('{ a: items { at } b: items { at } c: items { at } d: items { at } }');
const items = [{ at: 1 }, null, { at: 3 }];

function run(isSliced: boolean) {
  const request = { deadlineMs: performance.now() + 60_000 };
  return execute({ schema, document, contextValue: { isSliced, request } });
}

test('lists of a large query give way, and an item that fails meanwhile is an error of the answer', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const { data, errors } = await run(true);
  clearInterval(counting);
  assert.equal(JSON.stringify(data), JSON.stringify({ a: items, b: items, c: items, d: items }));
  assert.equal(errors?.length, 4);
  assert.ok(turns >= 1, `${turns} turns`);
});

test('a small query is answered alike', async () => {
  const { data, errors } = await run(false);
  assert.equal(JSON.stringify(data), JSON.stringify({ a: items, b: items, c: items, d: items }));
  assert.equal(errors?.length, 4);
});
