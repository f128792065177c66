import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { LEAST_AGE_DAYS, requestDeletion } from './event-deletion.ts';

const DeleteEventsInput = builder.inputType('DeleteEventsInput', {
  description: 'The events to delete.',
  fields: (t) => ({
    createdUntil: t.field({
      type: 'DateTime',
      required: true,
      description: `Events that were recorded before this moment, at least ${LEAST_AGE_DAYS} days ago.`,
    }),
    ...idempotencyField(t),
  }),
});

const DeleteEventsPayload = payloadWith<{ readonly isDeleted: boolean }>('deleteEvents', (t) =>
  exposed(t, {
    isDeleted: field(
      'Boolean',
      'True if no such event is left. False while the service deletes them, some thousands in a second.',
    ),
  }),
);

builder.mutationField('deleteEvents', (t) =>
  t.field({
    type: DeleteEventsPayload,
    description:
      'Deletes old events from the log permanently, to make room for records. A reader of `events` whose cursor is before a deleted event gets the problem EVENTS_DELETED, so that it misses none unnoticed.',
    extensions: access({ permission: 'WEBHOOKS_WRITE', freesRoom: true }),
    args: inputArg(DeleteEventsInput, 'The events to delete.'),
    resolve: mutation(async (work, { createdUntil }) => ({
      isDeleted: await requestDeletion(work, createdUntil),
    })),
  }),
);
