import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, pageArgs } from '../../graphql/connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { assertAllowed } from '../../rules/access.ts';
import { badInput } from '../../rules/api-error.ts';
import type { Caller } from '../../rules/context.ts';
import { eventTypes } from '../../rules/events.ts';
import type { Event } from './model.ts';
import { countEvents, findEvent, listEvents } from './store.ts';

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
    // A type that no domain declares any more is visible to nobody.
    const declared = event && eventTypes().get(event.type);
    if (declared === undefined) return undefined;
    assertAllowed(caller, declared, `An event of type ${declared.type}`);
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
      const types =
        wanted === null || wanted === undefined ? readable(caller) : asked(caller, wanted);
      return connectionOf(context, args, {
        list: 'events',
        load: (page) => listEvents(db, scope, types, page),
        key: (event) => [event.id],
        count: async () => ({ total: await countEvents(db, scope, types), isExact: true }),
      });
    },
  }),
);

/** The declared types whose objects the caller may read. */
function readable({ permissions }: Caller): string[] {
  return [...eventTypes().values()]
    .filter(({ permission }) => permissions.has(permission))
    .map(({ type }) => type);
}

function asked(caller: Caller, types: readonly string[]): readonly string[] {
  for (const [at, type] of types.entries()) {
    const declared = eventTypes().get(type);
    if (declared === undefined) {
      const message = `There are no events of type "${type}"; there are ${[...eventTypes().keys()].join(', ')}.`;
      throw badInput([{ path: ['types', at], code: 'UNKNOWN', message }]);
    }
    assertAllowed(caller, declared, `Events of type ${type}`);
  }
  return types;
}
