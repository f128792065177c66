import { stageText } from '../library/factor-coverage.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Path } from '../path.ts';
import type { Component, DeclaredUnit, Product } from '../product.ts';
import { endStep } from '../step.ts';
import {
  BOUNDARY_PHASES,
  inWords,
  type LifecyclePhase,
  type MaterialGroup,
} from '../vocabulary.ts';
import { addLegs, clientWay } from './default-legs.ts';
import {
  addGap,
  type Draft,
  decide,
  flowsFrom,
  newDraft,
  type Place,
  type ResolveOptions,
  readNumber,
  refuse,
  warn,
} from './draft.ts';
import { type WeighedComponent, withMasses, withSteps } from './fill-gaps.ts';
import { countryMadeIn } from './made-in.ts';
import { addPiece, learnPiece } from './memory.ts';
import { checkMasses, expectedResult } from './plausibility.ts';
import { type PlannedStep, type ProcessPlan, planProcesses } from './process-plan.ts';
import { type Resolution, resolutionOf } from './resolution.ts';
import { COVERAGE, resolveComponent } from './resolve-component.ts';
import { resolvePackaging } from './resolve-packaging.ts';
import { addSteps } from './resolve-steps.ts';
import { resolveLegs } from './resolve-transport.ts';
import { lifetimeUses, resolveUse } from './resolve-use.ts';
import { resolveEndOfLife } from './resolve-waste.ts';
import type { Products, ResolvedComponent } from './resolved-component.ts';

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
): Resolution {
  endStep();
  const declaredUnit = declaredUnitOf(product);
  const draft = draftOf(library, product, products, options, root);
  const isReported = root.length === 0 && options.isFlowsOnly !== true;
  if (isReported) listGaps(draft, product);
  const { id, name, lifetime } = product;
  const uses = options.full ? lifetimeUses(product) : undefined;
  const years = options.full && lifetime?.unit === 'YEARS' ? lifetime.value : undefined;
  const expected = options.full && isReported ? expectedResult(draft, product) : undefined;
  return resolutionOf(draft, {
    id,
    name,
    declaredUnit,
    ...(expected && { expected }),
    ...(uses !== undefined && { uses }),
    ...(years !== undefined && { years }),
  });
}

/** The flows and parts of a product, with all problems. */
export function draftOf(
  library: FactorLibrary,
  product: Product,
  products: Products,
  options: ResolveOptions,
  root: Path,
): Draft {
  const isFood = product.sectorTags?.some((tag) => tag === 'FOOD' || tag === 'BEVERAGES') ?? false;
  const draft = newDraft(library, options, isFood);
  readNumber(draft, [...root, 'declaredUnit', 'amount'], declaredUnitOf(product).amount, {
    min: Number.MIN_VALUE,
  });
  addLifeCycle(draft, root, product, products);
  const { flows, segments, parts, problems } = draft;
  if (flows.length + segments.length + parts.length === 0 && problems.length === 0) {
    const message = `"${product.name}" declares nothing that can be calculated.`;
    refuse(draft, [...root, 'components'], message);
  }
  return draft;
}

function addLifeCycle(draft: Draft, root: Path, product: Product, products: Products): void {
  const { full } = draft.options;
  const components = full
    ? withMasses(draft.library, product)
    : (product.components ?? []).map(asDeclared);
  const steps = full ? withSteps(draft, root, product) : (product.processSteps ?? []);
  const parts = components.map(({ component }) => component);
  const plan = planProcesses(draft, root, parts, steps);
  const { memory } = draft.options;
  if (memory) memory.steps = plan.steps;
  const resolved = addComponents(draft, root, { product, components, plan }, products);
  addBeyondComponents(draft, root, product, plan.steps, resolved);
}

/** Everything but the components, from their masses. */
export function addBeyondComponents(
  draft: Draft,
  root: Path,
  product: Product,
  steps: readonly PlannedStep[],
  resolved: readonly ResolvedComponent[],
): void {
  const { full } = draft.options;
  const netKg = readNumber(draft, [...root, 'netMassKg'], product.netMassKg) ?? sumOf(resolved);
  addSteps(draft, declaredUnitOf(product), steps, netKg, resolved);
  checkMasses(draft, root, product, resolved);
  const packagingKg = addPackaging(draft, root, product);
  noteOnTop(draft, root, product, resolved);
  // A part of something else goes no farther than its own gate, unless its way is declared.
  const isPart = root.length > 0;
  const phases = BOUNDARY_PHASES[isPart ? 'CRADLE_TO_GATE' : (full?.boundary ?? 'CRADLE_TO_SHELF')];
  if (isPart || phases.includes('DISTRIBUTION')) {
    addDistribution(draft, root, product, netKg, packagingKg);
  }
  if (full === undefined) return;
  if (phases.includes('USE')) resolveUse(draft, root, product);
  if (phases.includes('END_OF_LIFE')) resolveEndOfLife(draft, root, product, netKg);
}

/** Steps and packaging that a factor of a component has inside, such as one of food on the shelf. */
function noteOnTop(
  draft: Draft,
  root: Path,
  { packaging = [] }: Product,
  resolved: readonly ResolvedComponent[],
): void {
  for (const [field, phase, stage] of ON_TOP) {
    const [first, ...others] = resolved.filter(({ covers }) => covers?.has(phase));
    const flows = draft.flows.flatMap(({ path }, at) => (path[root.length] === field ? at : []));
    if (first === undefined) continue;
    const inside = (first.virgin?.name ?? 'a factor') + stageText(first.virgin, stage);
    const reason = `Declare only what is missing: it counts on top of the ${inWords(phase)} inside ${inside}${others.length > 0 ? ' and others' : ''}.`;
    if (flows.length > 0) {
      decide(draft, [...root, field], { value: 'on top', reason, source: COVERAGE }, flows);
    }
    // Nothing but packed food and what holds it: the sugar of a lemonade does not bring its bottle.
    const isPacked = ({ group, covers }: ResolvedComponent) =>
      group === 'FOOD' ? covers?.has(phase) : CONTAINERS.has(group);
    if (phase !== 'PACKAGING' || !resolved.every(isPacked)) continue;
    for (const [at, { group }] of resolved.entries()) {
      if (group !== 'FOOD') warn(draft, [...root, 'components', at], 'COUNTED_TWICE', reason);
    }
    // Ingredients of a meal come in packaging of their own; what is bought as it is has one.
    if (resolved.length === 1 && packaging.some(({ level }) => level === 'PRIMARY')) {
      warn(draft, [...root, field], 'COUNTED_TWICE', reason);
    }
  }
}

/** Groups of materials that a component next to food is packed in. */
const CONTAINERS = new Set<MaterialGroup | undefined>(['GLASS', 'METAL', 'PLASTIC', 'PAPER']);

const ON_TOP = [
  ['processSteps', 'MANUFACTURING', 'processing'],
  ['packaging', 'PACKAGING', 'packaging'],
] as const;

function declaredUnitOf({ declaredUnit }: Product): DeclaredUnit {
  return declaredUnit ?? { amount: 1, unit: 'PIECE' };
}

function asDeclared(component: Component): WeighedComponent {
  return { component };
}

/** The phases of a BASIC result. */
const IF_DECLARED: readonly LifecyclePhase[] = [...BOUNDARY_PHASES.CRADLE_TO_GATE, 'DISTRIBUTION'];

/** Gaps that no declaration closes. */
const NEVER: Partial<Readonly<Record<LifecyclePhase, string>>> = {
  RETAIL: 'The energy of warehouses and shops is not calculated.',
  INSTALLATION: 'Installation is not calculated.',
  MAINTENANCE_REPAIR: 'Maintenance, repair and replacement are not calculated.',
};

/** Lists the gaps of a result: phases it never covers, phases without declarations. */
function listGaps(draft: Draft, { processSteps = [], components = [] }: Product): void {
  const { full } = draft.options;
  const has = new Set([...draft.flows, ...draft.parts, ...draft.gaps].map(({ phase }) => phase));
  const wanted = full ? BOUNDARY_PHASES[full.boundary] : IF_DECLARED;
  for (const phase of wanted) {
    if (has.has(phase)) continue;
    const reason = NEVER[phase] ?? `Nothing is declared for ${inWords(phase)}.`;
    addGap(draft, { path: [], phase }, reason);
  }
  if (full) return;
  const steps = [...processSteps, ...components.flatMap((part) => part.processSteps ?? [])];
  if (steps.some(({ lossRate }) => lossRate)) {
    const reason = 'Only a FULL calculation follows the losses of process steps.';
    addGap(draft, { path: [], phase: 'RAW_MATERIALS' }, reason);
  }
  for (const phase of BOUNDARY_PHASES.CRADLE_TO_GRAVE) {
    if (IF_DECLARED.includes(phase)) continue;
    addGap(draft, { path: [], phase }, 'Only a FULL calculation covers it.');
  }
}

interface PlannedComponents {
  readonly product: Product;
  readonly components: readonly WeighedComponent[];
  readonly plan: ProcessPlan;
}

function addComponents(
  draft: Draft,
  root: Path,
  { product, components, plan }: PlannedComponents,
  products: Products,
): ResolvedComponent[] {
  const madeIn = countryMadeIn(product);
  return components.map((weighed, at) => {
    return addOnce(draft, root, { weighed, at, inputRatio: plan.bought[at], madeIn }, products);
  });
}

/** Adds a component; with a memory, as it was if its inputs are the same. */
export function addOnce(
  draft: Draft,
  root: Path,
  place: ComponentAt,
  products: Products,
): ResolvedComponent {
  const { weighed, at, inputRatio, madeIn } = place;
  const { component } = weighed;
  const { memory, shared } = draft.options;
  const work = () => addComponent(draft, root, place, products);
  if (!isAlone(component)) return work();
  if (shared) return shared.component(draft, { component, inputRatio, madeIn }, work);
  const pieces = memory?.components;
  if (pieces === undefined) return work();
  const known = pieces[at];
  const { input } = known ?? {};
  const isSame =
    input?.component === component && input.inputRatio === inputRatio && input.madeIn === madeIn;
  if (known && isSame) return addPiece(draft, known);
  return learnPiece(draft, pieces, at, { component, inputRatio, madeIn }, work);
}

/** A product as a part, and a footprint that comes with the input, depend on more than the component. */
export function isAlone({ productId, supplierPcf }: Component): boolean {
  return productId == null && supplierPcf == null;
}

interface ComponentAt {
  readonly weighed: WeighedComponent;
  readonly at: number;
  readonly inputRatio: number | undefined;
  readonly madeIn: string | undefined;
}

function addComponent(
  draft: Draft,
  root: Path,
  { weighed: { component, filled }, at, inputRatio, madeIn }: ComponentAt,
  products: Products,
): ResolvedComponent {
  const path = [...root, 'components', at];
  const label = component.name ?? nameOf(component, products) ?? `Component ${at + 1}`;
  const place: Place = { path, label, phase: 'RAW_MATERIALS' };
  const first = draft.flows.length;
  const resolved = resolveComponent(draft, place, component, products, { inputRatio, madeIn });
  if (filled) {
    const value = component.massKg ?? 0;
    const { reason, source } = filled;
    // A quantity makes the material without the mass; the ways and losses follow from the mass.
    const byMass = flowsFrom(draft, first).filter(
      (flow) => component.quantity === undefined || draft.flows[flow]?.phase !== place.phase,
    );
    decide(draft, [...path, 'massKg'], { value, reason, source }, byMass);
  }
  return resolved;
}

function nameOf({ material, productId, factorId }: Component, products: Products) {
  return material ?? (productId ? products.get(productId)?.name : undefined) ?? factorId;
}

function sumOf(components: readonly ResolvedComponent[]): number | undefined {
  let sum: number | undefined;
  for (const { productKg } of components) {
    if (productKg !== undefined) sum = (sum ?? 0) + productKg;
  }
  return sum;
}

function addPackaging(draft: Draft, root: Path, product: Product): number {
  return (product.packaging ?? []).reduce((sum, packaging, at) => {
    const path = [...root, 'packaging', at];
    const label = packaging.name ?? packaging.material ?? `Packaging ${at + 1}`;
    const work = () => resolvePackaging(draft, { path, label, phase: 'PACKAGING' }, packaging);
    const { shared } = draft.options;
    return sum + (shared ? shared.packaging(draft, packaging, work) : work());
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
  const place: Place = { path: root, label: 'Distribution', phase: 'DISTRIBUTION' };
  resolveLegs(draft, place, legs, grossKg);
  const { full, isDelivered } = draft.options;
  const isAssumed = full !== undefined && root.length === 0 && isDelivered !== true;
  if (!isAssumed || legs.length > 0 || grossKg === undefined) return;
  const carriedKg = grossKg - draft.coveredKg.distribution;
  const to = product.endOfLife?.country ?? product.useProfile?.country;
  const way = clientWay(draft, { from: countryMadeIn(product), to });
  if (carriedKg > 0) addLegs(draft, place, carriedKg, way);
}
