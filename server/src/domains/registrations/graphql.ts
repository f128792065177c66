import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoaderBy } from '../../graphql/loader.ts';
import { DppRef } from '../passports/index.ts';
import { RegistrationStateEnum } from './enums.ts';
import type { RegistrationError } from './model.ts';
import { findRegistrations, type Registration } from './store.ts';

const registrationOf = defineLoaderBy(findRegistrations, ({ dppId }) => dppId);

const ErrorRef = builder.objectRef<RegistrationError>('DppRegistrationError').implement({
  description: 'A reason why the registry refused a version.',
  fields: (t) =>
    exposed(t, {
      field: field('String', 'Field of the record, such as commodityCode; empty if none is named.'),
      message: field('String', 'Reason in the words of the registry.'),
    }),
});

const RegistrationRef = builder.objectRef<Registration>('DppRegistration').implement({
  description: 'Registration of the current version of a passport.',
  fields: (t) => ({
    publishedVersion: t.exposeInt('number', { description: 'Number of the version.' }),
    ...exposed(t, {
      hash: field('String', 'SHA-256 of the version, which the registry keeps.'),
      state: field(RegistrationStateEnum, 'State of the registration.'),
      registrationId: nullable(
        'String',
        'Id that the registry gave; null until it took the record.',
      ),
      errors: field([ErrorRef], 'Reasons of a rejection; at most 100.', { size: 3 }),
      attemptCount: field('Int', 'Number of attempts so far.'),
      submittedAt: nullable(
        'DateTime',
        'Time at which the registry took the record; null until then.',
      ),
      changedAt: field('DateTime', 'Time of the last change of the state.'),
    }),
    lastFailure: t.exposeString('failure', {
      nullable: true,
      description:
        'Reason why the last attempt brought no answer of the registry; null if it answered. The attempt is repeated.',
    }),
    lastAttemptAt: t.expose('attemptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last attempt; null before the first.',
    }),
    nextAttemptAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which the next attempt is due; null once the registry has decided.',
    }),
  }),
});

builder.objectField(DppRef, 'registration', (t) =>
  t.field({
    type: RegistrationRef,
    nullable: true,
    description:
      'Registration of the last version in the registry of Implementing Regulation (EU) 2026/1778; null for a draft. Passports of the sandbox are submitted only by the command `trackway passports register`.',
    resolve: async ({ id }, _args, context) => (await registrationOf(context, id)) ?? null,
  }),
);
