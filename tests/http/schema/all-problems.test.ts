import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type Json, type JsonObject, mutationText, problemsOf, sendForId } from '../client.ts';
import { newProduct } from '../orders/shop.ts';
import { world } from '../world.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const { send } = ours;
const productId = await newProduct(ours);
const lines = [{ productId, quantity: 1 }];
const orderId = await sendForId(ours, 'createOrder', 'order', { lines });
const WRONG_LEGS = [{ method: 'ROAD', distanceKm: -1, massKg: -1 }, { method: 'SEA' }];
const monteCarlo = { iterations: 0 };
const MISSING = 'prod_01h2xcejqtf2nbrexx3vqjhp41';
const NEGATIVE = { amount: '-1', currencyCode: 'EUR' };

/** Inputs that several parts of the service refuse, and the places that the refusal names. */
const WRONG: Readonly<Record<string, readonly [JsonObject, readonly string[]]>> = {
  createOrder: [
    {
      lines: [{ productId, quantity: 0, unitPrice: NEGATIVE }],
      externalId: '',
      shippingLegs: WRONG_LEGS,
      billingAddress: { country: 'DE', city: '' },
      taxes: [{ label: '' }],
    },
    [
      ...['lines.0.quantity', 'lines.0.unitPrice.amount', 'externalId', 'billingAddress.city'],
      ...['taxes.0', 'taxes.0.label', ...placesOfLegs('shippingLegs')],
    ],
  ],
  createSupplyChain: [
    {
      name: '',
      facilities: [{ key: 'mill', name: '', tier: -1 }],
      flows: [{ from: 'mill', to: 'shop', quantity: 0 }],
    },
    [...['name', 'facilities.0.name', 'facilities.0.tier', 'flows.0.to', 'flows.0.quantity']],
  ],
  createShoppingCart: [
    { externalId: '', lines: [{ productId, quantity: 0, unitPrice: NEGATIVE }] },
    ['externalId', 'lines.0.quantity', 'lines.0.unitPrice.amount'],
  ],
  recordTransaction: [
    { type: 'CAPTURE', externalId: '', amount: NEGATIVE },
    ['order', 'externalId', 'amount.amount'],
  ],
  generateAsset: [
    {
      kind: 'CARBON_LABEL',
      productId,
      locale: 'xx',
      url: 'ftp://x/',
      verifier: '',
      goal: '',
      dotsPerInch: 1,
      idempotencyKey: 'ä',
    },
    ['locale', 'url', 'verifier', 'goal', 'dotsPerInch', 'idempotencyKey'],
  ],
  generateDpp: [
    { productId: MISSING, externalId: '', batchNumber: '', name: [{ language: 'en', text: '' }] },
    ['externalId', 'batchNumber', 'name.0.text'],
  ],
  generateDpps: [
    { productId: MISSING, count: 0, digits: 0, first: -1 },
    ['count', 'digits', 'first'],
  ],
  offerDppTransfer: [
    { externalId: 'none', recipient: '', expiresAt: '2000-01-01T00:00:00Z' },
    ['recipient', 'expiresAt'],
  ],
  updateBrand: [
    { name: '', color: 'red', expectedVersion: 7, idempotencyKey: '' },
    ['name', 'color', 'idempotencyKey'],
  ],
  rotateApiKey: [{ id: 'key_x', gracePeriodSeconds: -1 }, ['gracePeriodSeconds']],
  updateProduct: [
    { id: MISSING, netMassKg: -1, transportLegs: WRONG_LEGS },
    ['netMassKg', ...placesOfLegs('transportLegs')],
  ],
  createWebhookEndpoint: [
    { url: 'https://example.com/', description: 'x'.repeat(1_001), maxPerSecond: 0 },
    ['description', 'maxPerSecond'],
  ],
  shipOrder: [
    { id: orderId, massKg: -1, shippingLegs: WRONG_LEGS },
    ['massKg', ...placesOfLegs('shippingLegs')],
  ],
  returnOrder: [
    { id: orderId, massKg: -1, transportLegs: WRONG_LEGS },
    ['massKg', ...placesOfLegs('transportLegs')],
  ],
  calculateOrderFootprint: [
    { orderId, massKg: -1, monteCarlo, shippingLegs: WRONG_LEGS },
    ['massKg', 'monteCarlo.iterations', ...placesOfLegs('shippingLegs')],
  ],
  calculateMaterial: [
    { massKg: -1, lossRate: 1, recycledShare: 2, transportLegs: WRONG_LEGS },
    ['', 'massKg', 'lossRate', 'recycledShare', ...placesOfLegs('transportLegs')],
  ],
  createScenario: [
    { name: '', externalId: '', productId: 'prod_x', monteCarlo, overrides: [{}] },
    ['name', 'externalId', 'productId', 'monteCarlo.iterations', 'overrides.0'],
  ],
  grantDppAccess: [
    { audience: 'AUTHORITY', holder: '', purpose: '', expiresAt: '2000-01-01T00:00:00Z' },
    ['', 'holder', 'purpose', 'expiresAt'],
  ],
};

/** Only services know what the input as a whole lacks, and which objects exist. */
const KNOWN_BY_SERVICES: ReadonlySet<string> = new Set([
  ...['input', 'input.order', 'input.productId'],
]);

function placesOfLegs(list: string): string[] {
  return [`${list}.0.distanceKm`, `${list}.0.massKg`, `${list}.1.distanceKm`];
}

for (const [field, [input, places]] of Object.entries(WRONG)) {
  test(`${field} names everything that is wrong at once`, async () => {
    const refused = await send(mutationText(field, '__typename'), { input });
    const named = problemsOf(refused).map(([path]) => path);
    const expected = places.map((place) => (place === '' ? 'input' : `input.${place}`));
    assert.deepEqual(named.toSorted(), expected.toSorted());
    const misspelt = await send(mutationText(field, '__typename'), {
      input: { ...input, typo: 1 },
    });
    const together = problemsOf(misspelt).map(([path]) => path);
    const alone = expected.filter((path) => !KNOWN_BY_SERVICES.has(path));
    assert.deepEqual(together.toSorted(), [...alone, 'input.typo'].toSorted());
  });
}

test('a refusal by an object names the values that are wrong too, and keeps its code', async () => {
  const codeOf = async (field: string, input: JsonObject) => {
    const { errors } = await send(mutationText(field, '__typename'), { input });
    return errors.map(({ extensions: { code, problems = [] } }) => [code, at(problems, 0, 'path')]);
  };
  const wrong = { massKg: -1 };
  assert.deepEqual(await codeOf('updateProduct', { id: MISSING, netMassKg: -1 }), [
    ['NOT_FOUND', ['input', 'netMassKg']],
  ]);
  const stale = { id: productId, expectedVersion: 9, components: [wrong] };
  assert.deepEqual(await codeOf('updateProduct', stale), [
    ['CONFLICT', ['input', 'components', 0]],
  ]);
  assert.deepEqual(await codeOf('deleteProduct', { id: MISSING }), [['NOT_FOUND', undefined]]);
});

test('problems of a filter have their place in the filter, whatever else is wrong', async () => {
  const filter = { text: 'x'.repeat(256), minPrice: NEGATIVE };
  const query = `query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }`;
  const expected = [
    ['filter.text', 'TOO_LONG'],
    ['filter.minPrice.amount', 'OUT_OF_RANGE'],
  ];
  assert.deepEqual(problemsOf(await send(query, { filter })), expected);
  assert.deepEqual(problemsOf(await send(query, { filter: { ...filter, typo: 1 } })), [
    ['filter.typo', 'UNKNOWN_FIELD'],
    ...expected,
  ]);
});

test('checkoutCart names the field of its input that has the own id of the order', async () => {
  const id = await sendForId(ours, 'createShoppingCart', 'shoppingCart', { lines });
  const input = { id, orderExternalId: '' };
  const refused = await send(mutationText('checkoutCart', '__typename'), { input });
  assert.deepEqual(problemsOf(refused), [['input.orderExternalId', 'EMPTY']]);
});

const MIXED = {
  originCountry: 'XX',
  netMassKg: -1,
  price: { amount: '-1', currencyCode: 'EUR' },
  components: [
    { material: 'steel', massKg: -1, originCountry: 'ZZ' },
    { material: 'steel', massKg: '1', lossRate: 2 },
  ],
  packaging: [{ level: 'PRIMARY', massKg: 1, reuseCount: 0 }],
  transportLegs: [{ method: 'ROAD' }],
};

const PLACES_OF_MIXED = [
  ['originCountry', 'netMassKg', 'price.amount'],
  ['components.0.massKg', 'components.0.originCountry'],
  ['components.1.massKg', 'components.1.lossRate'],
  ['packaging.0', 'packaging.0.reuseCount', 'transportLegs.0.distanceKm'],
].flat();

/** The input as a document writes it. */
function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literal(inner)}`)
      .join(' ')}}`;
  const isEnum = value === 'PRIMARY' || value === 'ROAD';
  return isEnum ? value : JSON.stringify(value);
}

test('values of a wrong form hide none of the others, in a variable or in the document', async () => {
  const expected = PLACES_OF_MIXED.map((place) => `input.${place}`).toSorted();
  const input = { name: 'Mixed', ...MIXED };
  for (const refused of [
    await send(mutationText('createProduct', '__typename'), { input }),
    await send(`mutation { createProduct(input: ${literal(input)}) { __typename } }`),
    await send(mutationText('updateProduct', '__typename'), { input: { id: productId, ...MIXED } }),
  ]) {
    assert.deepEqual(
      problemsOf(refused)
        .map(([path]) => path)
        .toSorted(),
      expected,
    );
  }
});

test('parts of a value whose required field is wrong in form are checked', async () => {
  const input = {
    lines: [{ productId, quantity: 'two', unitPrice: { amount: 'cheap', currencyCode: 'EUR' } }],
    taxes: [{ label: 7, amount: NEGATIVE }],
    billingAddress: { country: 'Germany', city: '' },
  };
  const refused = await send(mutationText('createOrder', '__typename'), { input });
  assert.deepEqual(
    problemsOf(refused)
      .map(([path]) => path.replace('input.', ''))
      .toSorted(),
    [
      'billingAddress.city',
      'billingAddress.country',
      'lines.0.quantity',
      'lines.0.unitPrice.amount',
      'taxes.0.amount.amount',
      'taxes.0.label',
    ],
  );
});

test('what a value of a wrong form would have been is no problem of its own', async () => {
  const input = {
    components: [
      { material: 7, massKg: 1 },
      { material: 'steel', massKg: true },
    ],
  };
  const refused = await send(mutationText('createProduct', '__typename'), { input });
  assert.deepEqual(problemsOf(refused).toSorted(), [
    ['input.components.0.material', 'INVALID_VALUE'],
    ['input.components.1.massKg', 'INVALID_VALUE'],
    ['input.name', 'REQUIRED'],
  ]);
});

test('an id of another form is answered with an example of one that could be found', async () => {
  const product = await send('{ product(id: "42") { id } asset(id: "42") { id } }');
  const order = await send(mutationText('confirmOrder', '__typename'), {
    input: { id: productId },
  });
  const found = [...product.errors, ...order.errors].map(({ message, extensions }) => {
    return [extensions.code, message.replace(/_[0-9a-z]{26}/g, '_…')];
  });
  assert.deepEqual(found, [
    [
      'NOT_FOUND',
      'The product was not found: "42" is not an id such as prod_…. Give your own id as `externalId`.',
    ],
    ['NOT_FOUND', 'The asset was not found: "42" is not an id such as ast_….'],
    [
      'NOT_FOUND',
      'The order was not found: "prod_…" is not an id such as ord_…. Give your own id as `externalId`.',
    ],
  ]);
});
