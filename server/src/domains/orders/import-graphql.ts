import { builder } from '../../graphql/builder.ts';
import { objectField, ReferenceInput, shortField } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { notNegativeProblems } from '../../rules/inputs/problems.ts';
import { draftFrom } from '../../rules/properties/draft.ts';
import { readMoney } from '../../rules/values/money.ts';
import { TRANSACTION_GIVEN, transactionReference } from '../transactions/index.ts';
import { OrderStateEnum } from './enums.ts';
import type { PastOrder, PastPayment } from './import.ts';
import {
  deliveryFields,
  OrderLineInput,
  readCustomer,
  readDelivery,
  readLines,
} from './inputs-graphql.ts';
import { movementFields } from './payments-graphql.ts';

/** Rows of an import of orders: an input type that no field of the API has, only files. */

const PastTransactionInput = builder.inputType('OrderImportTransactionInput', {
  description: 'A movement of the money of an imported order.',
  fields: (t) => ({
    ...movementFields(t),
    parent: t.field({
      type: ReferenceInput,
      description:
        'The authorization or capture that it refers to: an earlier transaction of the same row, by your own id.',
    }),
  }),
});

const time = (what: string) => `Time of the ${what}; that of the step before by default.`;

export const OrderImportInput = builder.inputType('OrderImportInput', {
  description:
    'A row of an import of orders: an order of the past in the state that it has reached. Used by files only.',
  fields: (t) => {
    const { shippingLegs: _shippingLegs, ...delivery } = deliveryFields(t);
    return {
      ...delivery,
      externalId: t.string({
        required: true,
        description: 'Your own id of the order. A row with the id of an order changes nothing.',
      }),
      state: t.field({
        type: OrderStateEnum,
        required: true,
        description: 'State that the order has reached. RETURNED means that all goods came back.',
      }),
      lines: t.field({
        type: [OrderLineInput],
        required: true,
        description: 'Lines of the order, 1 to 250. Archived products are allowed.',
      }),
      customer: objectField(t, 'The customer, by its id or your own.'),
      customerId: shortField(t, 'customer'),
      currencyCode: t.field({
        type: 'CurrencyCode',
        description: 'Currency of all its money; that of the first price by default.',
      }),
      shippingCo2eKg: t.float({
        description:
          'Emissions of the way to the customer in kg CO2e, of an order that was shipped; it goes into the footprint ledger.',
      }),
      placedAt: t.field({
        type: 'DateTime',
        required: true,
        description: 'Time when the order was placed.',
      }),
      confirmedAt: t.field({ type: 'DateTime', description: time('confirmation') }),
      shippedAt: t.field({ type: 'DateTime', description: time('shipment') }),
      deliveredAt: t.field({ type: 'DateTime', description: time('delivery') }),
      returnedAt: t.field({ type: 'DateTime', description: time('return') }),
      cancelledAt: t.field({ type: 'DateTime', description: time('cancellation') }),
      transactions: t.field({
        type: [PastTransactionInput],
        description: 'Movements of its money in their order, at most 50; none by default.',
      }),
    };
  },
});

/** Reads a row; what is wrong with single values is added to the problems. */
export function readPastOrder(
  row: typeof OrderImportInput.$inferInput,
  problems: Problem[],
): PastOrder {
  const { confirmedAt, shippedAt, deliveredAt, returnedAt, cancelledAt } = row;
  problems.push(...notNegativeProblems(row.shippingCo2eKg, ['shippingCo2eKg']));
  return {
    wanted: {
      ...readDelivery(row, problems),
      customer: readCustomer(row),
      currency: row.currencyCode ?? undefined,
      lines: readLines(row.lines, problems),
      placedAt: row.placedAt,
    },
    state: row.state,
    times: { confirmedAt, shippedAt, deliveredAt, returnedAt, cancelledAt },
    shippingCo2eKg: row.shippingCo2eKg ?? null,
    payments: (row.transactions ?? []).map((each, at) => readPayment(each, at, problems)),
  };
}

function readPayment(
  { type, state, amount, parent, ...given }: typeof PastTransactionInput.$inferInput,
  at: number,
  problems: Problem[],
): PastPayment {
  const path = ['input', 'transactions', at];
  const { draft, problems: found } = draftFrom(TRANSACTION_GIVEN, given, undefined);
  problems.push(...found.map((each) => ({ ...each, path: [...path, ...each.path.slice(1)] })));
  return {
    ...draft,
    type,
    state: state ?? 'SUCCEEDED',
    amount: amount ? readMoney(amount, [...path, 'amount'], problems) : undefined,
    parent: parent
      ? transactionReference({ object: parent }, ['input', 'transactions', 'parent'])
      : undefined,
  };
}
