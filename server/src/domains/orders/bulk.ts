import type { Db, TimeFilter } from '../../platform/database/index.ts';
import { OLDEST_FIRST } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { decimalText } from '../../platform/money.ts';
import type { Scope } from '../../platform/scope.ts';
import { cellsOf, type ExportedRow, plainCsv, registerBulkType } from '../../rules/bulk-type.ts';
import { pick } from '../../rules/draft.ts';
import { linesOfOrders } from './line-store.ts';
import type { Order, OrderLine } from './model.ts';
import { EXPORTED } from './properties.ts';
import { orders } from './store.ts';

const CSV = plainCsv({
  id: 'TEXT',
  ...cellsOf(EXPORTED),
  customerId: 'TEXT',
  currencyCode: 'TEXT',
  subtotal: 'TEXT',
  discount: 'TEXT',
  shipping: 'TEXT',
  tax: 'TEXT',
  tips: 'TEXT',
  total: 'TEXT',
  captured: 'TEXT',
  refunded: 'TEXT',
  lines: 'JSON',
});

registerBulkType({
  name: 'ORDERS',
  description: 'Orders with their lines, without addresses.',
  idKind: 'order',
  permissions: { read: 'ORDERS_READ', write: 'ORDERS_WRITE' },
  csv: CSV,
  total: orders.total,
  page: exportOrders,
});

/** A page of orders by id, with their lines; addresses are personal data and stay where they are. */
async function exportOrders(
  db: Db,
  scope: Scope,
  after: string | null,
  limit: number,
  times: TimeFilter,
): Promise<ExportedRow[]> {
  const from = after === null ? undefined : { key: [after], isInclusive: false };
  const page = await orders.page(db, scope, times, OLDEST_FIRST, {
    limit,
    isBackward: false,
    from,
  });
  const ids = page.map(({ id }) => id);
  const lines = await linesOfOrders(db, scope, ids);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return page.map((each) => ({ id: each.id, row: rowOf(each, linesOf.get(each.id) ?? []) }));
}

function rowOf(order: Order, lines: readonly OrderLine[]): Readonly<Record<string, unknown>> {
  const amount = (minor: number) => decimalText({ minor, currency: order.currency });
  return {
    id: encodeId('order', order.id),
    ...pick(EXPORTED, order),
    customerId: order.customerId === null ? null : encodeId('customer', order.customerId),
    currencyCode: order.currency,
    subtotal: amount(order.subtotalMinor),
    discount: amount(order.discountMinor),
    shipping: amount(order.shippingMinor),
    tax: amount(order.taxMinor),
    tips: amount(order.tipsMinor),
    total: amount(order.totalMinor),
    captured: amount(order.capturedMinor),
    refunded: amount(order.refundedMinor),
    lines: lines.map((line) => ({
      number: line.number,
      productId: encodeId('product', line.productId),
      name: line.name,
      quantity: line.quantity,
      returnedQuantity: line.returnedQuantity,
      unitPrice: amount(line.unitPriceMinor),
      unitMassKg: line.unitMassKg,
      unitCo2eKg: line.unitCo2eKg,
    })),
  };
}
