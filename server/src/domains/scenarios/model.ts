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
import type { Transitions } from '../../rules/mutations/preconditions.ts';

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

/** Subject of a scenario: one of its first four, and the calculation to which it is pinned. */
export type ScenarioSubjectKeys = Pick<
  ScenarioDraft,
  'productId' | 'supplyChainId' | 'orderId' | 'catalogue' | 'calculationId'
>;

export type ScenarioDraft = {
  readonly name: string;
  readonly description: string | null;
  readonly externalId: string | null;
  readonly productId: string | null;
  readonly supplyChainId: string | null;
  readonly orderId: string | null;
  readonly catalogue: StoredFilter | null;
  /** The calculation whose inputs and factors are the baseline; null for a subject as it is at the run. */
  readonly calculationId: string | null;
  readonly definition: ScenarioDefinition;
};

/** A filter of products as JSON data: times are texts. */
export type StoredFilter = Readonly<Record<string, unknown>>;

export type StoredScenario = ScenarioDraft & {
  readonly id: string;
  readonly state: ScenarioState;
  readonly jobId: string | null;
  readonly baselineId: string | null;
  readonly outcomeId: string | null;
  /** The job whose rows of products are the result of a catalogue. */
  readonly resultJobId: string | null;
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
  /** Facts about the products of a catalogue; null for any other subject. */
  readonly catalogue: CatalogueFacts | null;
};

export type CatalogueFacts = {
  readonly calculatedCount: number;
  readonly changedCount: number;
  readonly failedCount: number;
  /** Quantiles of the difference, in kg CO2e. */
  readonly quantiles: readonly {
    readonly probability: number;
    readonly differenceCo2eKg: number;
  }[];
  /** Bins of equal width over the differences. */
  readonly histogram: readonly {
    readonly lowCo2eKg: number;
    readonly highCo2eKg: number;
    readonly count: number;
  }[];
};
