import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Answer, at, codesOf, dataOf, type JsonObject, textAt } from '../client.ts';
import { service, type World, world } from '../world.ts';

const CREATE = `mutation ($input: CreateProductInput!) {
  createProduct(input: $input) { product { id name version } }
}`;
const COUNT = '{ products { totalCount } }';

function create({ send }: Pick<World, 'send'>, input: JsonObject, key?: string): Promise<Answer> {
  return send(CREATE, { input }, key === undefined ? {} : { 'Idempotency-Key': key });
}

async function countOf({ send }: Pick<World, 'send'>) {
  return at(dataOf(await send(COUNT)), 'products', 'totalCount');
}

test('gives the first answer again, whether the key came in the header or in the input', async () => {
  const owner = await world();
  const first = await create(owner, { name: 'Once' }, 'a-key');
  const repeated = [
    await create(owner, { name: 'Once' }, 'a-key'),
    await create(owner, { name: 'Once', idempotencyKey: 'a-key' }),
  ];
  for (const answer of repeated) {
    assert.deepEqual(answer.data, first.data);
    assert.equal(answer.headers.get('Idempotent-Replayed'), 'true');
  }
  assert.equal(first.headers.get('Idempotent-Replayed'), null);
  assert.equal(await countOf(owner), 1);
});

test('keeps answers without the bill, also of a change that changes nothing', async () => {
  const owner = await world();
  const components = Array.from({ length: 100 }, (_, at) => ({
    name: `Part ${at}`,
    material: 'steel',
    massKg: 1,
  }));
  const made = await create(owner, { name: 'Bicycle', components }, 'large');
  const id = textAt(made, 'createProduct', 'product', 'id');
  const update = `mutation ($input: UpdateProductInput!) {
    updateProduct(input: $input) { product { name components { name } } }
  }`;
  for (const name of ['Bicycle', 'Bike']) {
    const send = () => owner.send(update, { input: { id, name, idempotencyKey: name } });
    const first = await send();
    assert.deepEqual(at(dataOf(first), 'updateProduct', 'product', 'name'), name);
    assert.deepEqual((await send()).data, first.data);
  }
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(answer) as bytes from idempotency_keys
    where organization_id = ${owner.organization.id}`.execute(service.db);
  assert.equal(rows.length, 3);
  for (const { bytes } of rows) assert.ok(bytes < 2_000, `${bytes} bytes`);
});

test('makes one thing of many equal requests at a time', async () => {
  const owner = await world();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => create(owner, { name: 'Twin' }, 'twins')),
  );
  const ids = new Set(answers.map((answer) => textAt(answer, 'createProduct', 'product', 'id')));
  assert.equal(ids.size, 1);
  assert.equal(await countOf(owner), 1);
});

test('refuses the same key for something else', async () => {
  const owner = await world();
  dataOf(await create(owner, { name: 'One' }, 'key'));
  const other = await create(owner, { name: 'Other' }, 'key');
  assert.deepEqual(
    [codesOf(other), other.data],
    [['IDEMPOTENCY_KEY_REUSED'], { createProduct: null }],
  );
  assert.equal(await countOf(owner), 1);
});

test('holds a key for each field of a document by itself', async () => {
  const owner = await world();
  const document = `mutation {
    a: createProduct(input: { name: "A" }) { product { id } }
    b: createProduct(input: { name: "B" }) { product { id } }
  }`;
  const headers = { 'Idempotency-Key': 'document' };
  const first = await owner.send(document, {}, headers);
  assert.deepEqual(dataOf(await owner.send(document, {}, headers)), dataOf(first));
  assert.equal(await countOf(owner), 2);
});

test('stores no error: a corrected request may use the same key', async () => {
  const owner = await world();
  assert.deepEqual(codesOf(await create(owner, { name: '' }, 'retry')), ['BAD_USER_INPUT']);
  dataOf(await create(owner, { name: 'Right' }, 'retry'));
});

test('keys of another organization or environment are independent', async () => {
  const owner = await world();
  const others = [
    await world(),
    await world({ organization: owner.organization, environment: 'SANDBOX' }),
  ];
  const first = await create(owner, { name: 'Once' }, 'shared');
  for (const other of others) {
    const answer = await create(other, { name: 'Once' }, 'shared');
    assert.notEqual(
      textAt(answer, 'createProduct', 'product', 'id'),
      textAt(first, 'createProduct', 'product', 'id'),
    );
  }
});

test('shows a repeated answer only as far as the repeating key may read', async () => {
  const owner = await world();
  dataOf(await create(owner, { name: 'Seen' }, 'reader'));
  const writer = await world({ organization: owner.organization, permissions: ['PRODUCTS_WRITE'] });
  const answer = await create(writer, { name: 'Seen' }, 'reader');
  assert.deepEqual([answer.data, codesOf(answer)], [{ createProduct: null }, ['FORBIDDEN']]);
});

test('refuses different keys in the header and in the input, at the path of the input', async () => {
  const owner = await world();
  const answer = await create(owner, { name: 'x', idempotencyKey: 'one' }, 'another');
  assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  const [problem] = [at(answer.errors[0]?.extensions, 'problems', 0)];
  assert.deepEqual(
    [at(problem, 'path'), at(problem, 'code')],
    [['input', 'idempotencyKey'], 'NOT_ALLOWED'],
  );
  dataOf(await create(owner, { name: 'x', idempotencyKey: 'same' }, 'same'));
  const malformed = await create(owner, { name: 'x' }, 'x'.repeat(256));
  assert.deepEqual(at(malformed.errors[0]?.extensions, 'problems', 0, 'path'), []);
});

test('takes keys of 1 to 255 visible characters', async () => {
  const owner = await world();
  for (const idempotencyKey of ['', 'a b', 'é', 'x'.repeat(256)])
    assert.deepEqual(codesOf(await create(owner, { name: 'x', idempotencyKey })), [
      'BAD_USER_INPUT',
    ]);
  dataOf(await create(owner, { name: 'x', idempotencyKey: 'x'.repeat(255) }));
});
