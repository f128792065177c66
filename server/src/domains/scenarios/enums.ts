import type { LevelMethod, OverrideOp, TargetOutcome } from '@trackway/engine';
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

export const OverrideOpEnum = describedEnum<OverrideOp>('OverrideOp', 'Operations of overrides.', {
  SWAP_MATERIAL: 'Another material or factor of components and packaging.',
  SWAP_SUPPLIER: 'Another supplier, origin, footprint and way of components.',
  SET_COUNTRY: 'Another country of making, origin, use or end of life.',
  SET_ENERGY_MIX: 'The same energy from other sources.',
  SET_TRANSPORT_METHOD: 'Another mode of transport legs.',
  SET_DISTANCE: 'Another distance of transport legs.',
  SET_RECYCLED_SHARE: 'Another share of recycled content.',
  SET_QUANTITY: 'Another mass or quantity.',
  SCALE: 'Amounts multiplied by a factor.',
  SET_LOSS_RATE: 'Another loss in production; of a facility, its yield.',
  SET_LIFETIME: 'Another lifetime of the product.',
  SET_EOL: 'Another treatment at the end of life.',
  SET_GRID_YEAR: 'Grid electricity of another year or pathway.',
  ADD: 'A component, packaging, process step or transport leg more.',
  REMOVE: 'Elements taken away.',
});
