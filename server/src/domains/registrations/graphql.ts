import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { defineLoaderBy } from '../../graphql/loader.ts';
import { DppRef } from '../passports/index.ts';
import { RegistrationStateEnum } from './enums.ts';
import type { RegistrationError } from './model.ts';
import { findRegistrations, type Registration } from './store.ts';

const registrationOf = defineLoaderBy(findRegistrations, ({ dppId }) => dppId);

const ErrorRef = builder.objectRef<RegistrationError>('DppRegistrationError').implement({
  description: 'A reason why the registry refused a version.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Field of the record, such as commodityCode; empty if none is named.',
    }),
    message: t.exposeString('message', { description: 'Reason in the words of the registry.' }),
  }),
});

const RegistrationRef = builder.objectRef<Registration>('DppRegistration').implement({
  description: 'Registration of the current version of a passport.',
  fields: (t) => ({
    publishedVersion: t.exposeInt('number', { description: 'Number of the version.' }),
    hash: t.exposeString('hash', {
      description: 'SHA-256 of the version, which the registry keeps.',
    }),
    state: t.expose('state', {
      type: RegistrationStateEnum,
      description: 'State of the registration.',
    }),
    registrationId: t.exposeString('registrationId', {
      nullable: true,
      description: 'Id that the registry gave; null until it took the record.',
    }),
    errors: t.expose('errors', {
      type: [ErrorRef],
      extensions: access({ size: 3 }),
      description: 'Reasons of a rejection; at most 100.',
    }),
    lastFailure: t.exposeString('failure', {
      nullable: true,
      description:
        'Reason why the last attempt brought no answer of the registry; null if it answered. The attempt is repeated.',
    }),
    attemptCount: t.exposeInt('attemptCount', { description: 'Number of attempts so far.' }),
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
    submittedAt: t.expose('submittedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the registry took the record; null until then.',
    }),
    changedAt: t.expose('changedAt', {
      type: 'DateTime',
      description: 'Time of the last change of the state.',
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
