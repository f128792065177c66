import './graphql.ts';

export {
  ledgerOf,
  PaymentStateEnum,
  TransactionConnection,
  TransactionRef,
  TransactionStateEnum,
  TransactionTypeEnum,
  transactionById,
  transactionReference,
} from './graphql.ts';
export {
  type LedgerSums,
  PAYMENT_STATES,
  type PaymentState,
  paymentStateOf,
  type Transaction,
} from './model.ts';
export {
  type Account,
  recordTransaction,
  settleTransaction,
  type WantedTransaction,
} from './service.ts';
export { sumLedger, transactions } from './store.ts';
