import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type JsonObject, mutationText, textAt } from '../client.ts';
import { world } from '../world.ts';
import { exported, hasEnded, imported, jobWhen, jsonl, rowsOf } from './files.ts';

const PRODUCTS = [
  {
    externalId: '=cmd()',
    name: 'Shirt, "blue"',
    description: "'+ two\nlines",
    sku: '-1',
    status: 'ARCHIVED',
    sectorTags: ['APPAREL', 'TEXTILES'],
    tags: ['a;b', '@c'],
    imageUrls: ['https://example.com/a.png'],
    declaredUnit: { amount: 2, unit: 'PAIR' },
    netMassKg: 0.15,
    price: { amount: '19.90', currencyCode: 'EUR' },
    components: [
      { material: 'cotton fibre', massKg: 0.15 },
      { material: 'elastane', massKg: 0.01 },
    ],
  },
  {
    externalId: 'plain',
    name: 'Plain',
    components: [{ material: 'wood', massKg: 1, recycledShare: 0.5 }],
    packaging: [{ level: 'PRIMARY', material: 'cardboard', massKg: 0.1 }],
    endOfLife: { country: 'FR', recycledShare: 0.4 },
    lifetime: { value: 3, unit: 'YEARS' },
  },
  { name: 'Without an id of its own' },
];

for (const format of ['JSONL', 'CSV'] as const) {
  test(`what is exported as ${format} is imported again as it was`, async () => {
    const here = await world({ tier: 'GROWTH' });
    await imported(here, jsonl(PRODUCTS));
    const file = await exported(here, { format });
    const { rows } = await imported(here, file, { format });
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['UNCHANGED', 'UNCHANGED', 'UNCHANGED'],
      JSON.stringify(rows),
    );
    const elsewhere = await world({ tier: 'GROWTH' });
    const copied = await imported(elsewhere, file, { format });
    assert.deepEqual(
      copied.rows.map((row) => [row['status'], at(row, 'problems', 0, 'code') ?? null]),
      [
        ['CREATED', null],
        ['CREATED', null],
        ['FAILED', 'NOT_FOUND'],
      ],
    );
    const withoutIds = (text: string) => rowsOf(text).map((row) => ({ ...row, id: null }));
    assert.deepEqual(
      withoutIds(await exported(elsewhere)),
      withoutIds(await exported(here)).slice(0, 2),
    );
  });
}

test('no cell of an exported CSV is a formula', async () => {
  const here = await world({ tier: 'GROWTH' });
  await imported(here, jsonl(PRODUCTS));
  const file = await exported(here, { format: 'CSV' });
  assert.ok(file.includes(",'=cmd(),"));
  assert.doesNotMatch(file, /(^|,"?)[=+@-]/m);
});

test('an export has only what was created or changed in the given time', async () => {
  const here = await world({ tier: 'GROWTH' });
  const create = (type: string, field: string, input: JsonObject) =>
    here.send(mutationText(`create${type}`, `${field} { id createdAt }`), { input });
  const types = [
    ['PRODUCTS', 'Product', 'product', (name: string) => ({ name })],
    ['CUSTOMERS', 'Customer', 'customer', (name: string) => ({ name })],
    ['ORDERS', 'Order', 'order', () => ({ lines: [{ productId, quantity: 1, unitPrice: EUR }] })],
  ] as const;
  const EUR = { amount: '1', currencyCode: 'EUR' };
  const productId = textAt(
    await create('Product', 'product', { name: 'Sold' }),
    'createProduct',
    'product',
    'id',
  );
  for (const [type, suffix, field, inputOf] of types) {
    const first = await create(suffix, field, inputOf('first'));
    const second = await create(suffix, field, inputOf('second'));
    const [idOfFirst, idOfSecond] = [first, second].map((answer) =>
      textAt(answer, `create${suffix}`, field, 'id'),
    );
    const since = textAt(second, `create${suffix}`, field, 'createdAt');
    const idsWith = async (filter: JsonObject) =>
      rowsOf(await exported(here, { type, filter }))
        .map(({ id }) => id)
        .filter((id) => id !== productId);
    assert.deepEqual(await idsWith({ createdSince: since }), [idOfSecond], type);
    assert.deepEqual(await idsWith({ createdUntil: since }), [idOfFirst], type);
    assert.deepEqual(await idsWith({ updatedSince: since, createdUntil: since }), [], type);
    assert.deepEqual(await idsWith({}), [idOfFirst, idOfSecond], type);
  }
});

test('an export has only what its filter lets through', async () => {
  const here = await world({ tier: 'GROWTH' });
  const product = { name: 'Shirt', price: { amount: '1', currencyCode: 'EUR' } };
  await imported(
    here,
    jsonl([
      { ...product, externalId: 'new', tags: ['sale'] },
      { ...product, externalId: 'old', status: 'ARCHIVED' },
    ]),
  );
  await imported(
    here,
    jsonl([
      { externalId: 'ada', name: 'Ada', country: 'FR' },
      { externalId: 'bob', name: 'Bob', country: 'DE', tags: ['sale'] },
    ]),
    { type: 'CUSTOMERS' },
  );
  const lines = [{ product: { externalId: 'new' }, quantity: 1 }];
  const customer = { externalId: 'ada' };
  await imported(
    here,
    jsonl([
      { externalId: 'a', state: 'DELIVERED', placedAt: '2024-01-01T00:00:00Z', lines, customer },
      { externalId: 'b', state: 'DRAFT', placedAt: '2024-02-01T00:00:00Z', lines },
      {
        externalId: 'c',
        state: 'DELIVERED',
        placedAt: '2024-03-01T00:00:00Z',
        lines,
        transactions: [{ type: 'CAPTURE' }],
      },
    ]),
    { type: 'ORDERS' },
  );
  const cases = [
    ['PRODUCTS', { status: ['ARCHIVED'] }, ['old']],
    ['PRODUCTS', { tag: 'sale' }, ['new']],
    ['CUSTOMERS', { country: 'FR' }, ['ada']],
    ['CUSTOMERS', { tag: 'sale', country: 'FR' }, []],
    ['ORDERS', { state: ['DELIVERED'] }, ['a', 'c']],
    ['ORDERS', { paymentState: ['PAID'] }, ['c']],
    ['ORDERS', { placedSince: '2024-02-01T00:00:00Z', placedUntil: '2024-03-01T00:00:00Z' }, ['b']],
    ['ORDERS', { customer }, ['a']],
  ] as const;
  for (const [type, filter, expected] of cases) {
    const rows = rowsOf(await exported(here, { type, filter }));
    assert.deepEqual(
      rows.map(({ externalId }) => externalId),
      expected,
      `${type} ${JSON.stringify(filter)}`,
    );
  }
  const answer = await here.send(mutationText('bulkExport', 'job { id }'), {
    input: { type: 'PRODUCTS', filter: { customer, country: 'FR', tag: 'sale' } },
  });
  const problems = at(answer.errors[0]?.extensions, 'problems') ?? null;
  assert.ok(Array.isArray(problems));
  assert.deepEqual(problems.map((each) => String(at(each, 'path'))).toSorted(), [
    'input,filter,country',
    'input,filter,customer',
  ]);
  const ofAnOrder = await here.send(mutationText('bulkExport', 'job { id }'), {
    input: { type: 'ORDERS', filter: { customer: { id: 'ord_x' } } },
  });
  assert.deepEqual(at(ofAnOrder.errors[0]?.extensions, 'problems', '0', 'path'), [
    ...['input', 'filter', 'customer', 'id'],
  ]);
  const ofNobody = await here.send(mutationText('bulkExport', 'job { id }'), {
    input: { type: 'ORDERS', filter: { customer: { externalId: 'nobody' } } },
  });
  assert.deepEqual(at(ofNobody.errors[0]?.extensions, 'problems'), [
    {
      path: ['input', 'filter', 'customer'],
      code: 'NOT_FOUND',
      message: 'There is no such customer in this environment.',
    },
  ]);
});

test('an interrupted download goes on where it ended', async () => {
  const here = await world({ tier: 'GROWTH' });
  await imported(
    here,
    jsonl([
      { externalId: 'a', name: 'Ä' },
      { externalId: 'b', name: 'B' },
    ]),
  );
  const answer = await here.send(
    'mutation { bulkExport(input: { type: PRODUCTS }) { job { id } } }',
  );
  const job = await jobWhen(here, textAt(answer, 'bulkExport', 'job', 'id'), hasEnded);
  const get = async (headers: Readonly<Record<string, string>>) => {
    const url = String(job['downloadUrl']);
    const response = await fetch(url, { headers: { 'X-API-Key': here.key, ...headers } });
    const { status, headers: given } = response;
    const body = Buffer.from(await response.arrayBuffer());
    return { status, body, range: given.get('content-range'), etag: given.get('etag') ?? '' };
  };
  const whole = await get({});
  assert.equal(whole.status, 200);
  const size = whole.body.length;
  const rest = await get({ Range: 'bytes=40-', 'If-Range': whole.etag });
  assert.deepEqual(
    [rest.status, rest.range, rest.body],
    [206, `bytes 40-${size - 1}/${size}`, whole.body.subarray(40)],
  );
  assert.deepEqual((await get({ Range: 'bytes=40-49' })).body, whole.body.subarray(40, 50));
  const behind = await get({ Range: `bytes=${size}-` });
  assert.deepEqual([behind.status, behind.range], [416, `bytes */${size}`]);
  const other = await get({ Range: 'bytes=40-', 'If-Range': '"another file"' });
  assert.deepEqual([other.status, other.body], [200, whole.body]);
});

test('an export is of one organization and environment', async () => {
  const here = await world({ tier: 'GROWTH' });
  const other = await world({ tier: 'GROWTH' });
  const sandbox = await world({ organization: here.organization, environment: 'SANDBOX' });
  await imported(other, jsonl([{ externalId: 'theirs', name: 'Theirs' }]));
  await imported(sandbox, jsonl([{ externalId: 'mock', name: 'Mock' }]));
  await imported(here, jsonl([{ externalId: 'ours', name: 'Ours' }]));
  assert.deepEqual(
    rowsOf(await exported(here)).map(({ externalId }) => externalId),
    ['ours'],
  );
});
