import type { Gazetteer, Passage } from '../distance/index.ts';
import type { Problem, Warning, WarningCode } from '../errors.ts';
import type { Factor } from '../factor.ts';
import { basicVariance, isSpendBased } from '../library/factor-variance.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { FullMethod } from '../method.ts';
import type { Path } from '../path.ts';
import type { EndOfLife, Pedigree, Uncertainty } from '../product.ts';
import { convert, UnitMismatch } from '../units.ts';
import type { ElectricityAccounting, LifecyclePhase, MaterialGroup } from '../vocabulary.ts';
import type { Circularity } from './circular.ts';
import { scoresOf } from './quality.ts';
import type { Decision, Flow, FlowRole, Gap, Part } from './resolved.ts';

export interface ResolveOptions {
  /** The year that factors should be of; the newest when absent. */
  readonly year?: number | undefined;
  /** Refuse factors of any other set of global warming potentials: `AR5`. */
  readonly gwpSet?: string | undefined;
  /** Works out distances that are not declared; without it they are refused. */
  readonly gazetteer?: Gazetteer | undefined;
  /** Straits and canals that ships may not take, when their way is worked out. */
  readonly closedPassages?: readonly Passage[] | undefined;
  /** FULL: fills gaps, follows losses, rates quality. */
  readonly full?: FullMethod | undefined;
  /** The products are the facilities of a supply chain. */
  readonly isSupplyChain?: boolean | undefined;
  /** Refuses a result with warnings. */
  readonly strict?: boolean | undefined;
  /** Leaves out module D, which no total has: for results that do not show it. */
  readonly isWithoutModuleD?: boolean | undefined;
  /** The real way to the customer is declared elsewhere: none is assumed for the product. */
  readonly isDelivered?: boolean | undefined;
}

/** A product while it is being resolved. Everything that is wrong is collected, not thrown. */
export interface Draft {
  readonly library: FactorLibrary;
  readonly options: ResolveOptions;
  readonly flows: Flow[];
  readonly parts: Part[];
  readonly decisions: Decision[];
  readonly gaps: Gap[];
  readonly problems: Problem[];
  /** Factors that come with the input itself, such as a supplier's own footprint. */
  readonly suppliedFactors: Map<string, Factor>;
  /** Masses to treat at the end of life, per declared unit. */
  readonly masses: TreatedMass[];
  /** Masses in kg whose factors include a phase: nothing is filled in for them there. */
  readonly coveredKg: { distribution: number; endOfLife: number };
  readonly warnings: Warning[];
  /** Food or drink: a component without a material group is eaten. */
  readonly isFood: boolean;
}

/** A mass that will be waste, with the factors that recycling it takes the place of. */
export interface TreatedMass {
  readonly path: Path;
  readonly label: string;
  readonly group: MaterialGroup;
  readonly massKg: number;
  readonly isPackaging: boolean;
  /** R1: share of the mass that was recycled before, where a recycled factor serves it. */
  readonly recycledShare: number;
  readonly circularity: Circularity;
  /** Declared for this mass alone: by its packaging, or by the part it belongs to. */
  readonly endOfLife?: EndOfLife | undefined;
  readonly virgin?: Factor | undefined;
  readonly recycled?: Factor | undefined;
}

/** Properties of a flow other than its factor and amount. */
export interface FlowTraits {
  readonly role?: FlowRole | undefined;
  readonly pedigree?: Pedigree | undefined;
  /** The place a factor was wanted for. */
  readonly geography?: string | undefined;
  readonly isProxy?: boolean | undefined;
  readonly accounting?: ElectricityAccounting | undefined;
  readonly isAircraft?: boolean | undefined;
  readonly spread?: Uncertainty | undefined;
  /** σ² of ln x of the factor for this use; the factor's own when absent. */
  readonly basicVariance?: number | undefined;
}

/** An amount in a unit of `units.ts`. */
export interface Quantity {
  readonly amount: number;
  readonly unit: string;
}

/** Position in the input, label, and life-cycle phase of an element. */
export interface Place {
  readonly path: Path;
  readonly label: string;
  readonly phase: LifecyclePhase;
}

export function newDraft(library: FactorLibrary, options: ResolveOptions, isFood = false): Draft {
  return {
    library,
    options,
    flows: [],
    parts: [],
    decisions: [],
    gaps: [],
    problems: [],
    suppliedFactors: new Map(),
    masses: [],
    coveredKg: { distribution: 0, endOfLife: 0 },
    warnings: [],
    isFood,
  };
}

/** Adds a quantity of a factor; returns the position of the flow, for the decisions about it. */
export function addFlow(
  draft: Draft,
  place: Place,
  factor: Factor,
  { amount, unit }: Quantity,
  traits: FlowTraits = {},
): number[] {
  try {
    draft.flows.push({
      path: place.path,
      label: place.label,
      phase: place.phase,
      role: traits.role ?? 'DIRECT',
      factorId: factor.id,
      amount: convert(amount, unit, factor.unit),
      ...(draft.options.full && ratedTraits(draft, factor, traits)),
    });
    return [draft.flows.length - 1];
  } catch (error) {
    if (!(error instanceof UnitMismatch)) throw error;
    refuse(draft, place.path, 'UNIT_MISMATCH', mismatchText(factor, unit));
    return [];
  }
}

/** Only FULL results carry them, so that BASIC snapshots stay small. */
function ratedTraits(draft: Draft, factor: Factor, traits: FlowTraits) {
  const { geography, pedigree, accounting, isAircraft, spread } = traits;
  const isProxy = traits.isProxy === true || isSpendBased(factor);
  const year = draft.options.year ?? draft.library.newestYear;
  return {
    scores: scoresOf(factor, { geography, year, isProxy }, pedigree),
    basicVariance: traits.basicVariance ?? basicVariance(factor),
    ...(isProxy && { isProxy }),
    ...(accounting && { accounting }),
    ...(isAircraft && { isAircraft }),
    ...(spread && { spread }),
  };
}

function mismatchText(factor: Factor, unit: string): string {
  return `"${factor.name}" is per ${factor.unit}; an amount in ${unit} cannot be converted to that.`;
}

export function refuse(
  draft: Draft,
  path: Path,
  code: Problem['code'],
  message: string,
  suggestions: readonly string[] = [],
): void {
  draft.problems.push({ path, code, message, suggestions });
}

/** Adds a warning: the input can be calculated and is implausible. */
export function warn(draft: Draft, path: Path, code: WarningCode, message: string): void {
  draft.warnings.push({ path, code, message });
}

/** Source of a decision that has no publication. */
export const OWN_DEFAULT = 'Default of the service';

export function decide(
  draft: Draft,
  path: Path,
  decision: Pick<Decision, 'value' | 'reason' | 'source'>,
  flows: readonly number[],
): void {
  draft.decisions.push({ path, ...decision, flows });
}

/** A decision for each step down the ladder that a factor's choice took. */
export function decideSteps(
  draft: Draft,
  path: Path,
  factor: Factor,
  steps: readonly string[],
  flows: readonly number[],
): void {
  for (const step of steps)
    decide(draft, path, { value: factor.name, reason: step, source: factor.source }, flows);
}

/** A declared number within its bounds, or undefined and a problem. */
export function readNumber(
  draft: Draft,
  path: Path,
  value: number | undefined,
  bounds: { readonly min?: number; readonly max?: number; readonly below?: number } = {},
): number | undefined {
  if (value === undefined) return undefined;
  const { min = 0, max = Number.MAX_VALUE, below = Number.POSITIVE_INFINITY } = bounds;
  if (Number.isFinite(value) && value >= min && value <= max && value < below) return value;
  const top = Number.isFinite(below)
    ? ` and below ${below}`
    : max < 1e300
      ? ` and at most ${max}`
      : '';
  refuse(draft, path, 'BAD_INPUT', `${String(path.at(-1))} must be at least ${min}${top}.`);
  return undefined;
}

/** The factor with that id, or a problem. */
export function namedFactor(draft: Draft, path: Path, factorId: string): Factor | undefined {
  const factor = draft.library.factors.get(factorId);
  if (factor === undefined) {
    refuse(draft, path, 'MISSING_FACTOR', `The library has no factor ${factorId}.`);
  }
  return factor;
}
