import { type Db, OLDEST_FIRST, type TenantTx } from '../../platform/database/index.ts';
import type { DryRunState } from '../../platform/dry-run-state.ts';
import { encodeId } from '../../platform/ids.ts';
import { decimalText } from '../../platform/money.ts';
import {
  bulkImport,
  type CsvForm,
  cellsOf,
  type ExportAsked,
  exportOfObjects,
  plainCsv,
  registerBulkType,
  TIME_FILTERS,
} from '../../rules/bulk/bulk-type.ts';
import type { Upserted } from '../../rules/bulk/upsert.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { pick } from '../../rules/properties/draft.ts';
import { importPastOrders } from './import.ts';
import { OrderImportInput, readPastOrder } from './import-graphql.ts';
import { linesOfOrders } from './line-store.ts';
import type { Order, OrderLine, OrderState } from './model.ts';
import { EXPORTED, GIVEN } from './properties.ts';
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

declare module '../../rules/bulk/bulk-type.ts' {
  interface ExportFilter {
    readonly state?: readonly OrderState[] | null | undefined;
    readonly paymentState?: readonly Order['paymentState'][] | null | undefined;
    readonly placedSince?: Date | null | undefined;
    readonly placedUntil?: Date | null | undefined;
    /** A uuid. */
    readonly customerId?: string | null | undefined;
  }
}

/** Rows of an import have what an order cannot work out by itself, and name their customer in a cell. */
const IMPORT_CSV: CsvForm = {
  columns: {
    ...cellsOf(GIVEN),
    state: 'TEXT',
    placedAt: 'TEXT',
    confirmedAt: 'TEXT',
    shippedAt: 'TEXT',
    deliveredAt: 'TEXT',
    returnedAt: 'TEXT',
    cancelledAt: 'TEXT',
    customerId: 'TEXT',
    customerExternalId: 'TEXT',
    currencyCode: 'TEXT',
    shippingCo2eKg: 'NUMBER',
    lines: 'JSON',
    discounts: 'JSON',
    taxes: 'JSON',
    tips: 'JSON',
    shippingPrice: 'JSON',
    shippingAddress: 'JSON',
    billingAddress: 'JSON',
    transactions: 'JSON',
  },
  gather: ({ customerExternalId: externalId, ...row }) =>
    externalId === undefined || externalId === null ? row : { ...row, customer: { externalId } },
  spread: (row) => row,
};

registerBulkType({
  name: 'ORDERS',
  description:
    'Orders with their lines, without addresses. Imported orders are created in the state that they have reached, and never changed.',
  idKind: 'order',
  permissions: { read: 'ORDERS_READ', write: 'ORDERS_WRITE' },
  csv: CSV,
  filters: [...TIME_FILTERS, 'state', 'paymentState', 'placedSince', 'placedUntil', 'customerId'],
  total: orders.total,
  export: exportOfObjects(exportOrders),
  import: bulkImport(OrderImportInput, importOrders, IMPORT_CSV),
});

async function importOrders(
  work: TenantTx,
  rows: readonly (typeof OrderImportInput.$inferInput)[],
  dryRun?: DryRunState,
): Promise<readonly Upserted[]> {
  const read = rows.map((row) => {
    const problems: Problem[] = [];
    const order = readPastOrder(row, problems);
    return { externalId: row.externalId, order, problems };
  });
  return importPastOrders(work, read, dryRun);
}

/** A page of orders by id, with their lines; addresses are personal data and stay where they are. */
async function exportOrders(db: Db, { scope, after, limit, filter }: ExportAsked) {
  const tenant = { db, scope };
  const from = after === null ? undefined : { key: [after], isInclusive: false };
  const page = await orders.page(tenant, filter, OLDEST_FIRST, {
    limit,
    isBackward: false,
    from,
  });
  const ids = page.map(({ id }) => id);
  const lines = await linesOfOrders(tenant, ids);
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
