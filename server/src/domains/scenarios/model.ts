import type {
  Override,
  PairedOptions,
  ScenarioOptions,
  ScenarioResult,
  SweepParameter,
  SweepResult,
  Target,
  TargetResult,
  TornadoBar,
} from '@trackway/engine';
import type { Transitions } from '../../rules/preconditions.ts';

export type ScenarioState =
  | 'DRAFT'
  | 'QUEUED'
  | 'RUNNING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'STALE';

/** Allowed steps; an edit takes any scenario that does not run back to DRAFT. */
export const SCENARIO_TRANSITIONS: Transitions<ScenarioState> = {
  DRAFT: ['QUEUED'],
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['COMPLETED', 'FAILED', 'CANCELLED'],
  COMPLETED: ['QUEUED', 'STALE', 'DRAFT'],
  FAILED: ['QUEUED', 'DRAFT'],
  CANCELLED: ['QUEUED', 'DRAFT'],
  STALE: ['QUEUED', 'DRAFT'],
};

/** Everything that a run follows from, except the subject itself. */
export type ScenarioDefinition = {
  readonly method: Omit<ScenarioOptions, 'gazetteer'>;
  readonly uncertainty: PairedOptions;
  readonly overrides: readonly Override[];
  readonly sweep: readonly SweepParameter[] | null;
  readonly target: Target | null;
};

export type ScenarioDraft = {
  readonly name: string;
  readonly description: string | null;
  readonly externalId: string | null;
  readonly productId: string | null;
  readonly supplyChainId: string | null;
  readonly definition: ScenarioDefinition;
};

export type StoredScenario = ScenarioDraft & {
  readonly id: string;
  readonly state: ScenarioState;
  readonly jobId: string | null;
  readonly baselineId: string | null;
  readonly outcomeId: string | null;
  readonly error: string | null;
  readonly staleReason: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
};

/** A result without its two calculations, which are stored as calculations. */
export type ScenarioSummary = Omit<ScenarioResult, 'baseline' | 'outcome'> & {
  readonly tornado: readonly TornadoBar[];
  readonly sweep: SweepResult | null;
  readonly target: TargetResult | null;
};
