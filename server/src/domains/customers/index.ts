import './graphql.ts';

export { type CustomerRow, exportCustomers, importCustomers } from './bulk.ts';
export { type CustomerInput, writtenCustomer } from './draft.ts';
export { CustomerRef, customerById, customerReference } from './graphql.ts';
export type { CheckedCustomer, Customer, CustomerDraft, TotalsChange } from './model.ts';
export { UpdateCustomerInput } from './mutations-graphql.ts';
export { type PersonalDataSource, registerPersonalData } from './personal-data.ts';
export { buyerOf, createCustomer, deleteCustomer, updateCustomer } from './service.ts';
export { addToCustomerTotals, insertCustomer } from './store.ts';
