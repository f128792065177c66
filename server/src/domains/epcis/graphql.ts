import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { idField } from '../../graphql/id-field.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { filterArg, listOf, sortArg, sortInput, sortOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { mutation } from '../../graphql/mutation.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { inFilter, type Path, problem } from '../../rules/inputs/problems.ts';
import { AudienceEnum, DppRef, FieldClassEnum, type Json } from '../passports/index.ts';
import { type Captured, captureEvents, MOST_STORED_EVENTS } from './capture.ts';
import { ActionEnum, CaptureOutcomeEnum, EventTypeEnum } from './enums.ts';
import { epcProblem, identityOfEpc } from './identifiers.ts';
import { type EpcisEvent, EVENT_TYPES, type EventType } from './model.ts';
import { eventSeenBy } from './seen.ts';
import { countEventsBelow, epcisEvents, eventsBelow, findDocuments } from './store.ts';

const documentOf = defineLoaderById(findDocuments);

const TYPE_WORDS = {
  ObjectEvent: 'OBJECT',
  AggregationEvent: 'AGGREGATION',
  TransactionEvent: 'TRANSACTION',
  TransformationEvent: 'TRANSFORMATION',
  AssociationEvent: 'ASSOCIATION',
} as const satisfies Readonly<Record<EventType, string>>;

const EventRef = builder.objectRef<EpcisEvent>('EpcisEvent').implement({
  description: 'A traceability event (EPCIS 2.0) as it was captured. It never changes.',
  interfaces: [Node],
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    id: idField(t, 'epcisEvent'),
    ...exposed(t, {
      eventId: field(
        'String',
        'The eventID of EPCIS; without one, the SHA-256 of the canonical JSON (RFC 8785) as a `ni` URI.',
      ),
      isErrorDeclaration: field(
        'Boolean',
        'True if it declares that the event with the same eventId was wrong.',
      ),
      action: nullable(
        ActionEnum,
        'Relation to the life of the objects; null for a transformation.',
      ),
      eventTime: field('DateTime', 'Time of the event.'),
      bizStep: nullable('String', 'Business step: a word of CBV 2.0 such as shipping, or a URI.'),
      disposition: nullable(
        'String',
        'State of the objects afterwards: a word of CBV 2.0 such as in_transit, or a URI.',
      ),
      access: field(
        FieldClassEnum,
        'Class of access of the event. Extensions and master data of a lot are INTERNAL.',
      ),
    }),
    type: t.field({
      type: EventTypeEnum,
      description: 'Type of the event.',
      resolve: ({ type }) => TYPE_WORDS[type],
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The event as JSON-LD of EPCIS 2.0; null if the audience may not see it.',
      args: {
        audience: t.arg({
          type: AudienceEnum,
          description: 'Audience that the event is shown to; the OWNER by default.',
        }),
      },
      resolve: async (event, { audience }, context) => {
        const found = await documentOf(context, event.id);
        return found === undefined
          ? null
          : eventSeenBy(found.document, event.access, audience ?? 'OWNER');
      },
    }),
    capturedAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the capture.' }),
  }),
});

const eventById = defineLoaderById(epcisEvents.find);
registerNode('epcisEvent', { typename: 'EpcisEvent', load: eventById });

const EventConnection = connectionType(EventRef, 'EpcisEvent', 'events', 'DPPS_READ');

const eventsOf = defineNestedConnection({
  list: 'events of',
  load: eventsBelow,
  count: countEventsBelow,
  key: ({ id }: EpcisEvent) => [id],
});

builder.objectField(DppRef, 'events', (t) =>
  t.field({
    type: EventConnection,
    nullable: true,
    description:
      'Captured events that name exactly this model, batch or item, in the order of their capture. Those of the levels above are at `model` and `batch`.',
    args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
    resolve: ({ identity }, args, context) => eventsOf(context, identity, args),
  }),
);

const EventFilterInput = builder.inputType('EpcisEventFilter', {
  description: 'Filter of traceability events; all given conditions must hold.',
  fields: (t) => ({
    eventId: t.string({
      description:
        'Only events with this eventID of EPCIS: the event, and a declaration that it was wrong.',
    }),
    type: t.field({ type: EventTypeEnum, description: 'Only events of this type.' }),
    epc: t.string({
      description:
        'Only events that name exactly this model, batch or item: its GS1 Digital Link URI, or its EPC URN.',
      extensions: checkedBy(epcProblems),
    }),
    eventSince: t.field({
      type: 'DateTime',
      description: 'Only events of this moment or later, by `eventTime`.',
    }),
    eventUntil: t.field({
      type: 'DateTime',
      description: 'Only events before this moment, by `eventTime`.',
    }),
  }),
});

function epcProblems(epc: string, path: Path) {
  const wrong = epcProblem(epc);
  if (wrong !== undefined) return [problem(path, 'INVALID_FORMAT', wrong)];
  if (identityOfEpc(epc) !== null) return [];
  const message = 'The identifier names no model, batch or item of a product.';
  return [problem(path, 'INVALID_FORMAT', message)];
}

const LATEST_FIRST = { field: 'EVENT_TIME', isDescending: true } as const;

const EventSortInput = sortInput('EpcisEvent', 'traceability events', {
  CREATED_AT: 'Time of the capture.',
  EVENT_TIME: 'Time of the event.',
});

builder.queryField('epcisEvents', (t) =>
  t.field({
    type: EventConnection,
    description:
      'Captured traceability events. Without `sortBy` those captured last come first; with `eventSince` or `eventUntil` the latest events, and only `EVENT_TIME` is allowed as an order.',
    args: { ...pageArgs(), ...filterArg(EventFilterInput), ...sortArg(EventSortInput) },
    resolve: (_root, { filter, sortBy, ...args }, context) => {
      const { type, epc, ...rest } = filter ?? {};
      const isByTime = (rest.eventSince ?? rest.eventUntil ?? null) !== null;
      const order = sortBy == null ? (isByTime ? LATEST_FIRST : NEWEST_FIRST) : sortOf(sortBy);
      const wrong = epc == null ? [] : epcProblems(epc, ['epc']).map(inFilter);
      if (isByTime && order.field !== LATEST_FIRST.field) {
        const message = 'A filter by the time of the event needs the order by EVENT_TIME.';
        wrong.push({ path: ['sortBy', 'field'], code: 'NOT_ALLOWED', message });
      }
      if (wrong.length > 0) throw badInput(wrong);
      const wanted = {
        ...rest,
        type: type == null ? undefined : EVENT_TYPES.find((each) => TYPE_WORDS[each] === type),
        identity: epc == null ? undefined : identityOfEpc(epc),
      };
      return listOf(context, args, epcisEvents, wanted, order);
    },
  }),
);

const ResultRef = builder.objectRef<Captured>('EpcisCaptureResult').implement({
  description: 'Result of one event of a captured document.',
  fields: (t) => ({
    ...exposed(t, {
      index: field('Int', 'Place of the event in the document, from 0.'),
      outcome: field(CaptureOutcomeEnum, 'Result of this event; the others do not depend on it.'),
      eventId: nullable('String', 'The eventID of the event; null if it could not be read.'),
    }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The stored event; null if it was refused.',
      resolve: ({ id }, _args, context) => eventById(context, id),
    }),
    problems: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The first 20 problems of a refused event, each with path, code and message; null if it was not refused.',
      resolve: ({ problems }) => (problems.length === 0 ? null : problems),
    }),
  }),
});

const CaptureInput = builder.inputType('CaptureEpcisEventsInput', {
  description: 'Events of EPCIS 2.0.',
  fields: (t) => ({
    document: t.field({
      type: 'JSON',
      required: true,
      description:
        'An EPCISDocument of EPCIS 2.0 with at most 250 events, each of at most 20,000 bytes and 500 objects. Objects are named by GS1 Digital Link URIs or EPC URNs.',
    }),
    access: t.field({
      type: FieldClassEnum,
      description: 'Class of access of the events; INTERNAL by default.',
    }),
    ...idempotencyField(t),
  }),
});

const CapturePayload = payloadWith<{ readonly results: readonly Captured[] }>(
  'captureEpcisEvents',
  (t) =>
    exposed(t, {
      results: field([ResultRef], 'A result for each event, in the order of the document.', {
        size: 20,
      }),
    }),
);

builder.mutationField('captureEpcisEvents', (t) =>
  t.field({
    type: CapturePayload,
    description: `Captures traceability events. Each has its own result, and an event that is there already is not stored again. An environment of an organization has at most ${MOST_STORED_EVENTS.toLocaleString('en')} events; a document that could exceed this is refused with CONFLICT.`,
    extensions: access({ tier: 'ENTERPRISE', permission: 'DPPS_WRITE' }),
    args: inputArg(CaptureInput, 'Events to capture.'),
    resolve: mutation(async (work, input) => {
      const document: Json = JSON.parse(JSON.stringify(input.document));
      return { results: await captureEvents(work, document, input.access ?? 'INTERNAL') };
    }),
  }),
);
