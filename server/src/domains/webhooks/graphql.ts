import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, countUpTo, pageArgs } from '../../graphql/connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { assertAllowed } from '../../rules/access.ts';
import { badInput } from '../../rules/api-error.ts';
import { EVENT_TYPES, type Event, permissionOfEvent } from './model.ts';
import { countEvents, countEventsOf, findEvent, listEvents } from './store.ts';

const EventRef = builder.objectRef<Event>('Event').implement({
  description:
    'Something that happened, written in the transaction that caused it: it exists if and only if the change was committed.',
  interfaces: [Node],
  extensions: access({ permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (event) => encodeId('event', event.id),
    }),
    type: t.exposeString('type', { description: 'Type of the event, such as `order.confirmed`.' }),
    data: t.field({
      type: 'JSON',
      description: 'Ids and business data of what happened; never personal data.',
      resolve: (event) => event.data,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the event.' }),
  }),
});

registerNode('event', {
  typename: 'Event',
  load: async ({ db, scope, caller }, id) => {
    assertAllowed(caller, { tier: 'ENTERPRISE' }, 'An Event');
    const event = await findEvent(db, scope, id);
    if (event !== undefined)
      assertAllowed(caller, readingOf(event.type), `An event of type ${event.type}`);
    return event;
  },
});

const EventConnection = connectionType(EventRef, 'Event', 'events', 'WEBHOOKS_READ');

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    nullable: true,
    description:
      'Events of this organization and environment, newest first. Types whose objects the key may not read are left out; requesting them by name is refused.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
    args: {
      ...pageArgs(),
      types: t.arg.stringList({
        description: 'Only events of these types, such as `product.created`.',
      }),
    },
    resolve: (_root, { types: wanted, ...args }, context) => {
      const { db, scope, caller } = context;
      for (const [at, type] of (wanted ?? []).entries()) {
        if (!EVENT_TYPES.includes(type)) {
          throw badInput([
            {
              path: ['types', at],
              code: 'UNKNOWN',
              message: `There are no events of type "${type}"; there are ${EVENT_TYPES.join(', ')}.`,
            },
          ]);
        }
        assertAllowed(caller, readingOf(type), `Events of type ${type}`);
      }
      const readable = EVENT_TYPES.filter((type) => {
        const permission = permissionOfEvent(type);
        return permission === undefined || caller.permissions.has(permission);
      });
      const types = wanted ?? readable;
      const isUnfiltered = types.length === EVENT_TYPES.length;
      return connectionOf(context, args, {
        list: 'events',
        load: (page) => listEvents(db, scope, isUnfiltered ? undefined : types, page),
        key: (event) => [event.id],
        count: async () =>
          isUnfiltered
            ? { total: await countEvents(db, scope), isExact: true }
            : countUpTo((limit) => countEventsOf(db, scope, types, limit)),
      });
    },
  }),
);

function readingOf(type: string) {
  const permission = permissionOfEvent(type);
  return permission === undefined ? {} : { permission };
}
