import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, type Json, type JsonObject, sendForId, textAt } from '../client.ts';
import { service, type World, world } from '../world.ts';

const SEARCH = `query ($query: String!, $types: [SearchType!], $first: Int, $after: String, $last: Int, $before: String) {
  search(query: $query, types: $types, first: $first, after: $after, last: $last, before: $before) {
    totalCount totalCountIsExact
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges {
      cursor type score
      highlights { field text html ranges { start end } }
      node {
        __typename
        ... on Product { id name }
        ... on Customer { id customerName: name }
        ... on Order { id externalId }
        ... on SupplyChain { id chainName: name }
        ... on EmissionFactor { id factorName: name }
      }
    }
  }
}`;
const CREATE_PRODUCT = `mutation ($input: CreateProductInput!) {
  createProduct(input: $input) { product { id version } }
}`;
const DELETE_PRODUCT = `mutation ($input: DeleteProductInput!) {
  deleteProduct(input: $input) { deletedProductId }
}`;
const ONLY_PRODUCTS = { types: ['PRODUCT'] };

async function addProduct({ send }: World, input: JsonObject): Promise<string> {
  return textAt(await send(CREATE_PRODUCT, { input }), 'createProduct', 'product', 'id');
}

async function addProducts(ours: World, names: readonly string[]): Promise<void> {
  for (const name of names) await addProduct(ours, { name });
}

function edgesIn(data: Json | undefined): readonly Json[] {
  const edges = at(data, 'search', 'edges');
  return Array.isArray(edges) ? edges : [];
}

async function namesFound(
  { send }: World,
  query: string,
  variables: JsonObject = ONLY_PRODUCTS,
): Promise<(Json | undefined)[]> {
  const data = dataOf(await send(SEARCH, { query, ...variables }));
  return edgesIn(data).map((edge) => at(edge, 'node', 'name'));
}

test('finds a product by a word, its beginning, a misspelling, its SKU, GTIN and externalId', async () => {
  const ours = await world();
  await addProducts(ours, ['Linen scarf', 'Wool blanket']);
  await addProduct(ours, {
    name: 'Organic cotton T-shirt',
    sku: 'TS-4711',
    gtin: '4006381333931',
    externalId: 'shirt/9',
    description: 'Für alle Tage',
  });
  const shirt = ['Organic cotton T-shirt'];
  for (const query of [
    'cotton',
    'COTTON organic',
    'cott',
    'organic c',
    'coton',
    'cottton',
    'cotten',
    'octton',
    'TS-4711',
    'ts 47',
    '4006381333931',
    'shirt/9',
    'fur alle',
  ]) {
    assert.deepEqual(await namesFound(ours, query), shirt, query);
  }
  for (const query of ['cotton linen', 'silk', 'cxxton', 'TS-4712']) {
    assert.deepEqual(await namesFound(ours, query), [], query);
  }
});

test('puts what the query names exactly first: an SKU, GTIN, external id, name or e-mail address', async () => {
  const ours = await world();
  const product = {
    sku: 'AB 12',
    gtin: '4006381333931',
    externalId: 'bag/7',
    name: 'Bag of jute and linen',
  };
  await addProduct(ours, product);
  for (const [at, text] of ['AB 12', '4006381333931', 'bag/7', 'Bag of jute and linen'].entries()) {
    // More to the point by every other measure: shorter titles that begin with the query.
    for (const more of ['', ' x'])
      await addProduct(ours, { name: `${text}${more} ${at}`, description: text, tags: [text] });
  }
  for (const query of [
    'ab-12',
    '4006381333931',
    '04006381333931',
    'BAG/7',
    'bag of jute and linen',
  ]) {
    const names = await namesFound(ours, query);
    assert.equal(names[0], product.name, query);
    assert.ok(names.length > 1 || query.startsWith('0'), query);
  }

  for (const input of [
    { name: 'Ada Lovelace', email: 'ada@example.com', externalId: 'c-1' },
    {
      name: 'Ada Ada Lovelace Example',
      email: 'ada.com@example.com',
      tags: ['ada', 'lovelace', 'c', '1'],
    },
    { name: 'Ada Lovelace Com', email: 'lovelace@ada.example.com', externalId: 'c-1-1' },
  ])
    await sendForId(ours, 'createCustomer', 'customer', input);
  for (const query of ['ada lovelace', 'ada@example.com', 'C-1']) {
    const data = dataOf(await ours.send(SEARCH, { query, types: ['CUSTOMER'] }));
    assert.equal(at(edgesIn(data)[0], 'node', 'customerName'), 'Ada Lovelace', query);
    assert.ok(edgesIn(data).length > 1, query);
  }
});

test('narrows people by a last word of one letter', async () => {
  const ours = await world();
  for (const name of ['Grace Hopper', 'Grace Kelly', 'Kim Grace'])
    await sendForId(ours, 'createCustomer', 'customer', { name });
  const found = async (query: string) => {
    const data = dataOf(await ours.send(SEARCH, { query, types: ['CUSTOMER'] }));
    assert.equal(at(data, 'search', 'totalCount'), edgesIn(data).length);
    return edgesIn(data).map((edge) => at(edge, 'node', 'customerName'));
  };
  assert.deepEqual(await found('grace h'), ['Grace Hopper']);
  assert.deepEqual((await found('grace k')).toSorted(), ['Grace Kelly', 'Kim Grace']);
  assert.deepEqual(await found('grace q'), []);
  assert.deepEqual(await found('q'), []);
  assert.deepEqual(await found('h'), ['Grace Hopper']);
});

test('finds letters with a ligature or a stroke as people write them', async () => {
  const ours = await world();
  await addProducts(ours, ['Straße', 'Smørrebrød', 'Œuvre', 'Łódź']);
  for (const [query, name] of [
    ['strasse', 'Straße'],
    ['STRASSE', 'Straße'],
    ['straße', 'Straße'],
    ['smorrebrod', 'Smørrebrød'],
    ['oeuvre', 'Œuvre'],
    ['lodz', 'Łódź'],
  ] as const)
    assert.deepEqual(await namesFound(ours, query), [name], query);
  const data = dataOf(await ours.send(SEARCH, { query: 'strasse', ...ONLY_PRODUCTS }));
  assert.equal(at(edgesIn(data)[0], 'highlights', 0, 'html'), '<mark>Straße</mark>');
});

test('finds and marks a GTIN in every writing of it, whichever it was given in', async () => {
  const ours = await world();
  const writings = ['00012345600012', '0012345600012', '012345600012'];
  const names: string[] = [];
  for (const gtin of writings) {
    names.push(`Written ${gtin.length}`);
    await addProduct(ours, { name: `Written ${gtin.length}`, gtin });
  }
  await addProduct(ours, { name: 'Another', gtin: '10012345600019' });
  for (const query of [...writings, `written ${writings[0]}`]) {
    const data = dataOf(await ours.send(SEARCH, { query, ...ONLY_PRODUCTS }));
    const edges = edgesIn(data);
    assert.deepEqual(edges.map((edge) => at(edge, 'node', 'name')).sort(), names.toSorted(), query);
    for (const edge of edges) {
      const highlights = at(edge, 'highlights');
      const fields = Array.isArray(highlights) ? highlights.map((one) => at(one, 'field')) : [];
      assert.ok(fields.includes('gtin'), query);
    }
  }
  assert.deepEqual(await namesFound(ours, '12345600013'), []);
});

test('puts the whole title first, then its beginning, then names, then descriptions', async () => {
  const ours = await world();
  await addProduct(ours, { name: 'Blanket', description: 'goes with every scarf' });
  await addProducts(ours, ['A very long winter scarf', 'Scarf holder', 'Scarf']);
  assert.deepEqual(await namesFound(ours, 'scarf'), [
    'Scarf',
    'Scarf holder',
    'A very long winter scarf',
    'Blanket',
  ]);
});

test('marks the words in plain text and in safe HTML', async () => {
  const ours = await world();
  await addProduct(ours, { name: '<b>Crème</b> brûlée & "cream"', sku: 'CR-1' });
  const data = dataOf(await ours.send(SEARCH, { query: 'creme brul', ...ONLY_PRODUCTS }));
  assert.deepEqual(at(edgesIn(data)[0], 'highlights'), [
    {
      field: 'name',
      text: '<b>Crème</b> brûlée & "cream"',
      html: '&lt;b&gt;<mark>Crème</mark>&lt;/b&gt; <mark>brûl</mark>ée &amp; &quot;cream&quot;',
      ranges: [
        { start: 3, end: 8 },
        { start: 13, end: 17 },
      ],
    },
  ]);
});

test('finds every kind of thing and filters by it', async () => {
  const ours = await world();
  await addProduct(ours, { name: 'Quillon dagger' });
  const customer = { name: 'Ada Quillon', email: 'ada@example.com' };
  await sendForId(ours, 'createCustomer', 'customer', customer);
  const kindsFound = async (query: string, types?: readonly string[]) => {
    const data = dataOf(await ours.send(SEARCH, { query, ...(types && { types }) }));
    return edgesIn(data)
      .map((edge) => at(edge, 'node', '__typename'))
      .sort();
  };
  assert.deepEqual(await kindsFound('quillon'), ['Customer', 'Product']);
  assert.deepEqual(await kindsFound('quilon'), ['Customer', 'Product']);
  assert.deepEqual(await kindsFound('quill', ['CUSTOMER']), ['Customer']);
  assert.deepEqual(await kindsFound('ada@example.com'), ['Customer']);
  for (const typed of ['ada q', 'ada qu', 'quillon a'])
    assert.deepEqual(await kindsFound(typed, ['CUSTOMER']), ['Customer'], typed);
  const factors = await kindsFound('electricity', ['FACTOR']);
  assert.equal(factors.length, 20);
  assert.deepEqual([...new Set(factors)], ['EmissionFactor']);
  assert.ok((await kindsFound('electricty', ['FACTOR'])).length > 0);
});

test('finds what an id names', async () => {
  const ours = await world();
  const id = await addProduct(ours, { name: 'Named' });
  const data = dataOf(await ours.send(SEARCH, { query: id }));
  assert.deepEqual(
    edgesIn(data).map((edge) => at(edge, 'node', 'id')),
    [id],
  );
  assert.equal(at(data, 'search', 'totalCount'), 1);
  const theirs = await world();
  assert.deepEqual(edgesIn(dataOf(await theirs.send(SEARCH, { query: id }))), []);
});

test('pages through all results once, forward and backward, with true page facts', async () => {
  const ours = await world();
  const names = Array.from({ length: 25 }, (_, at) => `Lamp ${at}`);
  await addProducts(ours, names);
  const all = await namesFound(ours, 'lamp', { ...ONLY_PRODUCTS, first: 100 });
  assert.deepEqual([...all].sort(), [...names].sort());
  const forward: (Json | undefined)[] = [];
  let after: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const variables = { query: 'lamp', ...ONLY_PRODUCTS, first: 10, ...(after && { after }) };
    const data = dataOf(await ours.send(SEARCH, variables));
    forward.push(...edgesIn(data).map((edge) => at(edge, 'node', 'name')));
    assert.equal(at(data, 'search', 'totalCount'), 25);
    assert.equal(at(data, 'search', 'totalCountIsExact'), true);
    assert.equal(at(data, 'search', 'pageInfo', 'hasNextPage'), page < 2);
    assert.equal(at(data, 'search', 'pageInfo', 'hasPreviousPage'), page > 0);
    after = String(at(data, 'search', 'pageInfo', 'endCursor'));
  }
  assert.deepEqual(forward, all);
  const last = dataOf(await ours.send(SEARCH, { query: 'lamp', ...ONLY_PRODUCTS, last: 5 }));
  assert.deepEqual(
    edgesIn(last).map((edge) => at(edge, 'node', 'name')),
    all.slice(-5),
  );
  const other = await ours.send(SEARCH, { query: 'lam', ...ONLY_PRODUCTS, after: after ?? '' });
  assert.deepEqual(codesOf(other), ['BAD_USER_INPUT']);
});

test('follows changes: renamed, archived, brought back, deleted', async () => {
  const ours = await world();
  const id = await addProduct(ours, { name: 'Teapot' });
  await sendForId(ours, 'updateProduct', 'product', { id, name: 'Kettle' });
  assert.deepEqual(await namesFound(ours, 'teapot'), []);
  assert.deepEqual(await namesFound(ours, 'kettle'), ['Kettle']);
  await sendForId(ours, 'updateProduct', 'product', { id, status: 'ARCHIVED' });
  assert.deepEqual(await namesFound(ours, 'kettle'), []);
  await sendForId(ours, 'updateProduct', 'product', { id, status: 'ACTIVE' });
  assert.deepEqual(await namesFound(ours, 'kettle'), ['Kettle']);
  dataOf(await ours.send(DELETE_PRODUCT, { input: { id } }));
  assert.deepEqual(await namesFound(ours, 'kettle'), []);
});

test('shows nothing of another organization or environment', async () => {
  const ours = await world();
  await addProduct(ours, { name: 'Secret prototype' });
  const theirs = await world();
  const sandbox = await world({ organization: ours.organization, environment: 'SANDBOX' });
  for (const stranger of [theirs, sandbox]) {
    assert.deepEqual(await namesFound(stranger, 'prototype'), []);
    // A misspelling must not be put right by another tenant's words.
    assert.deepEqual(await namesFound(stranger, 'prototpye'), []);
  }
});

test('leaves out what the key may not read, and refuses it asked for by name', async () => {
  const ours = await world();
  await addProduct(ours, { name: 'Visible thing' });
  await sendForId(ours, 'createCustomer', 'customer', { name: 'Visible person' });
  const { organization } = ours;
  const limited = await world({ organization, permissions: ['PRODUCTS_READ'] });
  const data = dataOf(await limited.send(SEARCH, { query: 'visible' }));
  assert.deepEqual(
    edgesIn(data).map((edge) => at(edge, 'type')),
    ['PRODUCT'],
  );
  const refused = await limited.send(SEARCH, { query: 'visible', types: ['CUSTOMER'] });
  assert.deepEqual(codesOf(refused), ['FORBIDDEN']);
  assert.equal(refused.errors[0]?.extensions['requiredPermission'], 'CUSTOMERS_READ');
});

test('keeps no word of a person in plain text, and none at all once the person is erased', async () => {
  const ours = await world();
  const input = { name: 'Zephyrine Quartermain', email: 'zephyrine@example.com' };
  const id = await sendForId(ours, 'createCustomer', 'customer', input);
  const { rows } = await rowsAbout('zephyrin', ours);
  assert.equal(rows, 0);
  const found = async () => edgesIn(dataOf(await ours.send(SEARCH, { query: 'zephyrine' }))).length;
  assert.equal(await found(), 1);
  const erase =
    'mutation ($input: DeleteCustomerInput!) { deleteCustomer(input: $input) { deletedCustomerId } }';
  dataOf(await ours.send(erase, { input: { id } }));
  assert.equal(await found(), 0);
  assert.equal((await rowsAbout('zephyrin', ours)).documents, 0);
});

/** Rows of search that have a text in plain, and documents of customers, of one organization. */
async function rowsAbout(text: string, { scope }: World) {
  const { organizationId, environment } = scope;
  const documents = await service.db
    .selectFrom('search_documents')
    .select(['title', 'words', 'kind'])
    .where('organization_id', '=', organizationId)
    .where('environment', '=', environment)
    .execute();
  const words = await service.db
    .selectFrom('search_words')
    .select('word')
    .where('organization_id', '=', organizationId)
    .where('environment', '=', environment)
    .execute();
  const rows = [...documents, ...words].filter((row) => JSON.stringify(row).includes(text)).length;
  return { rows, documents: documents.filter(({ kind }) => kind === 'CUSTOMER').length };
}

test('refuses what is no query, with its path', async () => {
  const ours = await world();
  for (const [query, code] of [
    ['', 'NO_WORDS'],
    [' -- !', 'NO_WORDS'],
    ['x'.repeat(201), 'TOO_LONG'],
    ['a b c d e f g h i j k l m', 'TOO_MANY_WORDS'],
  ] as const) {
    const refused = await ours.send(SEARCH, { query });
    assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
    const problem = at(refused.errors[0]?.extensions, 'problems', 0);
    assert.deepEqual([at(problem, 'path', 0), at(problem, 'code')], ['query', code]);
  }
});

test('takes every character as text, whatever it means to the database', async () => {
  const ours = await world();
  for (const query of [
    "' | 'a",
    'a:* & !b',
    '\\',
    '%_',
    'a <-> b',
    '漢字 かな',
    '😀 a',
    "x'); drop",
  ]) {
    const { errors } = await ours.send(SEARCH, { query: `${query} z` });
    assert.deepEqual(errors, [], query);
  }
});
