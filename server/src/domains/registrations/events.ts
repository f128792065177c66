import { integer, nullable, oneOf, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import { REGISTRATION_STATES } from './model.ts';

const declare = eventsOf({
  name: 'dpp',
  idKind: 'dpp',
  idProperty: 'dppId',
  permission: 'DPPS_READ',
});

export const dppRegistrationChanged = declare('registration_changed', {
  meaning: 'The registry decided on a version of a passport.',
  properties: {
    publishedVersion: integer('Number of the version.', 1),
    state: oneOf('State of the registration.', REGISTRATION_STATES),
    registrationId: nullable(text('Id that the registry gave.', 'reg-2026-000017')),
  },
});
