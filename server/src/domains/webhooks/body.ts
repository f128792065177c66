import { encodeId } from '../../platform/ids.ts';
import type { Environment } from '../../platform/scope.ts';

/** Parts of an event that its body is made of. */
export type SentEvent = {
  readonly eventId: string;
  readonly eventType: string;
  readonly recordedAt: Date;
  /** JSON as the database writes it. */
  readonly data: string;
};

/** The body of a delivery: the same bytes at each attempt, so that signatures can be compared. */
export function bodyOf(
  { eventId, eventType, recordedAt, data }: SentEvent,
  { apiVersion, environment }: { readonly apiVersion: string; readonly environment: Environment },
): string {
  const head = JSON.stringify({
    id: encodeId('event', eventId),
    type: eventType,
    timestamp: recordedAt.toISOString(),
    apiVersion,
    environment,
  });
  return `${head.slice(0, -1)},"data":${data}}`;
}
