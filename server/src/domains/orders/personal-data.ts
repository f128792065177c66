import type { TenantDb, TenantTx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { moneyJson } from '../../platform/money.ts';
import {
  type ErasurePage,
  eraseClientData,
  idsOfCustomer,
  placeAfter,
  ROWS_PER_OBJECT,
  registerPersonalData,
} from '../customers/index.ts';
import {
  type Transaction,
  transactionsOfOrders,
  transactionsWithClientData,
} from '../transactions/index.ts';
import { eraseAddresses, linesOfOrders, ordersOfPerson } from './line-store.ts';
import type { OrderLine } from './model.ts';

/** Personal data of orders: purchases, addresses and payments of a person. */
registerPersonalData('orders', {
  permission: 'ORDERS_READ',
  load: ordersWithParts,
  // The order itself remains: without name, addresses, external ids and metadata it is anonymous.
  erase: eraseOrdersOfCustomer,
});

async function eraseOrdersOfCustomer(
  work: TenantTx,
  customerId: string,
  page: ErasurePage,
): Promise<string | undefined> {
  const ids = await idsOfCustomer(work, 'orders', customerId, page);
  await eraseAddresses(work, ids);
  const isErased = await eraseClientData(work, 'orders', ids);
  const most = ids.length * ROWS_PER_OBJECT;
  const payments = await transactionsWithClientData(work, ids, most);
  const arePaymentsErased = await eraseClientData(work, 'transactions', payments);
  return placeAfter(page, ids, isErased && arePaymentsErased && payments.length < most);
}

async function ordersWithParts(tenant: TenantDb, customerId: string) {
  const orders = await ordersOfPerson(tenant, customerId);
  const ids = orders.map(({ id }) => id);
  const lines = Map.groupBy(await linesOfOrders(tenant, ids), ({ orderId }) => orderId);
  const paid = Map.groupBy(await transactionsOfOrders(tenant, ids), ({ orderId }) => orderId);
  return orders
    .values()
    .map(({ id, totalMinor: minor, currency, shipping, billing, ...order }) => ({
      id: encodeId('order', id),
      ...order,
      total: moneyJson({ minor, currency }),
      shippingAddress: shipping,
      billingAddress: billing,
      lines: (lines.get(id) ?? []).map((line) => lineData(line, currency)),
      transactions: (paid.get(id) ?? []).map(transactionData),
    }));
}

function lineData(line: OrderLine, currency: string): unknown {
  const { number, productId, name, quantity, returnedQuantity, unitPriceMinor: minor } = line;
  return {
    number,
    productId: encodeId('product', productId),
    name,
    quantity,
    returnedQuantity,
    unitPrice: moneyJson({ minor, currency }),
  };
}

function transactionData({ amountMinor: minor, currency, ...transaction }: Transaction): unknown {
  const { id, externalId, type, state, provider, metadata, createdAt, settledAt } = transaction;
  return {
    id: encodeId('transaction', id),
    externalId,
    type,
    state,
    amount: moneyJson({ minor, currency }),
    provider,
    metadata,
    createdAt,
    settledAt,
  };
}
