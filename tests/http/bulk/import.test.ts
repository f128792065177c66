import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, type Json } from '../client.ts';
import { world } from '../world.ts';
import { imported, jsonl } from './files.ts';

const PRODUCT = 'externalId name status price { amount currencyCode } components { material }';

test('creates, changes and leaves alone: products are matched by their externalId', async () => {
  const here = await world({ tier: 'GROWTH' });
  const shirt = {
    externalId: 'shirt',
    name: 'Shirt',
    price: { amount: '19.90', currencyCode: 'EUR' },
    components: [{ material: 'cotton fibre', massKg: 0.15 }],
  };
  const first = await imported(here, jsonl([shirt, { externalId: 'sock', name: 'Sock' }]));
  assert.deepEqual(
    first.rows.map(({ status }) => status),
    ['CREATED', 'CREATED'],
  );
  const again = await imported(here, jsonl([shirt, { externalId: 'sock', name: 'Long sock' }]));
  assert.deepEqual(
    again.rows.map(({ status }) => status),
    ['UNCHANGED', 'UPDATED'],
  );
  assert.deepEqual(
    again.rows.map(({ id }) => id),
    first.rows.map(({ id }) => id),
  );
  const { job } = again;
  assert.equal(job['state'], 'COMPLETED');
  assert.deepEqual(
    [job['totalCount'], job['createdCount'], job['updatedCount'], job['progress']],
    [2, 0, 1, 1],
  );
  const answer = await here.send(
    `{ products { totalCount edges { node { ${PRODUCT} version } } } }`,
  );
  assert.deepEqual(at(dataOf(answer), 'products'), {
    totalCount: 2,
    edges: [
      {
        node: {
          ...shirt,
          status: 'ACTIVE',
          components: [{ material: 'cotton fibre' }],
          version: 1,
        },
      },
      {
        node: {
          externalId: 'sock',
          name: 'Long sock',
          status: 'ACTIVE',
          price: null,
          components: [],
          version: 2,
        },
      },
    ],
  });
});

test('a broken row is in the result with its line and reason, the others are written', async () => {
  const here = await world({ tier: 'GROWTH' });
  const rows = [
    '{"externalId":"a","name":"A"}',
    '{"externalId":"b","name":',
    '',
    '{"externalId":"c","name":"C","colour":"red"}',
    '{"externalId":"d","name":"D","netMassKg":-1}',
    '{"externalId":"e","name":"E","gtin":"12345"}',
    '{"externalId":"f","name":"F\\u0000"}',
    '{"externalId":"g","name":"G","components":[{"productId":"prod_01h455vb4pex5vsknk084sn02q"}]}',
    '[1]',
    '{"externalId":"h","name":"H"}',
  ];
  const { job, rows: result } = await imported(here, rows.join('\n'));
  assert.equal(job['state'], 'COMPLETED');
  assert.equal(job['failedCount'], 7);
  assert.deepEqual(
    result.map(({ row, line, status }) => [row, line, status]),
    [
      [1, 1, 'CREATED'],
      [2, 2, 'FAILED'],
      [3, 4, 'FAILED'],
      [4, 5, 'FAILED'],
      [5, 6, 'FAILED'],
      [6, 7, 'FAILED'],
      [7, 8, 'FAILED'],
      [8, 9, 'FAILED'],
      [9, 10, 'CREATED'],
    ],
  );
  assert.deepEqual(at(result[3], 'problems', 0, 'path'), ['netMassKg']);
  assert.deepEqual(
    result.map((row) => at(row, 'problems', 0, 'code') ?? null),
    [
      null,
      'UNREADABLE',
      'UNKNOWN_FIELD',
      'OUT_OF_RANGE',
      'INVALID_GTIN',
      'INVALID_TEXT',
      'NOT_FOUND',
      'UNREADABLE',
      null,
    ],
  );
  assert.equal(result[1]?.['text'], rows[1]);
});

test('a CSV file in UTF-16 fails with the reason', async () => {
  const text = Buffer.from('externalId,name\nx,Mug\n', 'utf16le').toString();
  const { job } = await imported(await world(), text, { format: 'CSV' });
  assert.equal(job['state'], 'FAILED');
  assert.match(String(job['error']), /UTF-16/);
});

test('a file whose columns cannot be read fails with the next step', async () => {
  const here = await world({ tier: 'GROWTH' });
  for (const [text, reason] of [
    [
      'Name,External ID,colour\nMug,x,red\n',
      'Unknown columns: Name (write name), External ID (write externalId), colour. ',
    ],
    [
      'PK\u{3}\u{4}\u{14}\0\u{6}\0,\n,\n',
      'The file is a spreadsheet or another ZIP archive; save it as CSV UTF-8.',
    ],
    [
      '{"name":"Mug","sku":"x"}\n',
      'The file is JSONL, not CSV; ask for an import with `format: JSONL`.',
    ],
    ['name,sku,name\nMug,x,Mug\n', 'These columns occur twice: name.'],
    ['\n\n', 'The file has no header: its first line names the columns.'],
  ] as const) {
    const { job } = await imported(here, text, { format: 'CSV' });
    assert.equal(job['state'], 'FAILED', text);
    assert.equal(String(job['error']).slice(0, reason.length), reason);
  }
});

test('a dry run names everything that is wrong with a file at once: columns, cells, values and properties', async () => {
  const here = await world({ tier: 'GROWTH' });
  const text =
    'name,colour,netMassKg,gtin,packaging\nMug,red,-1,4006381333931,\nPot,blue,heavy,1,{\n';
  const { job, rows } = await imported(here, text, { format: 'CSV', dryRun: true });
  assert.deepEqual([job['state'], job['doneCount'], job['failedCount']], ['FAILED', 2, 2]);
  assert.match(String(job['error']), /^Unknown columns: colour\. /);
  const problems = rows.map((row) => at(row, 'problems'));
  const pathsOf = (of: Json | undefined) =>
    Array.isArray(of) ? of.map((each) => [at(each, 'path', 0), at(each, 'code')]) : [];
  assert.deepEqual(problems.map(pathsOf), [
    [['netMassKg', 'OUT_OF_RANGE']],
    [
      ['packaging', 'INVALID_JSON'],
      ['netMassKg', 'INVALID_VALUE'],
      ['gtin', 'INVALID_GTIN'],
    ],
  ]);
});

test('a number of a spreadsheet that is none is refused with the form that is expected', async () => {
  const here = await world({ tier: 'GROWTH' });
  const text =
    'name,netMassKg,priceAmount,priceCurrency,materials\nMug,"0,2","19,90",EUR,\nPot,0.2,,,"steel:0,1"\n';
  const { rows } = await imported(here, text, { format: 'CSV' });
  const form = 'give a number with a decimal point, without unit and not as text, such as 0.2.';
  assert.deepEqual(
    rows.map((row) => [at(row, 'problems', 0, 'path'), at(row, 'problems', 0, 'message')]),
    [
      [['netMassKg'], `"0,2" is not a Float: ${form}`],
      [
        ['materials'],
        '"0,1" is not a mass in kg: write a number with a decimal point and without a unit, such as "steel:0.1".',
      ],
    ],
  );
});

test('a row may change a status by the listed steps only', async () => {
  const here = await world({ tier: 'GROWTH' });
  const draft = { externalId: 'lamp', name: 'Lamp', status: 'DRAFT' };
  await imported(here, jsonl([draft]));
  const { rows } = await imported(here, jsonl([{ externalId: 'lamp', status: 'ARCHIVED' }]));
  assert.deepEqual(
    rows.map(({ status, problems }) => [status, at(problems, 0, 'path'), at(problems, 0, 'code')]),
    [['FAILED', ['status'], 'CONFLICT']],
  );
});

test('of two rows with one externalId the later one has the last word', async () => {
  const here = await world();
  const { rows } = await imported(
    here,
    jsonl([
      { externalId: 'x', name: 'First', sku: 'S' },
      { externalId: 'y', name: 'Other' },
      { externalId: 'x', name: 'Second' },
    ]),
  );
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['CREATED', 'CREATED', 'UPDATED'],
  );
  const answer = await here.send('{ product(externalId: "x") { name sku version } }');
  assert.deepEqual(dataOf(answer), { product: { name: 'Second', sku: 'S', version: 2 } });
});

test('a dry run reports what would happen and writes nothing', async () => {
  const here = await world();
  const file = jsonl([{ externalId: 'a', name: 'A' }, { externalId: 'b' }]);
  const { job, rows } = await imported(here, file, { dryRun: true });
  assert.deepEqual(
    rows.map(({ status, id = null }) => [status, id]),
    [
      ['CREATED', null],
      ['FAILED', null],
    ],
  );
  assert.equal(job['failedCount'], 1);
  const answer = await here.send('{ products { totalCount } }');
  assert.deepEqual(dataOf(answer), { products: { totalCount: 0 } });
});

test('keeps parts of products, events and counters right', async () => {
  const here = await world({ tier: 'ENTERPRISE' });
  const { rows } = await imported(here, jsonl([{ externalId: 'part', name: 'Part' }]));
  const part = String(rows[0]?.['id']);
  const whole = {
    externalId: 'whole',
    name: 'Whole',
    components: [{ productId: part, quantity: 2 }],
  };
  await imported(here, jsonl([whole]));
  const refused = await here.send(
    'mutation { deleteProduct(input: { externalId: "part" }) { deletedProductId } }',
  );
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  await imported(here, jsonl([{ externalId: 'whole', components: null }]));
  const deleted = await here.send(
    'mutation { deleteProduct(input: { externalId: "part" }) { deletedProductId } }',
  );
  assert.deepEqual(codesOf(deleted), []);
  const events = await here.send('{ events(first: 50) { edges { node { type } } } }');
  const types = JSON.stringify(dataOf(events));
  assert.equal(types.match(/product\.created/g)?.length, 2);
  assert.equal(types.match(/product\.updated/g)?.length, 1);
  assert.equal(types.match(/bulk_job\.completed/g)?.length, 3);
});

test('imports customers by the same rules', async () => {
  const here = await world();
  const file = jsonl([
    { externalId: 'c1', name: 'Ada', email: 'ada@example.com', metadata: { vip: true } },
    { externalId: 'c2', email: 'nonsense' },
  ]);
  const { rows } = await imported(here, file, { type: 'CUSTOMERS' });
  assert.deepEqual(
    rows.map((row) => [row['status'], at(row, 'problems', 0, 'code') ?? null]),
    [
      ['CREATED', null],
      ['FAILED', 'INVALID_EMAIL'],
    ],
  );
  const answer = await here.send('{ customer(externalId: "c1") { name metadata } }');
  assert.deepEqual(dataOf(answer), { customer: { name: 'Ada', metadata: { vip: true } } });
});
