import { describedEnum } from '../../graphql/enums.ts';
import type { Actor } from '../../rules/access/actor.ts';

export const ActorKindEnum = describedEnum<Actor['kind']>(
  'ActorKind',
  'Kind of the one who acted.',
  {
    PERSON: 'A person who signed in to the dashboard.',
    API_KEY: 'A program with an API key.',
    COMMAND_LINE: 'An operator at the command line of the service.',
    SYSTEM: 'The service itself.',
  },
);
