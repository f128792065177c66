import type { Db } from '../../platform/database/index.ts';
import {
  type Audience,
  type DppContent,
  type DppView,
  type FieldClass,
  isObject,
  maskContent,
  VISIBLE_CLASSES,
} from '../passports/index.ts';
import { visibleEvents } from './store.ts';
import { fieldOfEvent } from './vocabulary.ts';

/** An event as an audience may see it; null if it may not. The mask of passports decides. */
export function eventSeenBy(
  document: DppContent,
  access: FieldClass,
  audience: Audience,
): DppContent | null {
  const { content } = maskContent([fieldOfEvent(access)], { event: document }, audience);
  const seen = content['event'];
  return isObject(seen) ? seen : null;
}

type EventPage = {
  readonly events: readonly DppContent[];
  /** Id after which the next page begins; undefined at the end. */
  readonly next: string | undefined;
};

/** A page of the events of a published passport that its reader may see; none of one that is not shown whole. */
export async function eventsOfPassport(
  db: Db,
  { scope, identity, audience, extent }: DppView,
  after: string | undefined,
  limit: number,
): Promise<EventPage> {
  if (extent !== 'FULL') return { events: [], next: undefined };
  const classes = [...VISIBLE_CLASSES[audience]];
  // One more than asked for shows whether a next page exists.
  const found = await visibleEvents({ db, scope }, { identity, classes }, after, limit + 1);
  const page = found.slice(0, limit);
  return {
    events: page
      .map(({ document, access }) => eventSeenBy(document, access, audience))
      .filter((event) => event !== null),
    next: found.length > limit ? page.at(-1)?.id : undefined,
  };
}

/** Events as a query document of EPCIS 2.0 (JSON-LD). */
export function queryDocument(events: readonly DppContent[], createdAt: Date): DppContent {
  return {
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
    type: 'EPCISQueryDocument',
    schemaVersion: '2.0',
    creationDate: createdAt.toISOString(),
    epcisBody: {
      queryResults: { queryName: 'SimpleEventQuery', resultsBody: { eventList: events } },
    },
  };
}
