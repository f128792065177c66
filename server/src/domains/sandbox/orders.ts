import type { Reference, Tx } from '../../platform/database/index.ts';
import { minorUnits } from '../../platform/money.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Compute } from '../../rules/compute.ts';
import {
  cancelOrder,
  confirmOrder,
  createOrder,
  deliverOrder,
  type OrderState,
  recordPayment,
  returnOrder,
  shipOrder,
} from '../orders/index.ts';
import { type MockMoney, type MockOrder, mockOrders } from './mock-data.ts';

/** The steps on the way to a state; payments are made once the order is confirmed. */
const WAYS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  DRAFT: [],
  CONFIRMED: ['CONFIRMED'],
  SHIPPED: ['CONFIRMED', 'SHIPPED'],
  DELIVERED: ['CONFIRMED', 'SHIPPED', 'DELIVERED'],
  RETURNED: ['CONFIRMED', 'SHIPPED', 'DELIVERED', 'RETURNED'],
  CANCELLED: ['CONFIRMED', 'CANCELLED'],
};

/** Mock orders, each brought to its state by the same steps that a shop would take. */
export async function seedOrders(tx: Tx, scope: Scope, compute: Compute): Promise<void> {
  for (const mock of await mockOrders()) {
    const { id } = await createOrder(tx, scope, compute, methodOf(mock));
    const order: Reference = { by: 'id', value: id };
    for (const state of WAYS[mock.state]) {
      await take(tx, scope, compute, order, mock, state);
      if (state === 'CONFIRMED') await pay(tx, scope, order, mock);
    }
    // Some of the goods came back, and the rest stayed.
    if (mock.state === 'DELIVERED' && mock.returned !== undefined) {
      await take(tx, scope, compute, order, mock, 'RETURNED');
    }
  }
}

function methodOf(mock: MockOrder): Parameters<typeof createOrder>[3] {
  return {
    externalId: mock.externalId,
    customer: mock.customer === undefined ? undefined : { by: 'external_id', value: mock.customer },
    currency: undefined,
    lines: mock.lines.map(({ product, quantity }) => ({ productExternalId: product, quantity })),
    shippingPrice: moneyOf(mock.shippingPrice),
    shippingAddress: mock.shippingAddress ?? null,
    billingAddress: null,
    shippingLegs: mock.shippingLegs,
    shippingSplit: 'MASS',
    placedAt: new Date(mock.placedAt),
    isMock: true,
  };
}

async function take(
  tx: Tx,
  scope: Scope,
  compute: Compute,
  order: Reference,
  mock: MockOrder,
  state: OrderState,
): Promise<void> {
  if (state === 'CONFIRMED') await confirmOrder(tx, scope, compute, order, undefined);
  if (state === 'SHIPPED') {
    await shipOrder(tx, scope, compute, order, undefined, { legs: undefined, massKg: undefined });
  }
  if (state === 'DELIVERED') await deliverOrder(tx, scope, order, undefined);
  if (state === 'CANCELLED') await cancelOrder(tx, scope, order, undefined);
  if (state === 'RETURNED') {
    const { disposition = 'RESTOCK', lines } = mock.returned ?? {};
    await returnOrder(tx, scope, compute, order, undefined, {
      lines: lines?.map(({ line, quantity }) => ({ number: line, quantity, disposition })),
      disposition,
      legs: mock.shippingLegs,
      massKg: undefined,
      reconditioningCo2eKg: 0,
      endOfLifeCo2eKg: undefined,
    });
  }
}

async function pay(tx: Tx, scope: Scope, order: Reference, mock: MockOrder): Promise<void> {
  const ids: string[] = [];
  for (const { type, state = 'SUCCEEDED', parent, amount } of mock.transactions ?? []) {
    const parentId = parent === undefined ? undefined : ids[parent - 1];
    const { transaction } = await recordPayment(tx, scope, order, {
      externalId: null,
      type,
      state,
      parent: parentId === undefined ? undefined : { by: 'id', value: parentId },
      amount: amount && moneyOf(amount),
      provider: 'demo',
    });
    ids.push(transaction.id);
  }
}

function moneyOf({ amount, currencyCode }: MockMoney) {
  const minor = minorUnits(amount, currencyCode);
  if (minor === undefined) throw new Error(`${amount} ${currencyCode} is no amount of money.`);
  return { minor, currency: currencyCode };
}
