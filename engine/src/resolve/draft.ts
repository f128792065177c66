import type { Gazetteer, Passage } from '../distance/index.ts';
import type { Problem, Warning, WarningCode } from '../errors.ts';
import type { Factor } from '../factor.ts';
import { stepsTo } from '../library/choose-factor.ts';
import { basicVariance, isSpendBased } from '../library/factor-variance.ts';
import type { FactorLibrary } from '../library/library.ts';
import { isGeography } from '../library/regions.ts';
import type { FullMethod } from '../method.ts';
import { type Path, pathText } from '../path.ts';
import type { EndOfLife, Pedigree, Uncertainty } from '../product.ts';
import { isExpired } from '../supplier-pcf.ts';
import { convert, haveSameDimension, UnitMismatch } from '../units.ts';
import type { ElectricityAccounting, LifecyclePhase, MaterialGroup } from '../vocabulary.ts';
import type { Circularity } from './circular.ts';
import type { Memory, Segment, SharedEnd, SharedPieces } from './memory.ts';
import { scoresOf } from './quality.ts';
import type { Alternatives, Decision, Flow, FlowRole, Gap, Part } from './resolved.ts';

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
  /** Refuses a result of more characters of JSON; they are not counted exactly. */
  readonly maxResultCharacters?: number | undefined;
  /** Leaves out module D, which no total has: for results that do not show it. */
  readonly isWithoutModuleD?: boolean | undefined;
  /** Only amounts, factors and phases of flows are wanted: quality, decisions, masses and gaps are left out. */
  readonly isFlowsOnly?: boolean | undefined;
  /** The real way to the customer is declared elsewhere: none is assumed for the product. */
  readonly isDelivered?: boolean | undefined;
  /** Works out only the total: pieces that are known are not worked out again. */
  readonly memory?: Memory | undefined;
  /** Pieces that other products had, for flows alone. */
  readonly shared?: SharedPieces | undefined;
}

/** A product while it is being resolved. Everything that is wrong is collected, not thrown. */
export interface Draft {
  readonly library: FactorLibrary;
  readonly options: ResolveOptions;
  readonly flows: Flow[];
  /** Flows of a total, in place of `flows`; empty without a memory. */
  readonly segments: Segment[];
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
  /** Its ends that were worked out before, if other products have the same mass. */
  readonly ends?: SharedEnd[] | undefined;
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
  readonly isDeclaredUse?: boolean | undefined;
  readonly spread?: Uncertainty | undefined;
  readonly alternatives?: Alternatives | undefined;
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
    segments: [],
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
    draft.flows.push(flowOf(draft, place, factor, convert(amount, unit, factor.unit), traits));
    const left = factor.details?.['leaves_out'];
    if (left) {
      const reason = `${place.label}: its factor leaves out ${left}.`;
      addGap(draft, place, reason);
    }
    return [draft.flows.length - 1];
  } catch (error) {
    if (!(error instanceof UnitMismatch)) throw error;
    refuse(draft, place.path, mismatchText(factor, unit), 'UNIT_MISMATCH');
    return [];
  }
}

/** Adds something that the place asks for and no source has. */
export function addGap(
  draft: Draft,
  { path, phase }: Pick<Place, 'path' | 'phase'>,
  reason: string,
): void {
  draft.gaps.push({ path, phase, reason });
}

/** Positions of the flows that were added since there were `first`: for decisions about them. */
export function flowsFrom(draft: Draft, first: number): number[] {
  if (draft.options.isFlowsOnly) return [];
  return draft.flows.slice(first).map((_, at) => first + at);
}

/**
 * BASIC flows carry no quality, so that their snapshots stay small. The members are in the order of canonical
 * JSON, which makes the digest of a snapshot fast.
 */
function flowOf(
  { options, library }: Draft,
  { label, path, phase }: Place,
  factor: Factor,
  amount: number,
  traits: FlowTraits,
): Flow {
  const { role = 'DIRECT', geography, pedigree } = traits;
  const factorId = factor.id;
  if (options.full === undefined) return { amount, factorId, label, path, phase, role };
  if (options.isFlowsOnly) {
    const plain = { amount, factorId, label, path, phase, role };
    return traits.accounting ? { accounting: traits.accounting, ...plain } : plain;
  }
  const isProxy = traits.isProxy === true || isSpendBased(factor);
  const year = options.year ?? library.newestYear;
  const variance = traits.basicVariance ?? basicVariance(factor);
  const scores = scoresOf(factor, { geography, year, isProxy }, pedigree);
  const standsIn = isProxy || isExpired(factor, year);
  const rated = { amount, basicVariance: variance, factorId, label, path, phase, role, scores };
  const { accounting, alternatives, isAircraft, isDeclaredUse, spread } = traits;
  // Few flows have one of these. Spreading absent ones into each costs as much as all the rest.
  if (!(accounting || alternatives || isAircraft || isDeclaredUse || standsIn || spread))
    return rated;
  return {
    ...(accounting && { accounting }),
    ...(alternatives && { alternatives }),
    ...rated,
    ...(isAircraft && { isAircraft }),
    ...(isDeclaredUse && { isDeclaredUse }),
    ...(standsIn && { isProxy: true }),
    ...(spread && { spread }),
  };
}

function mismatchText(factor: Factor, unit: string): string {
  return `"${factor.name}" is per ${factor.unit}; an amount in ${unit} cannot be converted to that.`;
}

export function refuse(
  draft: Draft,
  path: Path,
  message: string,
  code: Problem['code'] = 'BAD_INPUT',
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

/** The rows of one activity, such as a fuel and its upstream, share a decision in the same words. */
export function decide(
  draft: Draft,
  path: Path,
  decision: Pick<Decision, 'value' | 'reason' | 'source'>,
  flows: readonly number[],
): void {
  if (draft.options.isFlowsOnly) return;
  const { reason, source, value } = decision;
  const last = draft.decisions.at(-1);
  const isSame = last?.reason === reason && last.source === source && last.value === value;
  if (isSame && pathText(last.path) === pathText(path)) {
    draft.decisions.splice(-1, 1, { ...last, flows: [...last.flows, ...flows] });
  } else draft.decisions.push({ flows, path, reason, source, value });
}

/** A decision for each reason to take a factor, such as a step down the ladder. */
export function decideSteps(
  draft: Draft,
  path: Path,
  factor: Factor,
  steps: readonly string[],
  flows: readonly number[],
): void {
  const { name: value, source } = factor;
  for (const reason of steps) decide(draft, path, { value, reason, source }, flows);
}

/** A decision for an own factor that is taken although a shared one fits place and year better. */
export function decideOwn(
  draft: Draft,
  path: Path,
  { factor, betterFit }: { readonly factor: Factor; readonly betterFit?: Factor | undefined },
  flows: readonly number[],
): void {
  if (betterFit === undefined) return;
  const reason = `Your own factor is used. "${betterFit.name}" (${betterFit.geography}, ${betterFit.year ?? 'no year'}) fits the place and the year better.`;
  decideSteps(draft, path, factor, [reason], flows);
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
    : max < 1e300 || value > max
      ? ` and at most ${max}`
      : '';
  refuse(draft, path, `${String(path.at(-1))} must be at least ${min}${top}.`);
  return undefined;
}

/** True for a country, a region or none; anything else is a problem. */
export function isPlace(draft: Draft, path: Path, name: string | undefined): boolean {
  if (name === undefined || isGeography(name)) return true;
  refuse(draft, path, `${name} is not a country.`);
  return false;
}

/** The factor with that id, or a problem. */
export function namedFactor(draft: Draft, path: Path, factorId: string): Factor | undefined {
  const factor = draft.library.factors.get(factorId);
  if (factor === undefined) {
    refuse(draft, path, `The library has no factor ${factorId}.`, 'MISSING_FACTOR');
    return undefined;
  }
  if (!isUnexplained(draft, factor)) return factor;
  const message = `"${factor.name}" is ${factor.co2eKgPerUnit} kg CO2e per ${factor.unit}. A factor that is not above 0 is used only if its activity is "removal".`;
  refuse(draft, path, message);
  return undefined;
}

/** A quantity of a factor that was named: where place or year are not those asked for, it says so. */
export function addNamedFlow(
  draft: Draft,
  place: Place,
  factor: Factor,
  quantity: Quantity,
  traits: FlowTraits,
): number[] {
  const flows = addFlow(draft, place, factor, quantity, traits);
  const steps = stepsTo(factor, traits.geography, draft.options.year);
  decideSteps(draft, place.path, factor, steps, flows);
  return flows;
}

/** Zero can be real in a published table; in an organization's own set it is a gap, but for energy. */
function isUnexplained(
  { library }: Draft,
  { co2eKgPerUnit, activity, unit, setId }: Factor,
): boolean {
  if (activity === 'removal') return false;
  const isOwnGap = library.ownSetIds.has(setId) && !haveSameDimension(unit, 'kWh');
  return co2eKgPerUnit < 0 || (co2eKgPerUnit === 0 && isOwnGap);
}
