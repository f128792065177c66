import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, type Json, type JsonObject, sendForId } from '../client.ts';
import { type World, world } from '../world.ts';

const LIST = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: ProductFilter, $sortBy: ProductSort) {
  products(first: $first, after: $after, last: $last, before: $before, filter: $filter, sortBy: $sortBy) {
    totalCount totalCountIsExact
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { name } }
  }
}`;
const NAMES = Array.from({ length: 25 }, (_, number) => `P${String(number).padStart(2, '0')}`);

const owner = await world();
for (const name of NAMES) await create(owner, { name });

async function create({ send }: Pick<World, 'send'>, input: JsonObject): Promise<void> {
  await sendForId({ send }, 'createProduct', 'product', input);
}

async function page(variables: JsonObject, { send }: Pick<World, 'send'> = owner) {
  const { products } = dataOf(await send(LIST, variables));
  const edges = at(products, 'edges');
  assert.ok(Array.isArray(edges));
  const facts = (name: string) => at(products, 'pageInfo', name) ?? null;
  return {
    names: edges.map((edge: Json) => at(edge, 'node', 'name')),
    cursors: edges.map((edge: Json) => at(edge, 'cursor') ?? null),
    hasNextPage: facts('hasNextPage'),
    hasPreviousPage: facts('hasPreviousPage'),
    start: facts('startCursor'),
    end: facts('endCursor'),
    totalCount: at(products, 'totalCount'),
    isExact: at(products, 'totalCountIsExact'),
  };
}

test('walks forward through all pages', async () => {
  const seen: unknown[] = [];
  let after: Json = null;
  for (let pages = 0; pages < 5; pages++) {
    const { names, end, hasNextPage, hasPreviousPage } = await page({ first: 7, after });
    seen.push(...names);
    assert.equal(hasNextPage, pages < 3);
    assert.equal(hasPreviousPage, pages > 0);
    after = end;
    if (hasNextPage === false) break;
  }
  assert.deepEqual(seen, NAMES);
});

test('walks backward through all pages', async () => {
  const seen: unknown[] = [];
  let before: Json = null;
  for (let pages = 0; pages < 5; pages++) {
    const { names, start, hasNextPage, hasPreviousPage } = await page({ last: 7, before });
    seen.unshift(...names);
    assert.equal(hasPreviousPage, pages < 3);
    assert.equal(hasNextPage, pages > 0);
    before = start;
    if (hasPreviousPage === false) break;
  }
  assert.deepEqual(seen, NAMES);
});

test('gives 20 by default and 100 at most', async () => {
  assert.equal((await page({})).names.length, 20);
  assert.equal((await page({ first: 100 })).names.length, 25);
});

test('gives no edges and true facts for a page of none', async () => {
  const { names, hasNextPage, hasPreviousPage, start, end, totalCount } = await page({ first: 0 });
  assert.deepEqual(
    [names, hasNextPage, hasPreviousPage, start, end, totalCount],
    [[], true, false, null, null, 25],
  );
  const { end: middle } = await page({ first: 5 });
  const none = await page({ first: 0, after: middle });
  assert.deepEqual([none.hasNextPage, none.hasPreviousPage], [true, true]);
  const last = await page({ last: 0 });
  assert.deepEqual([last.hasNextPage, last.hasPreviousPage], [false, true]);
});

test('refuses arguments that do not describe one page', async () => {
  const { cursors } = await page({ first: 1 });
  const [cursor = null] = cursors;
  const wrong: JsonObject[] = [
    { first: -1 },
    { first: 101 },
    { last: -1 },
    { last: 101 },
    { first: 1, last: 1 },
    { first: 1, before: cursor },
    { last: 1, after: cursor },
    { after: cursor, before: cursor },
    { after: '' },
    { before: '' },
    { after: 'x' },
    { after: `${cursor}x` },
    { after: Buffer.from('["018f0000-0000-7000-8000-000000000001"]').toString('base64url') },
  ];
  for (const variables of wrong) {
    const answer = await owner.send(LIST, variables);
    assert.deepEqual(
      [codesOf(answer), answer.data],
      [['BAD_USER_INPUT'], { products: null }],
      JSON.stringify(variables),
    );
  }
});

test('takes a cursor only in the list, the order and the tenant it was made for', async () => {
  const { end: after } = await page({ first: 3 });
  const sandbox = await world({ organization: owner.organization, environment: 'SANDBOX' });
  const stranger = await world();
  for (const other of [sandbox, stranger])
    assert.deepEqual(codesOf(await other.send(LIST, { after })), ['BAD_USER_INPUT']);
  for (const sortBy of [{ field: 'NAME' }, { field: 'CREATED_AT', direction: 'DESC' }])
    assert.deepEqual(codesOf(await owner.send(LIST, { after, sortBy })), ['BAD_USER_INPUT']);
  const keys = await owner.send(
    'query ($after: String) { apiKeys(after: $after) { totalCount } }',
    { after },
  );
  assert.deepEqual(codesOf(keys), ['BAD_USER_INPUT']);
});

test('a cursor goes on under another filter of the same order, or is refused with what it needs', async () => {
  const { end: after } = await page({ first: 3, filter: { createdSince: '2020-01-01T00:00:00Z' } });
  const filtered = await page({ first: 2, after, filter: { text: 'P0' } });
  assert.deepEqual(filtered.names, ['P03', 'P04']);
  // All products are walked by their ids, which are no key of a filtered list.
  const unfiltered = await owner.send(LIST, { first: 2, after });
  assert.deepEqual(codesOf(unfiltered), ['BAD_USER_INPUT']);
  assert.match(unfiltered.errors[0]?.message ?? '', /the same `filter` and `sortBy`/);
});

test('takes a cursor of another key of the same tenant', async () => {
  const colleague = await world({ organization: owner.organization });
  const { end: after } = await page({ first: 3 });
  assert.deepEqual((await page({ first: 2, after }, colleague)).names, ['P03', 'P04']);
});

test('orders by each of its fields, both ways', async () => {
  for (const field of ['CREATED_AT', 'UPDATED_AT', 'NAME']) {
    for (const direction of ['ASC', 'DESC']) {
      const expected = direction === 'ASC' ? NAMES : NAMES.toReversed();
      const sortBy = { field, direction };
      const first = await page({ first: 10, sortBy });
      const second = await page({ first: 100, after: first.end, sortBy });
      assert.deepEqual([...first.names, ...second.names], expected, `${field} ${direction}`);
    }
  }
});

test('counts what a filter finds', async () => {
  const found = await page({ filter: { text: 'p1' }, first: 3 });
  assert.deepEqual(
    [found.names, found.totalCount, found.isExact, found.hasNextPage],
    [['P10', 'P11', 'P12'], 10, true, true],
  );
  for (const text of ['%', '_', '\\', "'"])
    assert.equal((await page({ filter: { text } })).totalCount, 0, text);
});

test('counts exactly while many write', async () => {
  const busy = await world();
  await Promise.all(
    Array.from({ length: 30 }, (_, number) => create(busy, { name: `B${number}` })),
  );
  assert.equal((await page({}, busy)).totalCount, 30);
});
