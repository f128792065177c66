import type { Factor } from '../factor.ts';
import type { Component, DeclaredUnit, EndOfLife, Packaging, ProcessStep } from '../product.ts';
import { type ElectricityAccounting, LIFECYCLE_PHASES } from '../vocabulary.ts';
import type { Draft, TreatedMass } from './draft.ts';
import type { PlannedStep, Workpiece } from './process-plan.ts';
import type { Flow } from './resolved.ts';
import type { ResolvedComponent } from './resolved-component.ts';

/**
 * Pieces of a product that were worked out before, for totals of variants of one product: a piece whose
 * inputs are the same objects is added again as it was. One memory serves one library and one method.
 */
export interface Memory {
  readonly accounting: ElectricityAccounting | undefined;
  readonly components: (Piece<ComponentInputs, ResolvedComponent> | undefined)[];
  /** The result is the energy of what is burnt with recovery, in kWh. */
  readonly endings: (Piece<EndingInputs, number> | undefined)[];
  readonly workpieces: WeakMap<Component, Workpiece>;
  /** Of the last product that was worked out as a whole. */
  steps: readonly PlannedStep[];
}

/** kg CO2e of flows in their order, and the position of the phase of each. */
export interface Segment {
  readonly co2eKg: Float64Array;
  readonly phases: Uint8Array;
}

/** Additions of a piece of work to a draft, without its flows. */
interface Additions<Result> {
  readonly result: Result;
  readonly masses: readonly TreatedMass[];
  readonly distributionKg: number;
  readonly endOfLifeKg: number;
}

/** Additions of a piece to a draft, and the inputs that they followed from. */
export interface Piece<Input, Result> extends Additions<Result> {
  readonly input: Input;
  readonly segment: Segment;
}

/** Inputs of a component, as `resolveComponent` takes them. */
export interface ComponentInputs {
  readonly component: Component;
  readonly inputRatio: number | undefined;
  readonly madeIn: string | undefined;
}

/** Inputs of the end of life of a mass. */
export interface EndingInputs {
  readonly mass: TreatedMass;
  readonly profile: EndOfLife | undefined;
  readonly country: string | undefined;
}

/**
 * Pieces of many products by their content. Only for results that want flows alone: path and label of a flow are
 * those of the first product that had the piece. They serve one library and one method.
 */
export interface SharedPieces {
  /** A product begins: inputs of another one are not asked for as the same objects again. */
  readonly begin: (productId: string) => void;
  /** Each adds a piece as another product had it, or works it out. */
  readonly component: Shared<ComponentInputs, ResolvedComponent>;
  /** The result is the packaging that travels with one declared unit, in kg. */
  readonly packaging: Shared<Packaging, number>;
  readonly step: Shared<StepInputs, void>;
  /** Ends of masses that belong to a piece; the result is the energy of what is burnt with recovery, in kWh. */
  readonly ending: Shared<EndingInputs, number>;
}

type Shared<Inputs, Result> = (draft: Draft, inputs: Inputs, work: () => Result) => Result;

/** Inputs of a process step, as `resolveProcessStep` takes them. */
export interface StepInputs {
  readonly step: ProcessStep;
  readonly outputKg: number | undefined;
  readonly declaredUnit: DeclaredUnit;
}

/** An end of a mass that other products have too. */
export interface SharedEnd {
  /** The content of the declared end of life. */
  readonly profile: string | undefined;
  readonly country: string | undefined;
  readonly piece: SharedPiece<number>;
}

export interface SharedPiece<Result> extends Additions<Result> {
  readonly flows: readonly Flow[];
}

export function newMemory(accounting: ElectricityAccounting | undefined): Memory {
  return { accounting, components: [], endings: [], workpieces: new WeakMap(), steps: [] };
}

/** Adds a piece as it was. */
export function addPiece<Result>(draft: Draft, piece: Piece<unknown, Result>): Result {
  if (draft.flows.length > 0) closeSegment(draft);
  draft.segments.push(piece.segment);
  return addAgain(draft, piece);
}

/** Adds everything but the flows once more. */
export function addAgain<Result>(draft: Draft, added: Additions<Result>): Result {
  for (const mass of added.masses) draft.masses.push(mass);
  draft.coveredKg.distribution += added.distributionKg;
  draft.coveredKg.endOfLife += added.endOfLifeKg;
  return added.result;
}

/**
 * Works out a piece and remembers what it adds. Decisions, gaps and warnings are not remembered: totals do
 * not have them.
 */
export function learnPiece<Input, Result>(
  draft: Draft,
  pieces: (Piece<Input, Result> | undefined)[],
  at: number,
  input: Input,
  work: () => Result,
): Result {
  closeSegment(draft);
  const { added, isWhole } = watch(draft, work);
  const segment = closeSegment(draft);
  pieces[at] = isWhole ? { input, segment, ...added } : undefined;
  return added.result;
}

/**
 * Does work on a draft and notes what it adds. A piece adds to each covered mass at most once, which keeps its bits.
 * Work that has problems or needs other products is not whole.
 */
export function watch<Result>(
  draft: Draft,
  work: () => Result,
): { readonly added: Additions<Result>; readonly isWhole: boolean } {
  const { coveredKg, masses, parts, problems } = draft;
  const { distribution, endOfLife } = coveredKg;
  const [massCount, partCount, problemCount] = [masses.length, parts.length, problems.length];
  coveredKg.distribution = 0;
  coveredKg.endOfLife = 0;
  const result = work();
  const { distribution: distributionKg, endOfLife: endOfLifeKg } = coveredKg;
  coveredKg.distribution = distribution + distributionKg;
  coveredKg.endOfLife = endOfLife + endOfLifeKg;
  return {
    added: { result, masses: masses.slice(massCount), distributionKg, endOfLifeKg },
    isWhole: problems.length === problemCount && parts.length === partCount,
  };
}

/** Turns the flows since the last segment into one. */
export function closeSegment(draft: Draft): Segment {
  const { flows, options, segments } = draft;
  if (flows.length === 0) return NO_FLOWS;
  const accounting = options.memory?.accounting;
  const counted = flows.filter((flow) => isCounted(flow, accounting));
  const co2eKg = new Float64Array(counted.length);
  const phases = new Uint8Array(counted.length);
  for (const [at, flow] of counted.entries()) {
    co2eKg[at] = flow.amount * perUnit(draft, flow);
    phases[at] = LIFECYCLE_PHASES.indexOf(flow.phase);
  }
  const segment = { co2eKg, phases };
  segments.push(segment);
  flows.length = 0;
  return segment;
}

const NO_FLOWS: Segment = { co2eKg: new Float64Array(0), phases: new Uint8Array(0) };

/** As `countedWork`: without accounting, in BASIC results, every flow counts. */
function isCounted(
  { phase, accounting }: Flow,
  wanted: ElectricityAccounting | undefined,
): boolean {
  if (wanted === undefined) return true;
  return phase !== 'BEYOND_SYSTEM' && (accounting ?? wanted) === wanted;
}

function perUnit({ suppliedFactors, library }: Draft, { factorId }: Flow): number {
  const factor: Factor | undefined = suppliedFactors.get(factorId) ?? library.factors.get(factorId);
  if (factor === undefined) throw new TypeError(`The library lacks factor ${factorId}.`);
  return factor.co2eKgPerUnit;
}
