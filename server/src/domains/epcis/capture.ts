import { countedRows, type TenantTx } from '../../platform/database/index.ts';
import { ApiError, badInput, type Problem } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import {
  type DppContent,
  type FieldClass,
  isList,
  isObject,
  type Json,
} from '../passports/index.ts';
import { type Checked, checkEvents } from './check-event.ts';
import type { CaptureOutcome, CheckedEvent } from './model.ts';
import { findByEventIds, insertEvents, type StoredEvent } from './store.ts';

const MOST_EVENTS = 250;
/** Only ENTERPRISE captures events, so the limit is the same for all. With 20,000 bytes each they are 200 GB. */
export const MOST_STORED_EVENTS = 10_000_000;

/** Result of one event, in the order of the document. */
export type Captured = {
  readonly index: number;
  readonly outcome: CaptureOutcome;
  readonly eventId: string | null;
  readonly id: string | null;
  readonly problems: readonly Problem[];
};

/**
 * Stores the events of an EPCIS document, each with its own result: a refused one does not keep the others out. An
 * event that is there already is not stored again.
 */
export async function captureEvents(
  work: TenantTx,
  document: Json,
  access: FieldClass,
): Promise<readonly Captured[]> {
  const checked = await checkEvents(eventsIn(document), LIST_PATH);
  const good = checked.flatMap(({ event }) => event ?? []);
  await assertRoom(work, good.length);
  const created = await insertEvents(work, good, access);
  const stored = await findByEventIds(
    work,
    good.map(({ eventId }) => eventId),
  );
  const byKey = new Map(stored.map((event) => [keyOf(event), event]));
  return checked.map((each, index) => resultOf(each, index, { created, byKey }));
}

/** Refuses a document that could bring the events of an environment above the limit. */
async function assertRoom(work: TenantTx, added: number): Promise<void> {
  const storedEpcisEvents = await countedRows(work, 'epcis_events');
  if (storedEpcisEvents + added <= MOST_STORED_EVENTS) return;
  const most = MOST_STORED_EVENTS.toLocaleString('en');
  const message = `An environment of an organization has at most ${most} traceability events; ${storedEpcisEvents} are stored.`;
  throw new ApiError('CONFLICT', message, {
    storedEpcisEvents,
    maxEpcisEvents: MOST_STORED_EVENTS,
  });
}

const LIST_PATH = ['document', 'epcisBody', 'eventList'];

function eventsIn(document: Json): readonly Json[] {
  const body: Json = isObject(document) ? (document['epcisBody'] ?? null) : null;
  const list = isObject(body) ? body['eventList'] : undefined;
  const isDocument = isObject(document) && document['type'] === 'EPCISDocument';
  if (!isDocument || !isList(list)) {
    const message =
      'An EPCISDocument of EPCIS 2.0 is expected: {"type": "EPCISDocument", "epcisBody": {"eventList": […]}}.';
    throw badInput([problem(['document'], 'INVALID_FORMAT', message)]);
  }
  if (!isVersion(document))
    throw badInput([problem(['document', 'schemaVersion'], 'UNKNOWN', 'schemaVersion is 2.0.')]);
  if (list.length > MOST_EVENTS) {
    const message = `At most ${MOST_EVENTS} events; there are ${list.length}.`;
    throw badInput([problem(LIST_PATH, 'TOO_MANY', message)]);
  }
  return list;
}

function isVersion({ schemaVersion }: DppContent): boolean {
  return typeof schemaVersion === 'string' && /^2\.0(\.\d+)?$/.test(schemaVersion);
}

function resultOf(
  { event, problems }: Checked,
  index: number,
  {
    created,
    byKey,
  }: {
    readonly created: ReadonlyMap<string, CheckedEvent>;
    readonly byKey: ReadonlyMap<string, StoredEvent>;
  },
): Captured {
  if (event === undefined)
    return { index, outcome: 'REFUSED', eventId: null, id: null, problems: problems ?? [] };
  const { eventId, sha256 } = event;
  const stored = byKey.get(keyOf(event));
  if (stored === undefined) throw new Error('An event was not stored.');
  if (stored.sha256 !== sha256) {
    const message = 'Another event with this eventID is stored; events are never changed.';
    const conflict = problem([...LIST_PATH, index, 'eventID'], 'CONFLICT', message);
    return { index, outcome: 'REFUSED', eventId, id: null, problems: [conflict] };
  }
  const outcome = created.get(stored.id) === event ? 'CREATED' : 'EXISTED';
  return { index, outcome, eventId, id: stored.id, problems: [] };
}

function keyOf({
  eventId,
  isErrorDeclaration,
}: Pick<StoredEvent, 'eventId' | 'isErrorDeclaration'>) {
  return `${isErrorDeclaration} ${eventId}`;
}
