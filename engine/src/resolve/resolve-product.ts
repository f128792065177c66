import type { Problem } from '../errors.ts';
import { type Factor, inputRequiredKgPerKg } from '../factor.ts';
import { inWords } from '../in-words.ts';
import { findMaterial } from '../library/find-material.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Path } from '../path.ts';
import type { Component, DeclaredUnit, ProcessStep, Product } from '../product.ts';
import { BOUNDARY_PHASES, type LifecyclePhase } from '../vocabulary.ts';
import { addDefaultLegs } from './default-legs.ts';
import {
  type Draft,
  decide,
  newDraft,
  type Place,
  type ResolveOptions,
  readNumber,
  refuse,
} from './draft.ts';
import { type WeighedComponent, withMasses, withSteps } from './fill-gaps.ts';
import { chainRatios } from './process-chain.ts';
import { resolveComponent } from './resolve-component.ts';
import { resolvePackaging } from './resolve-packaging.ts';
import { resolveProcessStep } from './resolve-process-step.ts';
import { resolveTransport } from './resolve-transport.ts';
import { lifetimeUses, resolveUse } from './resolve-use.ts';
import { resolveEndOfLife } from './resolve-waste.ts';
import type { ResolvedProduct } from './resolved.ts';
import type { Products, ResolvedComponent } from './resolved-component.ts';

export interface ProductResolution {
  readonly product: ResolvedProduct;
  readonly problems: readonly Problem[];
  readonly suppliedFactors: ReadonlyMap<string, Factor>;
}

/**
 * Works out one product. BASIC: as declared, cradle to the customer's shelf, no gap filled. FULL:
 * the phases of the boundary, gaps filled and losses followed, each fill a decision.
 */
export function resolveProduct(
  library: FactorLibrary,
  product: Product,
  products: Products,
  options: ResolveOptions,
  root: Path = [],
): ProductResolution {
  const draft = newDraft(library, options);
  const declaredUnit = declaredUnitOf(product);
  readNumber(draft, [...root, 'declaredUnit', 'amount'], declaredUnit.amount, {
    min: Number.MIN_VALUE,
  });
  addLifeCycle(draft, root, product, products);
  if (draft.flows.length + draft.parts.length === 0 && draft.problems.length === 0) {
    const message = `${product.name} declares nothing that can be calculated.`;
    refuse(draft, [...root, 'components'], 'BAD_INPUT', message);
  }
  if (root.length === 0) listGaps(draft);
  const { flows, parts, decisions, gaps, problems, suppliedFactors } = draft;
  const { id, name } = product;
  const uses = options.full ? lifetimeUses(product) : undefined;
  const whole = { id, name, declaredUnit, flows, parts, decisions, gaps };
  return {
    product: uses === undefined ? whole : { ...whole, uses },
    problems,
    suppliedFactors,
  };
}

function addLifeCycle(draft: Draft, root: Path, product: Product, products: Products): void {
  const { full } = draft.options;
  const components = full ? withMasses(product) : (product.components ?? []).map(asDeclared);
  const hasFinishedTextile = components.some(({ component }) =>
    isFinishedTextile(draft, component),
  );
  const steps = full
    ? withSteps(draft, root, product, hasFinishedTextile)
    : (product.processSteps ?? []);
  const counted = hasFinishedTextile ? steps.filter((step) => step.process == null) : steps;
  const chain = chainRatios(draft.library, counted, full !== undefined);
  const resolved = addComponents(draft, root, components, products, chain.bought);
  const netKg = readNumber(draft, [...root, 'netMassKg'], product.netMassKg) ?? sumOf(resolved);
  const outputOf = new Map(counted.map((step, at) => [step, chain.outputs[at] ?? 1]));
  addSteps(draft, root, steps, outputOf, netKg, resolved, declaredUnitOf(product));
  const packagingKg = addPackaging(draft, root, product);
  // A part of something else goes no farther than its own gate, unless its way is declared.
  const phases =
    BOUNDARY_PHASES[root.length > 0 ? 'CRADLE_TO_GATE' : (full?.boundary ?? 'CRADLE_TO_SHELF')];
  const isPart = root.length > 0;
  if (isPart || phases.includes('DISTRIBUTION')) {
    addDistribution(draft, root, product, netKg, packagingKg);
  }
  if (full === undefined) return;
  if (phases.includes('USE')) resolveUse(draft, root, product);
  if (phases.includes('END_OF_LIFE')) resolveEndOfLife(draft, root, product, netKg);
}

function declaredUnitOf({ declaredUnit }: Product): DeclaredUnit {
  return declaredUnit ?? { amount: 1, unit: 'PIECE' };
}

function asDeclared(component: Component): WeighedComponent {
  return { component };
}

function isFinishedTextile({ library, options }: Draft, { material, originCountry }: Component) {
  if (material == null) return false;
  return findMaterial(library, material, originCountry, options.year)?.isFinishedTextile === true;
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

/** Lists the gaps of a result: phases it never covers, phases without declarations. */
function listGaps(draft: Draft): void {
  const { full } = draft.options;
  const has = new Set([...draft.flows, ...draft.parts, ...draft.gaps].map(({ phase }) => phase));
  const wanted = full ? BOUNDARY_PHASES[full.boundary] : IF_DECLARED;
  for (const phase of wanted) {
    if (has.has(phase)) continue;
    draft.gaps.push({ path: [], phase, reason: 'Nothing was declared for it.' });
  }
  if (full) return;
  for (const phase of NEVER_IN_BASIC) {
    draft.gaps.push({ path: [], phase, reason: 'Only a FULL calculation covers it.' });
  }
}

function addComponents(
  draft: Draft,
  root: Path,
  components: readonly WeighedComponent[],
  products: Products,
  bought: number,
): ResolvedComponent[] {
  return components.map(({ component, filled }, at) => {
    const path = [...root, 'components', at];
    const label = component.name ?? nameOf(component, products) ?? `Component ${at + 1}`;
    const place: Place = { path, label, phase: 'RAW_MATERIALS' };
    const first = draft.flows.length;
    const resolved = resolveComponent(draft, place, component, products, bought);
    if (filled) {
      const flows = draft.flows.slice(first).map((_, offset) => first + offset);
      const massKg = component.massKg ?? 0;
      decide(draft, [...path, 'massKg'], massKg, filled.reason, filled.source, flows);
    }
    return resolved;
  });
}

function nameOf({ material, productId, factorId }: Component, products: Products) {
  return material ?? (productId ? products.get(productId)?.name : undefined) ?? factorId;
}

function sumOf(components: readonly ResolvedComponent[]): number | undefined {
  const masses = components.flatMap(({ productKg }) =>
    productKg === undefined ? [] : [productKg],
  );
  return masses.length === 0 ? undefined : masses.reduce((sum, massKg) => sum + massKg, 0);
}

/** `outputOf` says what comes out of each step per kg of product, of those that count. */
function addSteps(
  draft: Draft,
  root: Path,
  steps: readonly ProcessStep[],
  outputOf: ReadonlyMap<ProcessStep, number>,
  netKg: number | undefined,
  components: readonly ResolvedComponent[],
  declaredUnit: DeclaredUnit,
): void {
  const hasMass = components.some((component) => component.massKg !== undefined);
  for (const [at, step] of steps.entries()) {
    const path = [...root, 'processSteps', at];
    const label = step.name ?? (step.process && inWords(step.process)) ?? `Step ${at + 1}`;
    const place: Place = { path, label, phase: 'MANUFACTURING' };
    const output = outputOf.get(step);
    if (output === undefined) {
      leaveOut(draft, place, step);
      continue;
    }
    if (!hasMass && isWithoutMaterial(draft.library, step)) {
      const message = `${label} is a process without its material: declare the material as a component.`;
      refuse(draft, [...path, 'factorId'], 'BAD_INPUT', message);
      continue;
    }
    const outputKg = netKg === undefined ? undefined : netKg * output;
    resolveProcessStep(draft, place, step, outputKg, declaredUnit);
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
  const legs = product.transportLegs ?? [];
  for (const [at, leg] of legs.entries()) {
    const path = [...root, 'transportLegs', at];
    const label = `Distribution, ${inWords(leg.method)}`;
    resolveTransport(draft, { path, label, phase: 'DISTRIBUTION' }, leg, grossKg);
  }
  const isRoot = root.length === 0;
  if (draft.options.full && isRoot && legs.length === 0 && grossKg !== undefined) {
    const place: Place = { path: root, label: 'Distribution', phase: 'DISTRIBUTION' };
    addDefaultLegs(draft, place, madeIn(product), grossKg);
  }
}

/** Country of the last step; without steps, the country of all parts if it is the same. */
function madeIn({ processSteps = [], components = [] }: Product): string | undefined {
  const last = processSteps.findLast((step) => step.country !== undefined)?.country;
  const origins = new Set(components.map((part) => part.originCountry));
  return last ?? (origins.size === 1 ? [...origins][0] : undefined);
}
