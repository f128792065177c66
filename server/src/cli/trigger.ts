import type { Client } from '@trackway/sdk';
import { API_OPTIONS, apiClientOf, explainingErrors } from './api-client.ts';
import { type Command, CommandFailed, type Given, type Result, UsageError } from './command.ts';

export const triggerCommands: Readonly<Record<string, Command>> = {
  trigger: {
    summary: 'Causes an event in the sandbox by ordinary mutations, such as order.confirmed.',
    positionals: ['type'],
    options: API_OPTIONS,
    run: trigger,
  },
};

/** Runs a mutation that takes `input: <Name>Input!` and returns the id of the object in its payload. */
type Change = (mutation: string, object: string, input: object) => Promise<string>;

/** Mutations that end with one that causes the event; each returns the id of the object. */
const TRIGGERS: Readonly<Record<string, (change: Change) => Promise<string>>> = {
  'product.created': newProduct,
  'product.updated': async (change) =>
    change('updateProduct', 'product', { id: await newProduct(change), name: 'Trigger (updated)' }),
  'product.deleted': async (change) =>
    change('deleteProduct', 'product', { id: await newProduct(change) }),
  'customer.created': newCustomer,
  'customer.updated': async (change) =>
    change('updateCustomer', 'customer', { id: await newCustomer(change), tags: ['trigger'] }),
  'customer.deleted': async (change) =>
    change('deleteCustomer', 'customer', { id: await newCustomer(change) }),
  'supply_chain.created': newSupplyChain,
  'supply_chain.updated': async (change) =>
    change('updateSupplyChain', 'supplyChain', {
      id: await newSupplyChain(change),
      name: 'Trigger (updated)',
    }),
  'supply_chain.deleted': async (change) =>
    change('deleteSupplyChain', 'supplyChain', { id: await newSupplyChain(change) }),
  'cart.checked_out': async (change) =>
    change('checkoutCart', 'order', { id: await newCart(change) }),
  'cart.abandoned': async (change) =>
    change('abandonCart', 'shoppingCart', { id: await newCart(change) }),
  'order.created': newOrder,
  'order.confirmed': confirmedOrder,
  'order.shipped': shippedOrder,
  'order.delivered': deliveredOrder,
  'order.returned': async (change) =>
    change('returnOrder', 'order', { id: await deliveredOrder(change) }),
  'order.cancelled': async (change) =>
    change('cancelOrder', 'order', { id: await confirmedOrder(change) }),
  'transaction.succeeded': async (change) =>
    change('recordTransaction', 'transaction', {
      orderId: await confirmedOrder(change),
      type: 'CAPTURE',
    }),
  'transaction.failed': async (change) => {
    const orderId = await confirmedOrder(change);
    const pending = { orderId, type: 'CAPTURE', state: 'PENDING' };
    const id = await change('recordTransaction', 'transaction', pending);
    return change('settleTransaction', 'transaction', { id, state: 'FAILED' });
  },
  'calculation.completed': async (change) =>
    change('calculateProductFootprint', 'calculation', {
      productId: await newProduct(change),
    }),
  'bulk_job.completed': (change) => change('bulkExport', 'job', { type: 'PRODUCTS' }),
  'api_key.created': newKey,
  'api_key.rotated': async (change) =>
    change('rotateApiKey', 'apiKey', { id: await newKey(change), gracePeriodSeconds: 0 }),
  'api_key.revoked': async (change) =>
    change('revokeApiKey', 'apiKey', { id: await newKey(change) }),
};

/** The types that `trackway trigger` can cause. */
export const TRIGGERED_TYPES: readonly string[] = Object.keys(TRIGGERS);

async function trigger(given: Given): Promise<Result> {
  const [type = ''] = given.positionals;
  const cause = TRIGGERS[type];
  if (cause === undefined || !Object.hasOwn(TRIGGERS, type)) {
    throw new UsageError(
      `"${type}" cannot be triggered. Give one of:\n  ${TRIGGERED_TYPES.join('\n  ')}`,
    );
  }
  const client = apiClientOf(given);
  const id = await explainingErrors(async () => {
    await assertSandbox(client);
    return cause(changeThrough(client));
  });
  return { text: `${type}: ${id}`, data: { type, id } };
}

async function assertSandbox(client: Client): Promise<void> {
  type Me = { readonly me: { readonly environment: string } };
  const { me } = await client.request<Me>('{ me { environment } }');
  if (me.environment === 'SANDBOX') return;
  throw new CommandFailed(
    '`trigger` writes test data: use a key of the sandbox (sk_sandbox_…).',
    {},
  );
}

function changeThrough(client: Client): Change {
  return async (mutation, object, input) => {
    const inputType = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    type Payload = Readonly<Record<string, { readonly id: string } | null>>;
    const data = await client.request<Readonly<Record<string, Payload>>>(
      `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { ${object} { id } } }`,
      { input },
    );
    return data[mutation]?.[object]?.id ?? '';
  };
}

function newProduct(change: Change): Promise<string> {
  return change('createProduct', 'product', {
    name: 'Trigger',
    netMassKg: 1,
    components: [{ material: 'steel', massKg: 1 }],
    price: { amount: '10.00', currencyCode: 'EUR' },
  });
}

function newCustomer(change: Change): Promise<string> {
  return change('createCustomer', 'customer', { name: 'Trigger' });
}

function newSupplyChain(change: Change): Promise<string> {
  return change('createSupplyChain', 'supplyChain', {
    name: 'Trigger',
    facilities: [
      { key: 'mill', name: 'Mill', tier: 1, country: 'PT', material: 'steel' },
      { key: 'shop', name: 'Shop', tier: 0, country: 'DE' },
    ],
    flows: [{ from: 'mill', to: 'shop', quantity: 1 }],
  });
}

async function newCart(change: Change): Promise<string> {
  const productId = await newProduct(change);
  return change('createShoppingCart', 'shoppingCart', { lines: [{ productId, quantity: 1 }] });
}

async function newOrder(change: Change): Promise<string> {
  const productId = await newProduct(change);
  return change('createOrder', 'order', { lines: [{ productId, quantity: 1 }] });
}

async function confirmedOrder(change: Change): Promise<string> {
  return change('confirmOrder', 'order', { id: await newOrder(change) });
}

async function shippedOrder(change: Change): Promise<string> {
  return change('shipOrder', 'order', { id: await confirmedOrder(change) });
}

async function deliveredOrder(change: Change): Promise<string> {
  return change('deliverOrder', 'order', { id: await shippedOrder(change) });
}

function newKey(change: Change): Promise<string> {
  return change('createApiKey', 'apiKey', { name: 'Trigger' });
}
