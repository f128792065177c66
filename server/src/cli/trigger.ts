import { randomInt } from 'node:crypto';
import type { Client } from '@trackway/sdk';
import { checkDigitOf } from '../rules/gs1/check-digits.ts';
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
  'order.updated': async (change) =>
    change('updateOrder', 'order', { id: await newOrder(change), metadata: { trigger: true } }),
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
  'factor_set.deleted': async (change) =>
    change('deleteFactorSet', 'factorSet', { id: await newFactorSet(change) }),
  'calculation.completed': newFootprint,
  'product.footprint_changed': newFootprint,
  'scenario.completed': async (change) =>
    change('runScenario', 'scenario', { id: await newScenario(change) }),
  'asset.rendered': newAsset,
  'asset.deleted': async (change) => change('deleteAsset', 'asset', { id: await newAsset(change) }),
  'dpp.generated': newPassport,
  'dpp.deleted': async (change) => change('deleteDpp', 'dpp', { id: await newPassport(change) }),
  'dpp.published': publicPassport,
  'dpp.amended': async (change) =>
    change('amendDpp', 'dpp', { id: await publicPassport(change), modelNumber: 'T-2', ...REASON }),
  'dpp.suspended': suspendedPassport,
  'dpp.resumed': async (change) =>
    change('resumeDpp', 'dpp', { id: await suspendedPassport(change) }),
  'dpp.revoked': async (change) =>
    change('revokeDpp', 'dpp', { id: await publicPassport(change), ...REASON }),
  'dpp.end_of_life': async (change) =>
    change('endDppLife', 'dpp', { id: await publicPassport(change), fate: 'RECYCLED' }),
  'dpp.archived': async (change) =>
    change('archiveDpp', 'dpp', { id: await publicPassport(change) }),
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

function newProduct(change: Change, more: object = {}): Promise<string> {
  return change('createProduct', 'product', {
    ...more,
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

/** With a share of recycled material that the product does not have. */
async function newFactorSet(change: Change): Promise<string> {
  return change('importFactorSet', 'factorSet', {
    name: `trigger-${randomInt(1e9)}`,
    version: '1',
    licence: 'proprietary',
    attribution: 'Trigger.',
    format: 'CSV',
    content: 'id,name,unit,kgco2e_per_unit\ntrigger,Trigger,kg,1\n',
  });
}

async function newScenario(change: Change): Promise<string> {
  return change('createScenario', 'scenario', {
    name: 'Trigger',
    productId: await newProduct(change),
    overrides: [{ select: { material: 'steel' }, setRecycledShare: 0.5 }],
  });
}

const REASON = { reason: 'Trigger' };

/** A draft with what publication requires, of a product with a GTIN of GS1's prefix for examples. */
async function newPassport(change: Change): Promise<string> {
  const site = { id: '9506000134376', scheme: 'GLN', country: 'PT' };
  return change('generateDpp', 'dpp', {
    productId: await newProduct(change, { gtin: exampleGtin() }),
    economicOperator: { ...site, name: 'Trigger', role: 'MANUFACTURER' },
    facility: { ...site, name: 'Trigger' },
    commodityCode: '732399',
  });
}

async function publicPassport(change: Change): Promise<string> {
  return change('publishDpp', 'dpp', { id: await newPassport(change) });
}

async function suspendedPassport(change: Change): Promise<string> {
  return change('suspendDpp', 'dpp', { id: await publicPassport(change), ...REASON });
}

function exampleGtin(): string {
  const digits = `9506000${randomInt(100_000).toString().padStart(5, '0')}`;
  return `${digits}${checkDigitOf(digits)}`;
}

async function newAsset(change: Change): Promise<string> {
  const calculationId = await newFootprint(change);
  const url = 'https://example.com/';
  return change('generateAsset', 'asset', { kind: 'CARBON_LABEL', calculationId, url });
}

async function newFootprint(change: Change): Promise<string> {
  return change('calculateProductFootprint', 'calculation', {
    productId: await newProduct(change),
  });
}

function newKey(change: Change): Promise<string> {
  return change('createApiKey', 'apiKey', { name: 'Trigger' });
}
