import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  execute,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  getOperationAST,
  parse,
} from 'graphql';
import { fragmentsOf } from '../../graphql/selections.ts';
import { WrittenJson } from '../../platform/json/index.ts';
import { textsOf } from './json-text.ts';
import { executeToText } from './text-executor.ts';

const Item: GraphQLObjectType = new GraphQLObjectType({
  name: 'Item',
  fields: () => ({
    at: { type: new GraphQLNonNull(GraphQLInt), resolve: numberOf },
    later: { type: new GraphQLNonNull(GraphQLInt), resolve: async (at) => numberOf(at) },
    maybe: { type: GraphQLInt, resolve: numberOf },
    tags: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)), resolve: tagsOf },
    items: { type: new GraphQLList(Item), resolve: itemsOf },
    self: { type: Item, resolve: async (at) => at },
    busy: { type: GraphQLInt, resolve: () => busyFor(2) },
    failed: { type: GraphQLInt, resolve: async () => Promise.reject(new Error('failed')) },
    all: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Item))), resolve: itemsOf },
  }),
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      items: {
        type: new GraphQLList(Item),
        args: { count: { type: GraphQLInt } },
        resolve: (_root, { count }) => Array.from({ length: count ?? 5 }, (_each, at) => at),
      },
      working: { type: GraphQLInt, resolve: work },
      written: {
        type: new GraphQLScalarType({ name: 'JSON' }),
        resolve: () => new WrittenJson('{ "a": [1, null] }'),
      },
    },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      item: { type: Item, args: { at: { type: GraphQLInt } }, resolve: carryOut },
      refused: { type: Item, resolve: async () => Promise.reject(new Error('refused')) },
      large: { type: Item, resolve: async () => stopping.abort(new Error('too large')) },
    },
  }),
});

let stopping = new AbortController();
/** Number of mutations that were carried out. */
let carriedOut = 0;

async function carryOut(_root: unknown, { at }: { readonly at?: number }): Promise<number> {
  const before = carriedOut;
  await nextTurn();
  assert.equal(carriedOut, before, 'another one was carried out at the same time');
  carriedOut += 1;
  return at ?? carriedOut;
}

/** Every item of a bad number fails. */
function numberOf(at: unknown): number {
  if (at === 3) throw new Error('Three is bad.');
  return Number(at);
}

let working = 0;

/** The number of fields at work when it began. */
async function work(): Promise<number> {
  working += 1;
  const sum = working;
  await nextTurn();
  working -= 1;
  return sum;
}

function busyFor(ms: number): number {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return ms;
}

function tagsOf(at: unknown): unknown[] {
  return at === 2 ? ['two', null] : ['"', 'Größe'];
}

function itemsOf(at: unknown): unknown[] {
  return [Promise.resolve(at), at === 1 ? Promise.reject(new Error('gone')) : 4];
}

async function run(query: string, onError: (stop: AbortController) => void = () => {}) {
  const document = parse(query);
  const operation = getOperationAST(document);
  assert.ok(operation);
  let characters = 0;
  const stop = new AbortController();
  stopping = stop;
  const large = {
    signal: stop.signal,
    addWritten: (count: number) => {
      characters += count;
    },
    addError: () => onError(stop),
  };
  const context = { request: { deadlineMs: performance.now() + 60_000 }, large };
  const fragments = fragmentsOf(document);
  const result = await executeToText({ schema, fragments, operation }, context, {});
  assert.ok('text' in result);
  return { ...result, characters };
}

test('has the data and the errors that the executor of GraphQL has', async () => {
  for (const query of [
    '{ items { at } }',
    '{ items { later } }',
    '{ items { maybe tags } }',
    '{ a: items(count: 3) { items { at later items { maybe } } ...F } b: items { all { at } } } fragment F on Item { tags }',
    '{ items @skip(if: true) { at } other: items(count: 1) { at @include(if: true) __typename } }',
    'mutation { a: item { at tags } refused { at } b: item { items { maybe } } c: item(at: 3) { at } }',
  ]) {
    carriedOut = 0;
    const { text, errors } = await run(query);
    carriedOut = 0;
    const expected = await execute({ schema, document: parse(query) });
    assert.equal([...textsOf(text)].join(''), JSON.stringify(expected.data), query);
    const shown = (list: readonly { toJSON: () => unknown }[]) =>
      list.map((error) => JSON.stringify(error.toJSON())).toSorted();
    assert.deepEqual(shown(errors), shown(expected.errors ?? []), query);
  }
});

test('holds the text of what is complete, and lets others have their turns', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const { text, characters } = await run(
    '{ items(count: 100000) { a: maybe b: maybe c: maybe d: maybe e: maybe f: maybe } }',
  );
  clearInterval(counting);
  collect();
  const held = process.memoryUsage().heapUsed - before;
  const written = [...textsOf(text)].reduce((sum, { length }) => sum + length, 0);
  // Objects of six fields take more than twice as much.
  assert.ok(held < 1.5 * written, `${held} bytes for ${written} characters`);
  assert.ok(characters > 0.8 * written && characters <= written, `${characters} of ${written}`);
  assert.ok(turns >= 3, `${turns} turns`);
});

test('takes JSON that is known as text as it is', async () => {
  const { text, characters } = await run('{ written }');
  assert.equal([...textsOf(text)].join(''), '{"written":{ "a": [1, null] }}');
  assert.ok(characters > 18);
  const { data } = await execute({ schema, document: parse('{ written }') });
  assert.equal(JSON.stringify(data), '{"written":{"a":[1,null]}}');
});

test('what a field has read is written before many others begin', async () => {
  const aliases = Array.from({ length: 45 }, (_, at) => `a${at}: working`);
  const { text } = await run(`{ ${aliases.join(' ')} }`);
  const counts: number[] = Object.values(JSON.parse([...textsOf(text)].join('')));
  assert.equal(counts.length, 45);
  assert.equal(Math.max(...counts), 8);
});

test('values that come at once are completed in turns', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await run('{ items(count: 30) { self { busy } } }');
  clearInterval(counting);
  assert.ok(turns >= 3, `${turns} turns`);
});

test('a query that is stopped makes no further errors', async () => {
  let errors = 0;
  await run('{ items(count: 500) { failed } }', (stop) => {
    errors += 1;
    stop.abort(new Error('stopped'));
  });
  assert.equal(errors, 1);
});

test('mutations whose payloads are too large are carried out, and their own errors are kept', async () => {
  carriedOut = 0;
  const { text, errors, keys } = await run(
    'mutation { large { at } a: item { at items { at } } refused { at } b: item { all { at } } }',
  );
  assert.equal(carriedOut, 2);
  assert.deepEqual(JSON.parse([...textsOf(text)].join('')), {
    large: null,
    a: null,
    refused: null,
    b: null,
  });
  assert.deepEqual(keys, ['large', 'a', 'refused', 'b']);
  assert.deepEqual(
    errors.map(({ message, path }) => [message, path]),
    [['refused', ['refused']]],
  );
});
