import { describedEnum } from '../../graphql/enums.ts';
import type { RequestKind, RequestState } from './request-store.ts';

export const RequestKindEnum = describedEnum<RequestKind>(
  'FootprintRequestKind',
  'Direction and purpose of an exchange of footprints with a partner.',
  {
    REQUEST: 'A footprint of a product of the partner is wanted.',
    ANSWER: 'The partner asked for footprints, and is answered by an event.',
    UPDATE:
      'The partner published footprints, which are fetched for the components that have earlier ones.',
    ANNOUNCEMENT: 'Footprints are announced to the partner by an event.',
    CHECK: 'The credentials of the partner are tried once, after they were saved.',
  },
);

export const RequestStateEnum = describedEnum<RequestState>(
  'FootprintRequestState',
  'State of an exchange of footprints with a partner.',
  {
    QUEUED: 'Waits for its first attempt or, after a failure, for the next one.',
    WAITING:
      'The partner was asked and has not answered yet; its list is looked at every six hours.',
    COMPLETED: 'The footprint was received, or the partner took the event or the credentials.',
    REJECTED: 'The partner refused, or nothing fits its request.',
    FAILED:
      'The partner could not be reached for 72 hours, did not answer for 14 days, or the product did not take the footprint; a CHECK failed.',
  },
);
