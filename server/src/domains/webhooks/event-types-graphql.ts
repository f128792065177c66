import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { PermissionEnum } from '../../graphql/enums.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { exampleOf } from '../../rules/events/event-payload.ts';
import { type DeclaredEvent, eventTypes } from '../../rules/events/events.ts';

const EventTypeRef = builder.objectRef<DeclaredEvent>('WebhookEventType').implement({
  description: 'A type of event, with the form of its payload.',
  fields: (t) => ({
    name: t.exposeString('type', { description: 'Name of the type, such as `order.confirmed`.' }),
    ...exposed(t, {
      meaning: field('String', 'Meaning of the type in a sentence.'),
      permission: field(PermissionEnum, 'Permission that a key needs to see events of the type.'),
    }),
    payloadSchema: t.expose('payload', {
      type: 'JSON',
      description: 'JSON Schema of `data`.',
    }),
    example: t.field({
      type: 'JSON',
      description: 'An example of `data`.',
      resolve: ({ payload }) => exampleOf(payload),
    }),
  }),
});

builder.queryField('webhookEventTypes', (t) =>
  t.field({
    type: [EventTypeRef],
    description: 'All types of events, in alphabetical order.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ', size: 50 }),
    resolve: () => [...eventTypes().values()],
  }),
);
