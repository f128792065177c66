import type { TenantTx } from '../../platform/database/index.ts';
import { minorUnits } from '../../platform/money.ts';
import type { Target } from '../../rules/mutations/preconditions.ts';
import type { Work } from '../../rules/mutations/work.ts';
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
export async function seedOrders(work: Work): Promise<void> {
  for (const mock of await mockOrders()) {
    const { id } = await createOrder(work, orderOf(mock));
    const order: Target = { reference: { by: 'id', value: id } };
    for (const state of WAYS[mock.state]) {
      await take(work, order, mock, state);
      if (state === 'CONFIRMED') await pay(work, order, mock);
    }
    // Some of the goods came back, and the rest stayed.
    if (mock.state === 'DELIVERED' && mock.returned !== undefined) {
      await take(work, order, mock, 'RETURNED');
    }
  }
}

function orderOf(mock: MockOrder): Parameters<typeof createOrder>[1] {
  return {
    externalId: mock.externalId,
    customer: mock.customer === undefined ? undefined : { by: 'external_id', value: mock.customer },
    currency: undefined,
    lines: mock.lines.map(({ product, quantity }) => ({
      product: { externalId: product },
      quantity,
    })),
    metadata: {},
    discounts: [],
    taxes: [],
    tips: undefined,
    shippingPrice: moneyOf(mock.shippingPrice),
    shippingAddress: mock.shippingAddress ?? null,
    billingAddress: null,
    shippingLegs: mock.shippingLegs,
    shippingSplit: 'MASS',
    placedAt: new Date(mock.placedAt),
    isMock: true,
  };
}

async function take(work: Work, order: Target, mock: MockOrder, state: OrderState): Promise<void> {
  if (state === 'CONFIRMED') await confirmOrder(work, order);
  if (state === 'SHIPPED') {
    await shipOrder(work, order, { legs: undefined, massKg: undefined });
  }
  if (state === 'DELIVERED') await deliverOrder(work, order);
  if (state === 'CANCELLED') await cancelOrder(work, order);
  if (state === 'RETURNED') {
    const { disposition = 'RESTOCK', lines } = mock.returned ?? {};
    await returnOrder(work, order, {
      lines: lines?.map(({ line, quantity }) => ({ number: line, quantity, disposition })),
      disposition,
      legs: mock.shippingLegs,
      massKg: undefined,
      reconditioningCo2eKg: 0,
      endOfLifeCo2eKg: undefined,
    });
  }
}

async function pay(work: TenantTx, order: Target, mock: MockOrder): Promise<void> {
  const ids: string[] = [];
  for (const { type, state = 'SUCCEEDED', parent, amount } of mock.transactions ?? []) {
    const parentId = parent === undefined ? undefined : ids[parent - 1];
    const { transaction } = await recordPayment(work, order.reference, {
      externalId: null,
      metadata: {},
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
