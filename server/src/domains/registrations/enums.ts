import { describedEnum } from '../../graphql/enums.ts';
import type { RegistrationState } from './model.ts';

export const RegistrationStateEnum = describedEnum<RegistrationState>(
  'DppRegistrationState',
  'State of a version of a passport in the registry of Implementing Regulation (EU) 2026/1778.',
  {
    PENDING:
      'Waits for the first attempt, for a registry that did not answer, or for its decision. Stays so while the service has no registry, and in the sandbox, whose passports only `trackway passports register` submits.',
    REGISTERED: 'The registry took the version.',
    REJECTED:
      'The registry refused the version, it lacks a mandatory field, or a later version came first. An amendment is submitted again.',
    DEACTIVATED: 'The registry knows that the item was revoked or ended.',
  },
);
