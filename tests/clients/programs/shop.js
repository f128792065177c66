import assert from 'node:assert/strict';

/**
 * A shop's business, by one client library. `execute(name, variables)` runs an operation of Shop.graphql
 * and gives its data, or throws an error whose `codes` are those of the answer.
 */
export async function runShop(execute, { products, carts }) {
  await reset(execute);
  const { products: mocked } = await execute('ShopProductsQuery', { first: 1 });
  const ids = await inParallel(products, (number) => createProduct(execute, number));
  assert.equal(new Set(ids).size, products);
  await readsEachOnce(execute, mocked.totalCount + products, ids);
  await refusesStaleVersions(execute, ids[0]);
  await inParallel(carts, (number) => sell(execute, number, ids[number % ids.length]));
  await reset(execute);
  const { products: after } = await execute('ShopProductsQuery', { first: 1 });
  assert.equal(after.totalCount, mocked.totalCount);
}

/** A reset that lasts longer than a request goes on after its answer. */
async function reset(execute) {
  for (let isReset = false; !isReset; )
    ({ isReset } = (await execute('ShopResetMutation', {})).resetSandbox);
}

const WORKERS = 8;

async function inParallel(count, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const number = next++;
      results[number] = await work(number);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return results;
}

/** Sent twice under one idempotency key, a request makes one product. */
async function createProduct(execute, number) {
  const input = {
    name: `Towel ${number}`,
    externalId: `towel-${number}`,
    price: { amount: '10.00', currencyCode: 'EUR' },
    idempotencyKey: `product-${number}-${process.pid}`,
  };
  const first = await execute('ShopCreateProductMutation', { input });
  if (number % 10 === 0) {
    const second = await execute('ShopCreateProductMutation', { input });
    assert.equal(second.createProduct.product.id, first.createProduct.product.id);
  }
  return first.createProduct.product.id;
}

async function readsEachOnce(execute, expected, ids) {
  const found = [];
  let after = null;
  do {
    const { products } = await execute('ShopProductsQuery', { first: 20, after });
    assert.equal(products.totalCount, expected);
    found.push(...products.edges.map(({ node }) => node.id));
    after = products.pageInfo.hasNextPage ? products.pageInfo.endCursor : null;
  } while (after !== null);
  assert.equal(found.length, expected);
  assert.equal(new Set(found).size, expected);
  for (const id of ids) assert.ok(found.includes(id));
}

/** Two writers that read the same version: one wins, the other reads again. */
async function refusesStaleVersions(execute, id) {
  const write = (name) =>
    execute('ShopUpdateProductMutation', { input: { id, name, expectedVersion: 1 } });
  const results = await Promise.allSettled([write('One'), write('Other')]);
  const lost = results.filter(({ status }) => status === 'rejected');
  assert.deepEqual(
    lost.map(({ reason }) => reason.codes),
    [['CONFLICT']],
  );
  const { node } = await execute('ShopNodeQuery', { id });
  assert.equal(node.version, 2);
  assert.ok(['One', 'Other'].includes(node.name));
}

/** A cart becomes a paid order; of five parallel refunds of 40 % two fit. */
async function sell(execute, number, productId) {
  const lines = [{ productId, quantity: 10 }];
  const made = await execute('ShopCreateCartMutation', { input: { lines } });
  const { id } = made.createShoppingCart.shoppingCart;
  const { checkoutCart } = await execute('ShopCheckoutMutation', { input: { id } });
  assert.deepEqual(
    { ...checkoutCart.order.total, __typename: undefined },
    {
      amount: '100.00',
      currencyCode: 'EUR',
      __typename: undefined,
    },
  );
  const orderId = checkoutCart.order.id;
  await execute('ShopConfirmMutation', { input: { id: orderId } });
  const sale = await execute('ShopRecordMutation', { input: { orderId, type: 'CAPTURE' } });
  assert.equal(sale.recordTransaction.order.paymentState, 'PAID');
  const parentId = sale.recordTransaction.transaction.id;
  const refund = (at) =>
    execute('ShopRecordMutation', {
      input: {
        orderId,
        parentId,
        type: 'REFUND',
        amount: { amount: '40.00', currencyCode: 'EUR' },
        idempotencyKey: `refund-${number}-${at}-${process.pid}`,
      },
    });
  const refunds = await Promise.allSettled([0, 1, 2, 3, 4].map(refund));
  const refused = refunds.filter(({ status }) => status === 'rejected');
  assert.deepEqual(
    refused.map(({ reason }) => reason.codes),
    [['CONFLICT'], ['CONFLICT'], ['CONFLICT']],
  );
}

/** The error of an answer, with the codes of its entries. */
export function refusal(errors) {
  const error = new Error(errors.map(({ message }) => message).join('\n'));
  error.codes = errors.map(({ extensions }) => extensions?.code);
  return error;
}
