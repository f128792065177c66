import type { CsvForm } from './csv.ts';

/** Orders are exported only; their lines are JSON in a cell. */
export const ORDERS_CSV: CsvForm = {
  columns: {
    id: 'TEXT',
    externalId: 'TEXT',
    state: 'TEXT',
    paymentState: 'TEXT',
    customerId: 'TEXT',
    currencyCode: 'TEXT',
    subtotal: 'TEXT',
    shipping: 'TEXT',
    total: 'TEXT',
    captured: 'TEXT',
    refunded: 'TEXT',
    shippingCo2eKg: 'NUMBER',
    co2eKg: 'NUMBER',
    placedAt: 'TEXT',
    confirmedAt: 'TEXT',
    shippedAt: 'TEXT',
    deliveredAt: 'TEXT',
    returnedAt: 'TEXT',
    cancelledAt: 'TEXT',
    lines: 'JSON',
  },
  gather: (cells) => cells,
  spread: (row) => row,
};
