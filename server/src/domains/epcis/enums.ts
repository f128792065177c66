import { describedEnum } from '../../graphql/enums.ts';
import type { Action, CaptureOutcome } from './model.ts';

/** Types of EPCIS events as the API names them. */
type TypeWord = 'OBJECT' | 'AGGREGATION' | 'TRANSACTION' | 'TRANSFORMATION' | 'ASSOCIATION';

export const EventTypeEnum = describedEnum<TypeWord>(
  'EpcisEventType',
  'Type of an event of EPCIS 2.0.',
  {
    OBJECT: 'Something happened to objects: ObjectEvent.',
    AGGREGATION: 'Objects were put together or taken apart, such as on a pallet: AggregationEvent.',
    TRANSACTION: 'Objects became part of a business transaction: TransactionEvent.',
    TRANSFORMATION: 'Inputs became outputs: TransformationEvent.',
    ASSOCIATION: 'Objects were attached to another one, such as a sensor: AssociationEvent.',
  },
);

export const ActionEnum = describedEnum<Action>(
  'EpcisAction',
  'Relation of an event to the life of its objects.',
  {
    ADD: 'The objects, or their relation, began with the event.',
    OBSERVE: 'The objects were seen.',
    DELETE: 'The objects, or their relation, ended with the event.',
  },
);

export const CaptureOutcomeEnum = describedEnum<CaptureOutcome>(
  'EpcisCaptureOutcome',
  'Result of one event of a capture.',
  {
    CREATED: 'The event was stored.',
    EXISTED: 'The same event was stored before.',
    REFUSED: 'The event has the problems that are listed.',
  },
);
