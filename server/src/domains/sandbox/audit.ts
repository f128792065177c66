import { auditedActionsOf } from '../../rules/audit.ts';

const declare = auditedActionsOf({ name: 'sandbox', idKind: 'organization' });

export const sandboxReset = declare('reset', {
  meaning: 'All data of the sandbox was deleted and replaced by the mock data.',
  details: {},
});
