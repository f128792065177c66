import { inputRequiredKgPerKg } from '../factor.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { DeclaredUnit, ProcessStep } from '../product.ts';
import { inWords } from '../vocabulary.ts';
import { type Draft, decide, type Place, refuse } from './draft.ts';
import type { PlannedStep } from './process-plan.ts';
import { resolveProcessStep } from './resolve-process-step.ts';
import type { ResolvedComponent } from './resolved-component.ts';

/** The steps of a product that is made of some components. */
export function addSteps(
  draft: Draft,
  declaredUnit: DeclaredUnit,
  steps: readonly PlannedStep[],
  netKg: number | undefined,
  components: readonly ResolvedComponent[],
): void {
  const hasMass = components.some((component) => component.massKg !== undefined);
  for (const [at, planned] of steps.entries()) {
    const { step, path, isInside } = planned;
    const label = step.name ?? (step.process && inWords(step.process)) ?? `Step ${at + 1}`;
    const place: Place = { path, label, phase: 'MANUFACTURING' };
    if (isInside) {
      leaveOut(draft, place, step);
      continue;
    }
    if (!hasMass && isWithoutMaterial(draft.library, step)) {
      const message = `${label} is a process without its material: declare the material as a component.`;
      refuse(draft, [...path, 'factorId'], message);
      continue;
    }
    const outputKg = outputOf(planned, netKg, components);
    const work = () => resolveProcessStep(draft, place, step, outputKg, declaredUnit);
    const { shared } = draft.options;
    if (shared) shared.step(draft, { step, outputKg, declaredUnit }, work);
    else work();
  }
}

/**
 * Output of a step: Σ mass · kg that all later steps need, over the components that it processes. A
 * step of all components puts out the net mass, which may be more than theirs.
 */
function outputOf(
  { targets, outputs }: PlannedStep,
  netKg: number | undefined,
  components: readonly ResolvedComponent[],
): number | undefined {
  let massKg = 0;
  let outputKg = 0;
  for (const [at, target] of targets.entries()) {
    const { productKg = 0 } = components[target] ?? {};
    massKg += productKg;
    outputKg += productKg * (outputs[at] ?? 1);
  }
  if (targets.length < components.length) return massKg === 0 ? undefined : outputKg;
  if (netKg === undefined) return undefined;
  return netKg * (massKg === 0 ? Math.max(1, ...outputs) : outputKg / massKg);
}

function leaveOut(draft: Draft, place: Place, step: ProcessStep): void {
  const reason = `${place.label} is not added: the textile average that stands in for the fibre is of finished goods and has it inside.`;
  decide(
    draft,
    [...place.path, 'process'],
    { value: 'left out', reason, source: step.process ?? '' },
    [],
  );
}

function isWithoutMaterial(library: FactorLibrary, { factorId }: ProcessStep): boolean {
  const factor = factorId === undefined ? undefined : library.factors.get(factorId);
  return factor !== undefined && inputRequiredKgPerKg(factor) !== undefined;
}
