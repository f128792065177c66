import { auditedActionsOf } from '../../rules/audit.ts';

/** Details have no personal data: the log outlives an erasure. */
const declare = auditedActionsOf({ name: 'customer', idKind: 'customer' });

export const customerErasure = declare('erased', {
  meaning: 'The personal data of a customer was erased.',
  details: {},
});

export const customerDataExport = declare('data_exported', {
  meaning: 'All data about a customer was read with `customerData`.',
  details: {},
});
