import './bulk.ts';
import './graphql.ts';

export {
  type ErasurePage,
  eraseClientData,
  idsOfCustomer,
  placeAfter,
  ROWS_PER_OBJECT,
} from './erase-client-data.ts';
export { eraseCustomers } from './erasure.ts';
export { CustomerRef, customerById, customerReference } from './graphql.ts';
export type { Customer, CustomerDraft, TotalsChange } from './model.ts';
export { UpdateCustomerInput } from './mutations-graphql.ts';
export { registerPersonalData } from './personal-data.ts';
export { type Buyer, createCustomer, lockBuyer, lockBuyers } from './service.ts';
export { addToCustomerTotals, customers } from './store.ts';
