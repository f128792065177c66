import { text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'dpp',
  idKind: 'dpp',
  idProperty: 'dppId',
  permission: 'DPPS_READ',
});

export const dppBackupFailed = declare('backup_failed', {
  meaning:
    'A change of a passport could not be delivered to the back-up. It is tried again; this event comes once for a series of failures.',
  properties: { reason: text('Reason of the failure.', 'The package could not be delivered.') },
});
