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

/** Mutations of which the last one causes the event; returns the id of the object. */
type Cause = (change: Change) => Promise<string>;

/** A mutation of an object that others make. */
function after(made: Cause, mutation: string, object: string, more: object = {}): Cause {
  return async (change) => change(mutation, object, { id: await made(change), ...more });
}

const REASON = { reason: 'Trigger' };

const confirmedOrder = after(newOrder, 'confirmOrder', 'order');
const shippedOrder = after(confirmedOrder, 'shipOrder', 'order');
const deliveredOrder = after(shippedOrder, 'deliverOrder', 'order');
const publicPassport = after(newPassport, 'publishDpp', 'dpp');
const suspendedPassport = after(publicPassport, 'suspendDpp', 'dpp', REASON);

const TRIGGERS: Readonly<Record<string, Cause>> = {
  'product.created': newProduct,
  'product.updated': after(newProduct, 'updateProduct', 'product', { name: 'Trigger (updated)' }),
  'product.deleted': after(newProduct, 'deleteProduct', 'product'),
  'customer.created': newCustomer,
  'customer.updated': after(newCustomer, 'updateCustomer', 'customer', { tags: ['trigger'] }),
  'customer.deleted': after(newCustomer, 'deleteCustomer', 'customer'),
  'supply_chain.created': newSupplyChain,
  'supply_chain.updated': after(newSupplyChain, 'updateSupplyChain', 'supplyChain', {
    name: 'Trigger (updated)',
  }),
  'supply_chain.deleted': after(newSupplyChain, 'deleteSupplyChain', 'supplyChain'),
  'cart.checked_out': after(newCart, 'checkoutCart', 'order'),
  'cart.abandoned': after(newCart, 'abandonCart', 'shoppingCart'),
  'order.created': newOrder,
  'order.updated': after(newOrder, 'updateOrder', 'order', { metadata: { trigger: true } }),
  'order.confirmed': confirmedOrder,
  'order.shipped': shippedOrder,
  'order.delivered': deliveredOrder,
  'order.returned': after(deliveredOrder, 'returnOrder', 'order'),
  'order.cancelled': after(confirmedOrder, 'cancelOrder', 'order'),
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
  'factor_set.deleted': after(newFactorSet, 'deleteFactorSet', 'factorSet'),
  'calculation.completed': newFootprint,
  'product.footprint_changed': newFootprint,
  'scenario.completed': after(newScenario, 'runScenario', 'scenario'),
  'asset.rendered': newAsset,
  'asset.deleted': after(newAsset, 'deleteAsset', 'asset'),
  'dpp.generated': newPassport,
  'dpp.deleted': after(newPassport, 'deleteDpp', 'dpp'),
  'dpp.published': publicPassport,
  'dpp.amended': after(publicPassport, 'amendDpp', 'dpp', { modelNumber: 'T-2', ...REASON }),
  'dpp.suspended': suspendedPassport,
  'dpp.resumed': after(suspendedPassport, 'resumeDpp', 'dpp'),
  'dpp.revoked': after(publicPassport, 'revokeDpp', 'dpp', REASON),
  'dpp.end_of_life': after(publicPassport, 'endDppLife', 'dpp', { fate: 'RECYCLED' }),
  'dpp.archived': after(publicPassport, 'archiveDpp', 'dpp'),
  'bulk_job.completed': (change) => change('bulkExport', 'job', { type: 'PRODUCTS' }),
  'api_key.created': newKey,
  'api_key.rotated': after(newKey, 'rotateApiKey', 'apiKey', { gracePeriodSeconds: 0 }),
  'api_key.revoked': after(newKey, 'revokeApiKey', 'apiKey'),
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
