import { noteWriter, sendAhead, type TenantTx, type Tx } from '../../platform/database/index.ts';
import { encodeId, type IdKind, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Permission } from '../access/permissions.ts';
import {
  id,
  type ObjectSchema,
  object,
  type SchemaProperties,
  type ValuesOf,
} from './event-payload.ts';

/** The version of the payloads. A change that receivers could notice needs a new one. */
export const EVENT_API_VERSION = '2026-11-22';

/** The kind of object that a group of events is about. */
type EventSubject = {
  /** The part of the type before the dot, such as `order`. */
  readonly name: string;
  readonly idKind: IdKind;
  /** The property of the payload with the object's id, such as `orderId`. */
  readonly idProperty: string;
  /** The permission that a key needs to see the events. */
  readonly permission: Permission;
};

type EventDeclaration<Properties extends SchemaProperties> = {
  readonly meaning: string;
  /** The payload, without the id of the object. */
  readonly properties: Properties;
};

/** A declared type of event, without the type of its payload. */
export type DeclaredEvent = Pick<
  EventType,
  'type' | 'permission' | 'meaning' | 'payload' | 'idProperty'
>;

const declared = new Map<string, DeclaredEvent>();

/** A declared type of event. Only declared events can be recorded. */
export class EventType<Properties extends SchemaProperties = SchemaProperties> {
  readonly type: string;
  readonly permission: Permission;
  readonly meaning: string;
  readonly payload: ObjectSchema;
  /** The property of the payload with the id of the object. */
  readonly idProperty: string;
  readonly #subject: EventSubject;

  constructor(subject: EventSubject, verb: string, declaration: EventDeclaration<Properties>) {
    const { name, idKind, idProperty, permission } = subject;
    this.type = verb === '' ? name : `${name}.${verb}`;
    this.permission = permission;
    this.meaning = declaration.meaning;
    this.idProperty = idProperty;
    this.payload = object({
      [idProperty]: id(idKind, 'Object that the event is about.'),
      ...declaration.properties,
    });
    this.#subject = subject;
    if (declared.has(this.type)) throw new Error(`The event ${this.type} is declared twice.`);
    declared.set(this.type, this);
  }

  /** An event of this type about the object with the given uuid. */
  of(objectId: string, data: ValuesOf<Properties>): NewEvent {
    const { idKind, idProperty } = this.#subject;
    const payload = { [idProperty]: encodeId(idKind, objectId), ...data };
    return new NewEvent(this.type, objectId, payload);
  }
}

/** An event that can be recorded. The class is not exported, so only `EventType.of` makes one. */
class NewEvent {
  readonly #type: string;
  readonly #objectId: string;
  readonly #data: Readonly<Record<string, unknown>>;

  constructor(type: string, objectId: string, data: Readonly<Record<string, unknown>>) {
    this.#type = type;
    this.#objectId = objectId;
    this.#data = data;
  }

  row() {
    return {
      id: newUuid(),
      type: this.#type,
      object_id: this.#objectId,
      data: this.#data,
    };
  }
}

export type { NewEvent };

/** Declares the events of one subject: `const declare = eventsOf({ name: 'order', … })`. */
export function eventsOf(subject: EventSubject) {
  return <Properties extends SchemaProperties>(
    verb: string,
    declaration: EventDeclaration<Properties>,
  ): EventType<Properties> => new EventType(subject, verb, declaration);
}

/** All declared events by their type, in alphabetical order. */
export function eventTypes(): ReadonlyMap<string, DeclaredEvent> {
  return new Map([...declared].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Says that there is no such type, with those of its subject, or all if it has none. */
export function unknownEventType(type: string): string {
  const all = [...eventTypes().keys()];
  const subject = type.slice(0, type.indexOf('.') + 1);
  const ofSubject = all.filter((each) => subject !== '' && each.startsWith(subject));
  const types = ofSubject.length === 0 ? all : ofSubject;
  return `There are no events of type "${type}"; there are ${types.join(', ')}.`;
}

/** Announced first, so that readers of the log wait for the positions that are taken here. */
const INSERT_EVENTS = `with announced as materialized (select announce_writer($1, $2))
  insert into events (organization_id, environment, id, type, object_id, data)
  select $1, $2, id, type, object_id, data
  from announced, json_to_recordset($3::json) as new_event (id uuid, type text, object_id uuid, data jsonb)`;

/**
 * Writes events in the transaction that causes them: an event exists if and only if its change was
 * committed. Payloads carry ids and business data, never personal data.
 */
export async function recordEvents(work: TenantTx, ...events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { organizationId, environment } = work.scope;
  await noteWriter(work);
  const rows = JSON.stringify(events.map((event) => event.row()));
  await sendAhead(work.db, INSERT_EVENTS, [organizationId, environment, rows]);
}

/** Each row has its tenant. One writer of all tenants is announced: a lock for each would be many. */
const INSERT_EVENTS_OF_TENANTS = `with announced as materialized (select announce_writer(null, null))
  insert into events (organization_id, environment, id, type, object_id, data)
  select organization_id, environment, id, type, object_id, data
  from announced, json_to_recordset($1::json) as new_event
    (organization_id uuid, environment text, id uuid, type text, object_id uuid, data jsonb)`;

/** The same, in one statement, for work that serves many tenants in one transaction. */
export async function recordEventsOfTenants(
  tx: Tx,
  events: readonly { readonly scope: Scope; readonly event: NewEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  for (const { scope } of events) await noteWriter({ db: tx, scope });
  const rows = events.map(({ scope: { organizationId, environment }, event }) => ({
    organization_id: organizationId,
    environment,
    ...event.row(),
  }));
  await sendAhead(tx, INSERT_EVENTS_OF_TENANTS, [JSON.stringify(rows)]);
}
