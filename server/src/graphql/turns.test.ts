import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  execute,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  parse,
} from 'graphql';
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

/** From now on: the files of a process are loaded long before the last of them runs. */
const newRequest = () => ({ deadlineMs: performance.now() + 60_000 });

function run(isLarge: boolean) {
  const large = { signal: new AbortController().signal, addToAnswer: () => {} };
  const request = newRequest();
  const contextValue = isLarge ? { large, request } : { request };
  return execute({ schema, document, contextValue });
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

test('items of nested lists are counted before they are completed, and not completed once the query is stopped', async () => {
  let completed = 0;
  const Part = new GraphQLObjectType({
    name: 'Part',
    fields: { massKg: { type: GraphQLInt, resolve: () => (completed += 1) } },
  });
  const listOf = (type: GraphQLObjectType) =>
    new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
  const Line = new GraphQLObjectType({ name: 'Line', fields: { parts: { type: listOf(Part) } } });
  const parts = Array.from({ length: 100 }, () => ({}));
  const lines = Array.from({ length: 100 }, () => ({ parts }));
  const nested = giveTurns(
    new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: { lines: { type: listOf(Line), resolve: () => lines } },
      }),
    }),
  );
  const text = '{ lines { parts { ...Masses } } } fragment Masses on Part { massKg again: massKg }';
  const answered = async (mostBytes: number): Promise<number> => {
    const stopping = new AbortController();
    let bytes = 0;
    const addToAnswer = (more: number): void => {
      bytes += more;
      if (bytes > mostBytes) stopping.abort();
    };
    const large = { signal: stopping.signal, addToAnswer };
    const contextValue = { large, request: newRequest() };
    completed = 0;
    await Promise.resolve(execute({ schema: nested, document: parse(text), contextValue }));
    return bytes;
  };
  const whole = await answered(Number.POSITIVE_INFINITY);
  assert.equal(completed, 20_000);
  const ofItems = Buffer.byteLength('{"massKg":0,"again":0},') * 10_000;
  assert.equal(whole, ofItems + Buffer.byteLength('{"parts":0},') * 100);
  await answered(50_000);
  assert.ok(completed < 5_000, `${completed} fields were completed`);
});

test('values of JSON that come at once are counted one in a turn', async () => {
  let [inTurn, most] = [0, 0];
  const value = {
    get map() {
      busyFor(SLICE_MS);
      inTurn += 1;
      most = Math.max(most, inTurn);
      return 1;
    },
  };
  const found = Promise.resolve(value);
  const Place = new GraphQLObjectType({
    name: 'Place',
    fields: { map: { type: new GraphQLScalarType({ name: 'JSON' }), resolve: () => found } },
  });
  const fields = { places: { type: new GraphQLList(Place), resolve: () => Array(8).fill({}) } };
  const query = new GraphQLObjectType({ name: 'Query', fields });
  const turns = setInterval(() => (inTurn = 0), 0);
  const large = { signal: new AbortController().signal, addToAnswer: () => {} };
  await execute({
    schema: giveTurns(new GraphQLSchema({ query })),
    document: parse('{ places { map } }'),
    contextValue: { large, request: newRequest() },
  });
  clearInterval(turns);
  assert.equal(most, 1);
});
