import { id, integer, money, nullable, oneOf, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'transaction',
  idKind: 'transaction',
  idProperty: 'transactionId',
  permission: 'ORDERS_READ',
});

const TRANSACTION = {
  externalId: nullable(text('The id of the transaction in your own system.', 'pay-5001')),
  orderId: id('order', 'Order whose money moved.'),
  parentId: nullable(id('transaction', 'Transaction that this one draws on; null if none.')),
  type: oneOf('Type of the transaction.', ['AUTHORIZATION', 'CAPTURE', 'REFUND', 'VOID']),
  amount: money('Amount of the transaction.'),
  version: integer('Version of the transaction after the change.', 1),
};

export const transactionSucceeded = declare('succeeded', {
  meaning: 'A transaction succeeded.',
  properties: TRANSACTION,
});

export const transactionFailed = declare('failed', {
  meaning: 'A transaction failed.',
  properties: TRANSACTION,
});
