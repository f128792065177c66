import type { Problem } from '../errors.ts';
import { type Factor, inputRequiredKgPerKg } from '../factor.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Path } from '../path.ts';
import type { Component, ProcessStep, Product } from '../product.ts';
import type { LifecyclePhase } from '../vocabulary.ts';
import type { ResolveOptions } from './draft.ts';
import { type Draft, decide, newDraft, type Place, readNumber, refuse } from './draft.ts';
import { type Products, type ResolvedComponent, resolveComponent } from './resolve-component.ts';
import { resolvePackaging } from './resolve-packaging.ts';
import { resolveProcessStep } from './resolve-process-step.ts';
import { resolveTransport } from './resolve-transport.ts';
import type { ResolvedProduct } from './resolved.ts';

export interface ProductResolution {
  readonly product: ResolvedProduct;
  readonly problems: readonly Problem[];
  readonly suppliedFactors: ReadonlyMap<string, Factor>;
}

/** Works out one product as declared: cradle to the customer's shelf, no gap filled. */
export function resolveDeclared(
  library: FactorLibrary,
  product: Product,
  products: Products,
  options: ResolveOptions,
  root: Path = [],
): ProductResolution {
  const draft = newDraft(library, options);
  const declaredUnit = product.declaredUnit ?? { amount: 1, unit: 'PIECE' };
  readNumber(draft, [...root, 'declaredUnit', 'amount'], declaredUnit.amount, {
    min: Number.MIN_VALUE,
  });
  const components = addComponents(draft, root, product, products);
  const netKg = readNumber(draft, [...root, 'netMassKg'], product.netMassKg) ?? sumOf(product);
  addSteps(draft, root, product, netKg, components);
  const packagingKg = addPackaging(draft, root, product);
  addDistribution(draft, root, product, netKg, packagingKg);
  if (draft.flows.length + draft.parts.length === 0 && draft.problems.length === 0) {
    const message = `${product.name} declares nothing that can be calculated.`;
    refuse(draft, [...root, 'components'], 'BAD_INPUT', message);
  }
  if (root.length === 0) listGaps(draft);
  const { flows, parts, decisions, gaps, problems, suppliedFactors } = draft;
  const { id, name } = product;
  return {
    product: { id, name, declaredUnit, flows, parts, decisions, gaps },
    problems,
    suppliedFactors,
  };
}

const NEVER_IN_BASIC: readonly LifecyclePhase[] = [
  'RETAIL',
  'INSTALLATION',
  'USE',
  'MAINTENANCE_REPAIR',
  'END_OF_LIFE',
];
const IF_DECLARED: readonly LifecyclePhase[] = [
  'RAW_MATERIALS',
  'INBOUND_TRANSPORT',
  'MANUFACTURING',
  'PACKAGING',
  'DISTRIBUTION',
];

/** What of the life cycle a BASIC result has not: phases it never has, phases nothing was declared for. */
function listGaps(draft: Draft): void {
  const has = new Set([...draft.flows, ...draft.parts].map((flow) => flow.phase));
  for (const phase of IF_DECLARED) {
    if (!has.has(phase))
      draft.gaps.push({ path: [], phase, reason: 'Nothing was declared for it.' });
  }
  for (const phase of NEVER_IN_BASIC) {
    draft.gaps.push({ path: [], phase, reason: 'Only a FULL calculation covers it.' });
  }
}

function addComponents(
  draft: Draft,
  root: Path,
  product: Product,
  products: Products,
): ResolvedComponent[] {
  const ratio = inputRatioOf(draft.library, product.processSteps ?? []);
  return (product.components ?? []).map((component, at) => {
    const path = [...root, 'components', at];
    const label = component.name ?? nameOf(component, products) ?? `Component ${at + 1}`;
    const place: Place = { path, label, phase: 'RAW_MATERIALS' };
    return resolveComponent(draft, place, component, products, ratio);
  });
}

function nameOf({ material, productId, factorId }: Component, products: Products) {
  return material ?? (productId ? products.get(productId)?.name : undefined) ?? factorId;
}

/** Kilograms of material that go into all gate-to-gate steps per kilogram that comes out. */
function inputRatioOf(library: FactorLibrary, steps: readonly ProcessStep[]): number {
  return steps.reduce((ratio, { factorId }) => {
    const factor = factorId === undefined ? undefined : library.factors.get(factorId);
    return ratio * ((factor && inputRequiredKgPerKg(factor)) ?? 1);
  }, 1);
}

function sumOf({ components = [] }: Product): number | undefined {
  const masses = components.flatMap(({ massKg }) => (massKg === undefined ? [] : [massKg]));
  return masses.length === 0 ? undefined : masses.reduce((sum, massKg) => sum + massKg, 0);
}

function addSteps(
  draft: Draft,
  root: Path,
  product: Product,
  netKg: number | undefined,
  components: readonly ResolvedComponent[],
): void {
  const hasFinishedTextile = components.some((component) => component.isFinishedTextile);
  const hasMass = components.some((component) => component.massKg !== undefined);
  for (const [at, step] of (product.processSteps ?? []).entries()) {
    const path = [...root, 'processSteps', at];
    const label = step.name ?? step.process?.toLowerCase().replaceAll('_', ' ') ?? `Step ${at + 1}`;
    const place: Place = { path, label, phase: 'MANUFACTURING' };
    if (step.process !== undefined && hasFinishedTextile) {
      leaveOut(draft, place, step);
      continue;
    }
    if (!hasMass && isWithoutMaterial(draft.library, step)) {
      const message = `${label} is a process without its material: declare the material as a component.`;
      refuse(draft, [...path, 'factorId'], 'BAD_INPUT', message);
      continue;
    }
    resolveProcessStep(draft, place, step, netKg);
  }
}

function leaveOut(draft: Draft, place: Place, step: ProcessStep): void {
  const reason = `${place.label} is not added: the textile average that stands in for the fibre is of finished goods and has it inside.`;
  decide(draft, [...place.path, 'process'], 'left out', reason, step.process ?? '', []);
}

function isWithoutMaterial(library: FactorLibrary, { factorId }: ProcessStep): boolean {
  const factor = factorId === undefined ? undefined : library.factors.get(factorId);
  return factor !== undefined && inputRequiredKgPerKg(factor) !== undefined;
}

function addPackaging(draft: Draft, root: Path, product: Product): number {
  return (product.packaging ?? []).reduce((sum, packaging, at) => {
    const path = [...root, 'packaging', at];
    const label = packaging.name ?? packaging.material ?? `Packaging ${at + 1}`;
    return sum + resolvePackaging(draft, { path, label, phase: 'PACKAGING' }, packaging);
  }, 0);
}

function addDistribution(
  draft: Draft,
  root: Path,
  product: Product,
  netKg: number | undefined,
  packagingKg: number,
): void {
  const grossKg = netKg === undefined ? undefined : netKg + packagingKg;
  for (const [at, leg] of (product.transportLegs ?? []).entries()) {
    const path = [...root, 'transportLegs', at];
    const label = `Distribution, ${leg.method.toLowerCase()}`;
    resolveTransport(draft, { path, label, phase: 'DISTRIBUTION' }, leg, grossKg);
  }
}
