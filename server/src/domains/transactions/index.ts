import './graphql.ts';

export { PaymentStateEnum, TransactionStateEnum, TransactionTypeEnum } from './enums.ts';
export {
  ledgerOf,
  TransactionConnection,
  TransactionRef,
  transactionReference,
} from './graphql.ts';
export { EMPTY_LEDGER, type PaymentState, paymentStateOf, type Transaction } from './model.ts';
export { GIVEN as TRANSACTION_GIVEN } from './properties.ts';
export { recordTransaction, settleTransaction, type WantedTransaction } from './service.ts';
export {
  hasTransactions,
  sumLedger,
  transactions,
  transactionsOfOrders,
  transactionsWithClientData,
} from './store.ts';
