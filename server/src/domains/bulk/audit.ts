import { auditedActionsOf } from '../../rules/events/audit.ts';
import { text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'export', idKind: 'job' });

export const exportStart = declare('started', {
  meaning: 'An export to a file was started.',
  details: {
    type: text('Type of the exported objects.', 'CUSTOMERS'),
    format: text('Form of the file.', 'JSONL'),
  },
});
