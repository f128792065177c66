import { MAX_EXTERNAL_ID } from '../../rules/inputs/problems.ts';
import { hidden, metadata, oneOf, RECORD, text, timeOf } from '../../rules/properties/property.ts';
import { TransactionStateEnum, TransactionTypeEnum } from './enums.ts';

/** Properties of a transaction that clients write. */
export const GIVEN = {
  externalId: text('external_id', {
    description: "Your own or your payment provider's id of it, unique in this environment.",
    atMost: MAX_EXTERNAL_ID,
  }),
  provider: text('provider', {
    description: 'Name of the payment provider. No card or account numbers.',
    atMost: 100,
  }),
  metadata: metadata(),
};

/** All that is written of a new transaction. */
export const WRITTEN = {
  ...GIVEN,
  orderId: hidden<string, 'order_id'>('order_id', 'uuid', ''),
  parentId: hidden<string | null, 'parent_id'>('parent_id', 'uuid', null),
  type: oneOf('type', TransactionTypeEnum, 'CAPTURE', { description: 'Type of the transaction.' }),
  state: oneOf('state', TransactionStateEnum, 'SUCCEEDED', {
    description: 'Current state of the object.',
  }),
  amountMinor: hidden<number, 'amount_minor'>('amount_minor', 'bigint', 0),
  currency: hidden<string, 'currency'>('currency', 'text', ''),
};

/** All properties of a transaction. */
export const TRANSACTION = {
  ...RECORD,
  ...WRITTEN,
  /** The amount that others have used of it: captured or voided of an authorization, refunded of a capture. */
  claimedMinor: hidden<number, 'claimed_minor'>('claimed_minor', 'bigint'),
  settledAt: timeOf('settled_at', {
    description: 'Time when it succeeded or failed; null while pending.',
  }),
};
