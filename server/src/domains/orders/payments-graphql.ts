import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, nullable } from '../../graphql/fields.ts';
import {
  type InputFields,
  idempotencyField,
  inputArg,
  targetFields,
} from '../../graphql/input-fields.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import { objectField, shortField, targetOf } from '../../graphql/reference.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { givenIdentifiers } from '../../rules/inputs/named-object.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { draftFrom } from '../../rules/properties/draft.ts';
import { readMoney } from '../../rules/values/money.ts';
import {
  TRANSACTION_GIVEN,
  TransactionRef,
  TransactionStateEnum,
  TransactionTypeEnum,
  transactionReference,
  type WantedTransaction,
} from '../transactions/index.ts';
import { OrderRef } from './graphql.ts';
import { type Payment, recordPayment, settlePayment } from './payments.ts';
import { orderReference } from './queries-graphql.ts';

/** Here and not with the transactions, because they need the order: its total, currency and state. */

const RecordTransactionInput = builder.inputType('RecordTransactionInput', {
  description: 'A movement of the money of an order.',
  fields: (t) => ({
    order: objectField(t, 'The order, by its id or your own.'),
    orderId: shortField(t, 'order'),
    ...movementFields(t),
    parent: objectField(
      t,
      'The authorization that is captured or voided, the capture that is refunded. A capture without one is a sale.',
    ),
    parentId: shortField(t, 'parent'),
    ...idempotencyField(t),
  }),
});

/** A movement of money, without the order and the transaction that it belongs to. */
export function movementFields(t: InputFields) {
  return {
    ...propertyInputs(t, 'CREATE', TRANSACTION_GIVEN),
    type: t.field({
      type: TransactionTypeEnum,
      required: true,
      description: 'Type of the transaction.',
    }),
    state: t.field({
      type: TransactionStateEnum,
      description: 'State of the transaction; SUCCEEDED by default.',
    }),
    amount: t.field({
      type: MoneyInput,
      description:
        'Amount; by default the remaining amount of the total, the authorization or the capture.',
    }),
  };
}

const SettleTransactionInput = builder.inputType('SettleTransactionInput', {
  description: 'The result of a pending transaction.',
  fields: (t) => ({
    ...targetFields(t, 'transaction'),
    state: t.field({
      type: TransactionStateEnum,
      required: true,
      description: 'SUCCEEDED or FAILED.',
    }),
  }),
});

const PaymentPayload = (mutation: string) =>
  payloadWith<Payment>(mutation, (t) =>
    exposed(t, {
      transaction: nullable(TransactionRef, 'The transaction after the change.'),
      order: nullable(OrderRef, 'The order of the transaction, with its new payment state.'),
    }),
  );

builder.mutationFields((t) => ({
  recordTransaction: t.field({
    type: PaymentPayload('recordTransaction'),
    description:
      'Adds a row to the money ledger of an order. Sums never exceed the total, what was authorized, or what was captured.',
    extensions: access({ permission: 'ORDERS_WRITE' }),
    args: inputArg(RecordTransactionInput, 'The new transaction.'),
    resolve: mutation((work, input) => {
      const { orderId: id, order: object } = input;
      const { wanted, problems } = readTransaction(input);
      const order = orderReference({ id, object }, ['input', 'order']);
      return recordPayment(work, order, wanted, problems);
    }),
  }),
  settleTransaction: t.field({
    type: PaymentPayload('settleTransaction'),
    description: 'Records how a pending transaction ended: SUCCEEDED or FAILED.',
    extensions: access({ permission: 'ORDERS_WRITE' }),
    args: inputArg(SettleTransactionInput, 'The pending transaction and its result.'),
    resolve: mutation((work, input) =>
      settlePayment(work, targetOf(transactionReference, input), input.state),
    ),
  }),
}));

/** A wrong amount is reported together with an order that is not named. */
function orderProblems({
  orderId: id,
  order: object,
}: typeof RecordTransactionInput.$inferInput): Problem[] {
  if (givenIdentifiers({ id, object }).length === 1) return [];
  const message = 'Say which order by exactly one of its id and externalId.';
  return [problem(['order'], 'EXACTLY_ONE', message)];
}

/** The transaction that an input asks for, with its problems; an order that is not named is refused. */
function readTransaction(input: typeof RecordTransactionInput.$inferInput): {
  readonly wanted: WantedTransaction;
  readonly problems: readonly Problem[];
} {
  const { amount, parentId: id, parent: object } = input;
  const { draft, problems: found } = draftFrom(TRANSACTION_GIVEN, input, undefined);
  const unnamed = orderProblems(input);
  const problems = [...unnamed, ...found];
  const money = amount ? readMoney(amount, ['input', 'amount'], problems) : undefined;
  if (unnamed.length > 0) throw badInput(problems);
  const hasParent = givenIdentifiers({ id, object }).length > 0;
  const wanted = {
    ...draft,
    type: input.type,
    state: input.state ?? 'SUCCEEDED',
    parent: hasParent
      ? {
          ...transactionReference({ id, object }, ['input', 'parent']),
          place: typeof id === 'string' ? 'parentId' : 'parent',
        }
      : undefined,
    amount: money,
  };
  return { wanted, problems };
}
