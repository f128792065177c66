import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType } from 'graphql';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { MAX_NAME } from '../../../server/src/rules/inputs/problems.ts';
import {
  at,
  clientOf,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
} from '../client.ts';
import { COLD, startTestService } from '../service.ts';
import { service, type World, world } from '../world.ts';
import { argumentsOf, documentOf } from './calls.ts';
import { furnish } from './holdings.ts';
import { ROOT_FIELDS, type RootField } from './places.ts';

/** Made from the schema: every list of Query pages the same way. */

const owner = await world({ tier: 'ENTERPRISE' });
for (const mark of ['one', 'two', 'three']) await furnish(owner, mark);
const stranger = await world({ tier: 'ENTERPRISE' });
await furnish(stranger, 'strange');

/** A key whose requests have all been made: the log of the others grows by the tests. */
const earlier = await world({ tier: 'ENTERPRISE', organization: owner.organization });
// The usage of keys is written some seconds later, or when a service stops.
const other = await startTestService({ DATABASE_URL: service.databaseUrl }, COLD);
for (const query of ['{ me { id } }', '{ rateLimit { limit } }', '{ factorSets { name } }'])
  dataOf(await clientOf(`${other.url}/graphql`, earlier.key).send(query));
await other.stop();

const LISTS = ROOT_FIELDS.filter(({ root }) => root === 'query').filter(({ field }) =>
  /Connection$/.test(getNamedType(field.type).name),
);
const PAGE =
  '{ edges { cursor node { __typename } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
/** Required arguments of lists. */
const QUESTIONS: Readonly<Record<string, JsonObject>> = {
  search: { query: 'held' },
  requests: { filter: { actorId: encodeId('apiKey', earlier.keyId) } },
  usage: { from: '2020-01-01', to: '2099-12-31' },
};

function ask(list: RootField, paging: JsonObject, { send }: Pick<World, 'send'> = owner) {
  const args = { ...argumentsOf(list, new Map()), ...QUESTIONS[list.name], ...paging };
  return send(documentOf(list, args, PAGE), args);
}

async function page(list: RootField, paging: JsonObject) {
  const found = dataOf(await ask(list, paging))[list.name];
  const edges = at(found, 'edges');
  assert.ok(Array.isArray(edges));
  const cursors = edges.map((edge: Json) => at(edge, 'cursor') ?? null);
  const fact = (name: string) => at(found, 'pageInfo', name) ?? null;
  assert.equal(fact('startCursor'), cursors[0] ?? null);
  assert.equal(fact('endCursor'), cursors.at(-1) ?? null);
  return { cursors, hasNext: fact('hasNextPage'), hasPrevious: fact('hasPreviousPage') };
}

/** Texts of filters that PostgreSQL looks for, instead of comparing them. */
const SEARCHED_TEXTS = ['text', 'activity'];

test('a text to look for in any list is at most as long as a name', async () => {
  const searched = LISTS.flatMap((list) => {
    const filter = list.field.args.find(({ name }) => name === 'filter');
    const type = filter && getNamedType(filter.type);
    const names = type && 'getFields' in type ? Object.keys(type.getFields()) : [];
    return SEARCHED_TEXTS.filter((field) => names.includes(field)).map((field) => ({
      list,
      field,
    }));
  });
  assert.equal(searched.length, 7);
  for (const { list, field } of searched) {
    dataOf(await ask(list, { filter: { [field]: 'x'.repeat(MAX_NAME) } }));
    const refused = await ask(list, { filter: { [field]: 'x'.repeat(MAX_NAME + 1) } });
    assert.deepEqual(at(refused.errors[0]?.extensions, 'problems', 0, 'path'), ['filter', field]);
    assert.deepEqual(at(refused.errors[0]?.extensions, 'problems', 0, 'code'), 'TOO_LONG');
  }
  const input = { kind: 'CARBON_LABEL', filter: { text: 'x'.repeat(MAX_NAME + 1) } };
  const refused = await owner.send(mutationText('generateAssets', 'batch { id }'), { input });
  const path = at(refused.errors[0]?.extensions, 'problems', 0, 'path');
  assert.deepEqual(path, ['input', 'filter', 'text']);
});

for (const list of LISTS) {
  test(`${list.name} refuses arguments that do not describe one page`, async () => {
    const wrong: JsonObject[] = [
      { first: -1 },
      { first: 101 },
      { last: -1 },
      { last: 101 },
      { first: 1, last: 1 },
      { first: 1, after: '' },
      { last: 1, before: '' },
      { first: 1, after: 'AAAAAAAAAAAAAAAAAAAAAAAA' },
    ];
    for (const paging of wrong) {
      const answer = await ask(list, paging);
      assert.deepEqual(
        [codesOf(answer), answer.data],
        [['BAD_USER_INPUT'], { [list.name]: null }],
        JSON.stringify(paging),
      );
      // The place is said once.
      assert.doesNotMatch(answer.errors[0]?.message ?? '', /^`(\w+)`: [`"]\1[`"]/);
    }
  });

  test(`${list.name} is walked the same way forward and backward, with true page facts`, async () => {
    const { cursors: all } = await page(list, { first: 9 });
    assert.ok(all.length > 1, 'There is too little in it: see holdings.ts.');
    const none = await page(list, { first: 0 });
    assert.deepEqual(none, { cursors: [], hasNext: true, hasPrevious: false });
    const [first = null, second = null] = all;
    const start = await page(list, { first: 2 });
    assert.deepEqual([start.cursors, start.hasPrevious], [[first, second], false]);
    const next = await page(list, { first: 1, after: first });
    assert.deepEqual([next.cursors, next.hasPrevious], [[second], true]);
    const back = await page(list, { last: 1, before: second });
    assert.deepEqual(back, { cursors: [first], hasNext: true, hasPrevious: false });
  });

  test(`${list.name} takes no cursor of another list or tenant`, async () => {
    const [cursor = null] = (await page(list, { first: 1 })).cursors;
    const answers = await Promise.all([
      ask(list, { first: 1, after: cursor }, stranger),
      ...LISTS.filter((other) => other !== list).map((other) =>
        ask(other, { first: 1, after: cursor }),
      ),
    ]);
    for (const answer of answers) assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  });
}
