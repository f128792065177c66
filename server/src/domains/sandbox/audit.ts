import { auditedActionsOf } from '../../rules/events/audit.ts';

const declare = auditedActionsOf({ name: 'sandbox', idKind: 'organization' });

export const sandboxReset = declare('reset', {
  meaning:
    'A reset was requested: all data of the sandbox are deleted and replaced by the mock data.',
  details: {},
});
