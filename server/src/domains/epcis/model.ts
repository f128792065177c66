import type { ValuesOf } from '../../platform/database/index.ts';
import type { DppContent } from '../passports/index.ts';
import type { EVENT } from './store.ts';

/** Types of events of EPCIS 2.0. */
export const EVENT_TYPES = [
  'ObjectEvent',
  'AggregationEvent',
  'TransactionEvent',
  'TransformationEvent',
  'AssociationEvent',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const ACTIONS = ['ADD', 'OBSERVE', 'DELETE'] as const;
export type Action = (typeof ACTIONS)[number];

/** A captured event without its document. */
export type EpcisEvent = ValuesOf<typeof EVENT>;

/** An event that was checked and can be stored. */
export type CheckedEvent = Pick<
  EpcisEvent,
  'eventId' | 'isErrorDeclaration' | 'type' | 'action' | 'eventTime' | 'bizStep' | 'disposition'
> & {
  readonly sha256: string;
  readonly document: DppContent;
  /** The products, batches and items that the event names, as paths of GS1 Digital Links. */
  readonly identities: readonly string[];
};

/** Outcome of one event of a capture. */
export type CaptureOutcome = 'CREATED' | 'EXISTED' | 'REFUSED';
