import { inputRequiredKgPerKg } from '../factor.ts';
import { CLOTH, FIBRE, findMaterial, GOODS, YARN } from '../library/find-material.ts';
import { normalizedName } from '../library/material-names.ts';
import { processEnergy } from '../library/process-table.ts';
import type { Path } from '../path.ts';
import type { Component, ProcessStep } from '../product.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import { type Draft, refuse } from './draft.ts';
import { groupOfComponent } from './material-group.ts';

/** A step, and the components that go through it. */
export interface PlannedStep {
  readonly step: ProcessStep;
  readonly path: Path;
  /** Positions of the components; all of them for a step of the whole product. */
  readonly targets: readonly number[];
  /** Kilograms out of the step per kilogram in the product, by position in `targets`. */
  readonly outputs: readonly number[];
  /** The fibre it would process is served by finished goods, which have the step inside. */
  readonly isInside: boolean;
}

export interface ProcessPlan {
  readonly steps: readonly PlannedStep[];
  /** Kilograms bought per kilogram in the product, of each component. */
  readonly bought: readonly number[];
}

/** A component for the plan: the group of its material, and how far it is made when it is bought. */
export interface Workpiece {
  readonly component: Component;
  readonly group: MaterialGroup;
  readonly madeTo: number;
}

/**
 * Assigns steps to components and compounds losses along the chain of each component: its
 * own steps first, then those of the product that process it. The output of a step
 * is the input of all later steps of the chain; the purchase is the input of all of them.
 */
export function planProcesses(
  draft: Draft,
  root: Path,
  components: readonly Component[],
  productSteps: readonly ProcessStep[],
): ProcessPlan {
  const pieces = new Workpieces(draft, components);
  const own = components.flatMap(({ processSteps = [] }, target) =>
    processSteps.map((step, at) => ({
      step,
      path: [...root, 'components', target, 'processSteps', at],
      targets: [target],
    })),
  );
  const all = components.map((_, at) => at);
  const shared = productSteps.map((step, at) => {
    const path = [...root, 'processSteps', at];
    return { step, path, targets: targetsOf(draft, path, step, { components: all, pieces }) };
  });
  const needed = components.map(() => 1);
  const steps: PlannedStep[] = [];
  for (const { step, path, targets } of [...own, ...shared].toReversed()) {
    const counted = isTextile(draft, step)
      ? targets.filter((at) => (pieces.at(at)?.madeTo ?? FIBRE) < makes(step))
      : targets;
    const isInside = targets.length > 0 && counted.length === 0;
    const outputs = counted.map((at) => needed[at] ?? 1);
    steps.unshift({ step, path, targets: counted, outputs, isInside });
    const ratio = inputRatio(draft, step);
    for (const at of counted) needed[at] = (needed[at] ?? 1) * ratio;
  }
  return { steps, bought: needed };
}

/** The workpieces of components; most steps do not look at them. */
class Workpieces {
  readonly #draft: Draft;
  readonly #components: readonly Component[];
  readonly #known: (Workpiece | undefined)[] = [];

  constructor(draft: Draft, components: readonly Component[]) {
    this.#draft = draft;
    this.#components = components;
  }

  get all(): readonly Workpiece[] {
    return this.#components.flatMap((_, at) => this.at(at) ?? []);
  }

  at(at: number): Workpiece | undefined {
    const component = this.#components[at];
    if (component === undefined) return undefined;
    const piece = this.#known[at] ?? workpieceOf(this.#draft, component);
    this.#known[at] = piece;
    return piece;
  }
}

function workpieceOf(draft: Draft, component: Component): Workpiece {
  const known = draft.options.memory?.workpieces.get(component);
  if (known !== undefined) return known;
  const piece = newWorkpiece(draft, component);
  draft.options.memory?.workpieces.set(component, piece);
  return piece;
}

function newWorkpiece(draft: Draft, component: Component): Workpiece {
  const { material, originCountry } = component;
  const { library, options } = draft;
  const found = material && findMaterial(library, material, originCountry, options.year, undefined);
  const { madeTo = FIBRE } = found || {};
  return { component, group: groupOfComponent(draft, component), madeTo };
}

/** State of a textile after the step. */
function makes({ process }: ProcessStep): number {
  if (process === 'CUTTING_AND_SEWING') return GOODS;
  return process?.startsWith('SPINNING') ? YARN : CLOTH;
}

/** A named textile process, or a factor of one step that needs its material as a component. */
function isTextile({ library }: Draft, { process, factorId }: ProcessStep): boolean {
  if (process != null) return true;
  const factor = factorId == null ? undefined : library.factors.get(factorId);
  return factor !== undefined && inputRequiredKgPerKg(factor) !== undefined;
}

function targetsOf(
  draft: Draft,
  path: Path,
  step: ProcessStep,
  { components: all, pieces }: Targets,
): readonly number[] {
  if (step.components != null || step.materialGroups != null) {
    return namedTargets(draft, path, step, pieces.all);
  }
  if (all.length === 0 || !isTextile(draft, step)) return all;
  const fibres = all.filter((at) => isFibre(pieces.at(at)));
  if (fibres.length > 0) return fibres;
  const others = all.filter((at) => SPINNABLE.has(pieces.at(at)?.group ?? 'MIXED'));
  if (others.length === 0) {
    const message = `${step.process ?? 'This step'} processes fibres or cloth, and no component is one: name the components that it processes.`;
    refuse(draft, [...path, 'components'], message);
  }
  return others;
}

interface Targets {
  /** Positions of all components. */
  readonly components: readonly number[];
  readonly pieces: Workpieces;
}

/** Leather is treated like textiles at its end, and neither spun nor woven. */
function isFibre(piece: Workpiece | undefined): boolean {
  if (piece?.group !== 'TEXTILE') return false;
  return !normalizedName(piece.component.material ?? '').includes('leather');
}

/** Polymers become fibres; a component of a factor or a product of its own may be one. */
const SPINNABLE: ReadonlySet<MaterialGroup> = new Set(['PLASTIC', 'MIXED']);

function namedTargets(
  draft: Draft,
  path: Path,
  { components = [], materialGroups = [] }: ProcessStep,
  pieces: readonly Workpiece[],
): readonly number[] {
  const targets = new Set<number>();
  for (const [place, name] of components.entries()) {
    const wanted = normalizedName(name);
    const found = pieces.flatMap((piece, at) => (isCalled(piece, wanted) ? [at] : []));
    for (const at of found) targets.add(at);
    if (found.length > 0) continue;
    const names = pieces.flatMap(({ component }) => component.name ?? component.material ?? []);
    const message = `No component is named "${name}".`;
    refuse(draft, [...path, 'components', place], message, 'BAD_INPUT', names);
  }
  for (const [place, group] of materialGroups.entries()) {
    const found = pieces.flatMap((piece, at) => (piece.group === group ? [at] : []));
    for (const at of found) targets.add(at);
    if (found.length > 0) continue;
    const message = `No component is of the group ${group}.`;
    const groups = [...new Set(pieces.map((piece) => piece.group))];
    refuse(draft, [...path, 'materialGroups', place], message, 'BAD_INPUT', groups);
  }
  return [...targets].sort((a, b) => a - b);
}

function isCalled({ component }: Workpiece, wanted: string): boolean {
  const { name, material, productId } = component;
  return [name, material, productId].some((own) => own != null && normalizedName(own) === wanted);
}

/**
 * Input of a step in kg per kg of output: 1/(1−ℓ) of a loss, or the input that a gate-to-gate factor
 * requires. BASIC follows only such factors.
 */
function inputRatio({ library, options }: Draft, step: ProcessStep): number {
  const factor = step.factorId == null ? undefined : library.factors.get(step.factorId);
  const required = factor && inputRequiredKgPerKg(factor);
  if (required !== undefined) return required;
  if (options.full === undefined) return 1;
  const row = step.process == null ? undefined : processEnergy(library, step.process);
  const lossRate = step.lossRate ?? row?.wasteShare ?? 0;
  return lossRate >= 0 && lossRate < 1 ? 1 / (1 - lossRate) : 1;
}
