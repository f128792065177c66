import { describedEnum } from '../../graphql/enums.ts';
import type { PaymentState, TransactionState, TransactionType } from './model.ts';

export const TransactionTypeEnum = describedEnum<TransactionType>(
  'TransactionType',
  'Type of a transaction.',
  {
    AUTHORIZATION: 'Reserves money of the customer, to be captured later.',
    CAPTURE: 'Captures money: of its parent authorization, or directly (a sale) without a parent.',
    REFUND: 'Gives money of a capture back.',
    VOID: 'Releases the part of an authorization that was not captured.',
  },
);

export const TransactionStateEnum = describedEnum<TransactionState>(
  'TransactionState',
  'State of a transaction.',
  {
    PENDING: 'In progress: its amount is reserved; `settleTransaction` records the result.',
    SUCCEEDED: 'The money moved, or is reserved.',
    FAILED: 'The transaction failed; no money moved.',
  },
);

export const PaymentStateEnum = describedEnum<PaymentState>(
  'PaymentState',
  'Payment state of an order.',
  {
    UNPAID: 'Nothing authorized or captured.',
    AUTHORIZED: 'Money is reserved, none captured.',
    PARTIALLY_PAID: 'Less than the total is captured.',
    PAID: 'The total is captured.',
    PARTIALLY_REFUNDED: 'Some of what was captured is given back.',
    REFUNDED: 'All that was captured is given back.',
    VOIDED: 'The authorization was released without a capture.',
  },
);
