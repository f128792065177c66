import { auditedActionsOf } from '../../rules/events/audit.ts';

/** Details have no personal data: the log outlives an erasure. */
const declare = auditedActionsOf({ name: 'customer', idKind: 'customer' });

export const customerErasure = declare('erased', {
  meaning: 'The personal data of a customer was erased; that in many orders and carts follows.',
  details: {},
});

export const customerErasureCompletion = declare('erasure_completed', {
  meaning:
    'Nothing of the personal data of an erased customer is left, in orders, carts, payments, events, stored answers and files.',
  details: {},
});

export const customerDataExport = declare('data_exported', {
  meaning: 'All data about a customer was read with `customerData`.',
  details: {},
});
