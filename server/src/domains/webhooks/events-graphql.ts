import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, connectionType, countUpTo, pageArgs } from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import { anyUuidInFilter, filterArg, sortArg, sortInput, sortOf } from '../../graphql/list.ts';
import { loadNode, Node, registerNode } from '../../graphql/node.ts';
import type { Page, TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import type { Caller } from '../../rules/context.ts';
import { type ApiError, badInput, orNotFound } from '../../rules/errors/api-error.ts';
import { eventTypes } from '../../rules/events/events.ts';
import { inFilter } from '../../rules/inputs/problems.ts';
import { isDeletedAfter } from './event-deletion-store.ts';
import { countEvents, type EventFilter, findEvent, isNarrowed, listEvents } from './event-store.ts';
import type { Event } from './model.ts';
import { problemsOfTypes } from './service.ts';

export const EventRef = builder.objectRef<Event>('Event').implement({
  description:
    'Something that happened, written in the transaction that caused it: it exists if and only if the change was committed.',
  interfaces: [Node],
  extensions: access({ permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (event) => encodeId('event', event.id),
    }),
    ...exposed(t, {
      type: field('String', 'Type of the event, such as `order.confirmed`.'),
      data: field('JSON', 'Ids and business data of what happened; never personal data.'),
      createdAt: field('DateTime', 'Time of the event.'),
    }),
    object: t.field({
      type: Node,
      nullable: true,
      description:
        'The object that the event is about, as it is now; null if it was deleted or was never made. FORBIDDEN if its type needs a tier that the caller lacks.',
      resolve: ({ type, data }, _args, context, { schema }) => {
        const id = data[eventTypes().get(type)?.idProperty ?? ''];
        return typeof id === 'string' ? loadNode(context, schema, id) : null;
      },
    }),
  }),
});

registerNode('event', {
  typename: 'Event',
  load: async (context, id) => {
    const event = await findEvent(context, id);
    // A type that no domain declares any more is visible to nobody.
    const declared = event && eventTypes().get(event.type);
    if (declared === undefined) return undefined;
    assertAllowed(context.caller, declared, `An event of type ${declared.type}`);
    return event;
  },
});

const EventConnection = connectionType(EventRef, 'Event', 'events', 'WEBHOOKS_READ');

const EventFilterInput = builder.inputType('EventFilter', {
  description: 'Filter of events; all given conditions must hold.',
  fields: (t) => ({
    types: t.stringList({
      description:
        'Only events of these types, such as `product.created`. A type whose permission the key lacks is refused.',
      extensions: checkedBy(problemsOfTypes),
    }),
    objectId: t.id({
      description: 'Only events about this object, such as an order, by its globally unique id.',
    }),
    ...creationFilters(t, 'Recorded'),
  }),
});

const EventSortInput = sortInput('Event', 'events', {
  CREATED_AT: 'Order of recording: the place of the event in the log.',
});

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'The log of events of this organization and environment, oldest first unless ordered otherwise. It has no gaps: to follow it, continue with `after`; no event appears later before a cursor that you got. An event is shown once all older changes of the environment are finished. Types whose objects the key may not read are left out.',
    extensions: access({ permission: 'WEBHOOKS_READ' }),
    args: { ...pageArgs(), ...filterArg(EventFilterInput), ...sortArg(EventSortInput) },
    resolve: (_root, { filter, sortBy, ...args }, context) => {
      const { caller } = context;
      const { isDescending } = sortOf(sortBy);
      const wanted: EventFilter = {
        types: typesFor(caller, filter?.types),
        objectId: anyUuidInFilter(['filter', 'objectId'], filter?.objectId),
        createdSince: filter?.createdSince ?? undefined,
        createdUntil: filter?.createdUntil ?? undefined,
      };
      const towardsNewer = isDescending ? 'before' : 'after';
      const follows = typeof args[towardsNewer] === 'string';
      return connectionOf(context, args, {
        list: `events ${isDescending}`,
        load: async (page) => {
          const events = await listEvents(context, wanted, isDescending, page);
          // Afterwards: a deletion between the two cannot go unnoticed.
          if (follows && (await isMissing(context, wanted, page)))
            throw eventsDeleted(towardsNewer);
          return events;
        },
        key: (event) => [event.position],
        count: async () => {
          if (isNarrowed(wanted)) return countUpTo((limit) => countEvents(context, wanted, limit));
          return { total: await countEvents(context, wanted, 0), isExact: true };
        },
      });
    },
  }),
);

/** Returns true if an event after the cursor of a page was deleted. */
async function isMissing(
  tenant: TenantDb,
  { types }: EventFilter,
  { from }: Page,
): Promise<boolean> {
  const [position] = from?.key ?? [];
  return position !== undefined && (await isDeletedAfter(tenant, types, Number(position)));
}

function eventsDeleted(argument: 'after' | 'before'): ApiError {
  const message =
    'Events after this cursor were deleted (`deleteEvents`). Begin again without it, and read what changed meanwhile from the lists, by `updatedSince`.';
  return badInput([{ path: [argument], code: 'EVENTS_DELETED', message }]);
}

function typesFor(caller: Caller, wanted: readonly string[] | null | undefined): readonly string[] {
  return wanted === null || wanted === undefined ? readable(caller) : asked(caller, wanted);
}

/** The declared types whose objects the caller may read. */
function readable({ permissions }: Caller): string[] {
  return [...eventTypes().values()]
    .filter(({ permission }) => permissions.has(permission))
    .map(({ type }) => type);
}

function asked(caller: Caller, types: readonly string[]): readonly string[] {
  const problems = problemsOfTypes(types, ['types']);
  if (problems.length > 0) throw badInput(problems.map(inFilter));
  for (const type of types) {
    const { permission } = orNotFound('The type', eventTypes().get(type));
    assertAllowed(caller, { permission }, `An event of type ${type}`);
  }
  return types;
}
