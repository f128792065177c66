import './graphql.ts';

export {
  ledgerOf,
  PaymentStateEnum,
  TransactionConnection,
  TransactionRef,
  TransactionStateEnum,
  TransactionTypeEnum,
  transactionReference,
} from './graphql.ts';
export { EMPTY_LEDGER, type PaymentState, paymentStateOf, type Transaction } from './model.ts';
export { recordTransaction, settleTransaction, type WantedTransaction } from './service.ts';
export { sumLedger, transactions, transactionsOfOrders } from './store.ts';
