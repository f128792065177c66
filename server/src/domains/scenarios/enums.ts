import type { LevelMethod, TargetOutcome } from '@trackway/engine';
import { describedEnum } from '../../graphql/enums.ts';
import type { ScenarioState } from './model.ts';

export const ScenarioStateEnum = describedEnum<ScenarioState>(
  'ScenarioState',
  'States of a scenario.',
  {
    DRAFT: 'Created or edited, and not run since.',
    QUEUED: 'Waits for a worker.',
    RUNNING: 'Is being calculated.',
    COMPLETED: 'Has its result, and no input has changed since.',
    FAILED: 'Could not be calculated; `error` says why.',
    CANCELLED: 'Cancelled while it waited or ran.',
    STALE: 'Has a result, and an input changed since; `staleReason` says which. Run it again.',
  },
);

export const TargetOutcomeEnum = describedEnum<TargetOutcome>(
  'TargetOutcome',
  'Outcome of the search for a target.',
  {
    REACHED: 'The levels found give the target.',
    UNREACHABLE: 'No levels within the bounds give the target; the best are returned.',
  },
);

export const LevelMethodEnum = describedEnum<LevelMethod>(
  'LevelMethod',
  'Method that solved the last lever of a target.',
  {
    CLOSED_FORM: 'Closed form of a Möbius function.',
    BRENT: "Brent's method.",
  },
);
