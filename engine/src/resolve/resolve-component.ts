import { detailNumber, type Factor, inputRequiredKgPerKg } from '../factor.ts';
import { inWords } from '../in-words.ts';
import { coveredPhases } from '../library/factor-coverage.ts';
import { convertMaterial, materialKey, recycledShareOf } from '../library/find-material.ts';
import { isGeography } from '../library/regions.ts';
import type { Component } from '../product.ts';
import { isExpired, readSupplierPcf } from '../supplier-pcf.ts';
import { convert, haveSameDimension } from '../units.ts';
import { BOUNDARY_PHASES, type MaterialGroup } from '../vocabulary.ts';
import { type Circularity, circularityOf } from './circular.ts';
import { addSupplierLegs, type Way } from './default-legs.ts';
import {
  addFlow,
  type Draft,
  decide,
  flowsFrom,
  namedFactor,
  type Place,
  readNumber,
  refuse,
  type TreatedMass,
  warn,
} from './draft.ts';
import { countryMadeIn } from './made-in.ts';
import { groupOfComponent } from './material-group.ts';
import { massesOfComponent } from './part-masses.ts';
import { resolveMaterial } from './resolve-material.ts';
import { resolvePart } from './resolve-part.ts';
import { resolveTransport } from './resolve-transport.ts';
import { resolveLoss } from './resolve-waste.ts';
import {
  type Amounts,
  NOTHING,
  type Products,
  type ResolvedComponent,
} from './resolved-component.ts';
import { isSoundUncertainty } from './sound-uncertainty.ts';

/**
 * One part and its inbound legs. What is bought is more than what ends in the product:
 * amount / (1 − lossRate), times `inputRatio`, the input that later steps need per kg. FULL treats
 * what is lost, and remembers what there will be to treat at the end of life.
 */
export function resolveComponent(
  draft: Draft,
  place: Place,
  component: Component,
  products: Products,
  { inputRatio = 1, madeIn }: ComponentContext = {},
): ResolvedComponent {
  const { path } = place;
  const massKg = readNumber(draft, [...path, 'massKg'], component.massKg);
  const quantity = readNumber(draft, [...path, 'quantity'], component.quantity);
  const lossRate = readNumber(draft, [...path, 'lossRate'], component.lossRate ?? 0, { below: 1 });
  const share = recycledShareOf(draft.library, component);
  const recycledShare = readNumber(draft, [...path, 'recycledShare'], share, { max: 1 });
  if (!isOneOf(draft, place, component)) return NOTHING;
  if (component.originCountry !== undefined && !isGeography(component.originCountry)) {
    const message = `${component.originCountry} is not a country.`;
    refuse(draft, [...path, 'originCountry'], 'BAD_INPUT', message);
  }
  if (!isSoundUncertainty(component.uncertainty)) {
    const message = 'uncertainty: spreads are not negative, and least is below 1 and below most.';
    refuse(draft, [...path, 'uncertainty'], 'BAD_INPUT', message);
  }
  if (lossRate === undefined || recycledShare === undefined) return NOTHING;
  const amounts = { massKg, quantity, bought: inputRatio / (1 - lossRate) };
  const group = groupOfComponent(draft, component);
  const { material, recycling } = component;
  const circularity = circularityOf(draft, path, material, group, recycling);
  const input = { component, recycledShare, circularity };
  const resolved = resolveKind(draft, place, input, amounts, products);
  const part = component.productId == null ? undefined : products.get(component.productId);
  const from = component.originCountry ?? (part && countryMadeIn(part));
  addInbound(draft, place, component, resolved, { from, to: madeIn });
  if (draft.options.full) followMass(draft, place, { ...input, group }, resolved, products);
  return resolved;
}

/** Values that a component takes over from its product. */
export interface ComponentContext {
  /** Kilograms bought per kilogram that leaves the last step. */
  readonly inputRatio?: number | undefined;
  /** The country that the component is brought to. */
  readonly madeIn?: string | undefined;
}

/** A component with its checked share of recycled material and the parameters of its recycling. */
interface ComponentInput {
  readonly component: Component;
  readonly recycledShare: number;
  readonly circularity: Circularity;
}

/**
 * Declared legs, or the default ones. A factor that includes the transport gets no default legs;
 * declared legs on top of it are counted, with an assumption that says so.
 */
function addInbound(
  draft: Draft,
  place: Place,
  component: Component,
  { massKg, covers }: ResolvedComponent,
  way: Way,
): void {
  const declared = component.transportLegs ?? [];
  const phase = place.phase === 'RAW_MATERIALS' ? 'INBOUND_TRANSPORT' : place.phase;
  const first = draft.flows.length;
  for (const [at, leg] of declared.entries()) {
    const label = `${place.label}, ${inWords(leg.method)}`;
    const path = [...place.path, 'transportLegs', at];
    resolveTransport(draft, { path, label, phase }, leg, massKg);
  }
  if (!draft.options.full) return;
  if (covers?.has('INBOUND_TRANSPORT')) {
    noteCoveredWay(draft, place, declared.length > 0, first);
  } else if (declared.length === 0 && massKg !== undefined) {
    addSupplierLegs(draft, { ...place, phase }, way, massKg);
  }
}

function noteCoveredWay(draft: Draft, place: Place, isDeclared: boolean, first: number): void {
  const flows = flowsFrom(draft, first);
  const reason = isDeclared
    ? `The factor of ${place.label} has transport to the point of sale inside: the declared legs count on top of it.`
    : `The factor of ${place.label} has transport to the point of sale inside: no leg is assumed.`;
  const value = isDeclared ? 'on top' : 'none';
  decide(draft, [...place.path, 'transportLegs'], { value, reason, source: COVERAGE }, flows);
}

const COVERAGE = 'Documentation of the factor set: the phases that a factor covers';

/** Records the masses to treat at the end of life, and treats the losses. */
function followMass(
  draft: Draft,
  place: Place,
  {
    component,
    recycledShare,
    circularity,
    group,
  }: ComponentInput & { readonly group: MaterialGroup },
  { productKg, massKg, virgin, recycled, covers }: ResolvedComponent,
  products: Products,
): void {
  if (productKg === undefined || massKg === undefined) return;
  const { path, label } = place;
  const mass: TreatedMass = {
    path,
    label,
    group,
    massKg: productKg,
    isPackaging: false,
    recycledShare: recycled === undefined ? 0 : recycledShare,
    circularity,
    virgin,
    recycled,
  };
  resolveLoss(draft, { ...mass, massKg: massKg - productKg }, component.originCountry);
  if (covers?.has('DISTRIBUTION')) draft.coveredKg.distribution += productKg;
  if (covers?.has('END_OF_LIFE')) draft.coveredKg.endOfLife += productKg;
  else if (component.productId == null) draft.masses.push(mass);
  else draft.masses.push(...massesOfComponent(draft, mass, component.productId, products));
}

function resolveKind(
  draft: Draft,
  place: Place,
  { component, recycledShare, circularity }: ComponentInput,
  amounts: Amounts,
  products: Products,
): ResolvedComponent {
  const { material, factorId, productId, supplierPcf } = component;
  if (material !== undefined) {
    const measured = measuredMaterial(draft, place, component, amounts);
    if (measured === undefined) return NOTHING;
    const { unit, productKg } = measured;
    const amount = measured.amount * amounts.bought;
    const bought = { ...component, material, amount, unit, recycledShare, circularity };
    const found = resolveMaterial(draft, place, bought);
    const massKg = productKg === undefined ? undefined : productKg * amounts.bought;
    return { productKg, massKg, ...found, covers: found && coveredPhases(found.virgin) };
  }
  if (productId !== undefined) return resolvePart(draft, place, component, amounts, products);
  const factor =
    factorId === undefined
      ? suppliedFactor(draft, place, supplierPcf)
      : namedFactor(draft, [...place.path, 'factorId'], factorId);
  if (factor === undefined) return NOTHING;
  addFactor(draft, place, component, factor, amounts);
  const productKg = amounts.massKg ?? quantityKg(component, factor, amounts.quantity);
  const massKg = productKg === undefined ? undefined : productKg * amounts.bought;
  return { productKg, massKg, covers: coveredPhases(factor) };
}

/** A quantity that is a mass, `200 g`, or whose mass the factor states, such as a supplier's piece. */
function quantityKg(
  { unit }: Component,
  factor: Factor,
  quantity: number | undefined,
): number | undefined {
  const counted = unit ?? factor.unit;
  if (quantity === undefined) return undefined;
  if (haveSameDimension(counted, 'kg')) return convert(quantity, counted, 'kg');
  const kgPerUnit = detailNumber(factor, 'mass_kg_per_declared_unit');
  if (kgPerUnit === undefined || !haveSameDimension(counted, factor.unit)) return undefined;
  return convert(quantity, counted, factor.unit) * kgPerUnit;
}

function suppliedFactor(draft: Draft, place: Place, document: unknown): Factor | undefined {
  const read = readSupplierPcf(document);
  if (typeof read === 'string') {
    refuse(draft, [...place.path, 'supplierPcf'], 'BAD_INPUT', read);
    return undefined;
  }
  draft.suppliedFactors.set(read.id, read);
  return read;
}

function addFactor(
  draft: Draft,
  place: Place,
  component: Component,
  factor: Factor,
  { massKg, quantity, bought }: Amounts,
): void {
  if (inputRequiredKgPerKg(factor) !== undefined) {
    const message = `"${factor.name}" is a process without its material: declare it as a process step beside the material's component.`;
    refuse(draft, [...place.path, 'factorId'], 'BAD_INPUT', message);
    return;
  }
  const { pedigree, originCountry: geography, uncertainty: spread } = component;
  const traits = { pedigree, geography, spread };
  const amount = factorAmount(component, factor, { massKg, quantity, bought });
  if (amount === undefined) {
    refuse(draft, place.path, 'BAD_INPUT', 'A component needs massKg, or quantity.');
    return;
  }
  const flows = addFlow(draft, place, factor, amount, traits);
  noteReach(draft, place, factor, flows);
  noteExpiry(draft, place, factor, flows);
}

/** The declared quantity; else the mass, through the mass of a piece where the factor states one. */
function factorAmount(
  { unit }: Component,
  factor: Factor,
  { massKg, quantity, bought }: Amounts,
): { readonly amount: number; readonly unit: string } | undefined {
  if (quantity !== undefined) return { amount: quantity * bought, unit: unit ?? factor.unit };
  if (massKg === undefined) return undefined;
  const kgPerUnit = detailNumber(factor, 'mass_kg_per_declared_unit');
  if (kgPerUnit === undefined || haveSameDimension(factor.unit, 'kg')) {
    return { amount: massKg * bought, unit: 'kg' };
  }
  return { amount: (massKg * bought) / kgPerUnit, unit: factor.unit };
}

function noteExpiry(draft: Draft, place: Place, factor: Factor, flows: readonly number[]): void {
  const year = draft.options.year ?? draft.library.newestYear;
  if (!isExpired(factor, year)) return;
  const until = factor.details?.['valid_until'] ?? '';
  const reason = `The supplier footprint was valid until ${until.slice(0, 10)}; it is used for ${year} with the worst temporal score.`;
  const decision = { value: until.slice(0, 10), reason, source: factor.source };
  decide(draft, [...place.path, 'supplierPcf'], decision, flows);
}

/** Some factors reach beyond the gate: what they have inside must not be declared again. */
const FAR_REACHING: ReadonlyMap<string, string> = new Map([
  ['cradle_to_plate', 'packaging, transport, shop and preparation'],
  ['cradle_to_purchaser', 'transport and trade up to the buyer'],
  ['cradle_to_grave', 'distribution, use and end of life'],
]);

function noteReach(draft: Draft, place: Place, factor: Factor, flows: readonly number[]): void {
  const inside = FAR_REACHING.get(factor.activity);
  if (inside === undefined) return;
  const reason = `"${factor.name}" has ${inside} inside: what is declared of them beside it counts twice.`;
  decide(
    draft,
    [...place.path, 'factorId'],
    { value: factor.activity, reason, source: factor.source },
    flows,
  );
  const boundary = draft.options.full?.boundary ?? 'CRADLE_TO_SHELF';
  const beyond = [...coveredPhases(factor)].filter(
    (phase) => !BOUNDARY_PHASES[boundary].includes(phase),
  );
  if (beyond.length === 0) return;
  const message = `"${factor.name}" has ${beyond.join(', ')} inside, beyond the boundary ${boundary} of the result.`;
  warn(draft, [...place.path, 'factorId'], 'MIXED_BOUNDARIES', message);
}

/** The amount of a material in the unit it is measured in, and its mass where that is known. */
interface MeasuredMaterial {
  readonly amount: number;
  readonly unit: string;
  readonly productKg: number | undefined;
}

/**
 * A material is measured by `massKg`, or by `quantity` in any unit that its factors or its density
 * know: `0.02 m2` of circuit board, `60 kWh` of battery, `1 l` of milk. With both, `quantity` is
 * calculated and `massKg` is what is transported and treated.
 */
function measuredMaterial(
  draft: Draft,
  place: Place,
  { material, unit = 'kg' }: Component,
  { massKg, quantity }: Amounts,
): MeasuredMaterial | undefined {
  if (quantity === undefined || (massKg !== undefined && haveSameDimension(unit, 'kg'))) {
    if (massKg !== undefined) return { amount: massKg, unit: 'kg', productKg: massKg };
    if (draft.problems.every((problem) => !isAt(problem.path, place))) {
      const message = 'A material needs massKg, or quantity and unit.';
      refuse(draft, [...place.path, 'massKg'], 'BAD_INPUT', message);
    }
    return undefined;
  }
  const key = material === undefined ? '' : materialKey(draft.library, material);
  const kgPerM3 = draft.library.materialIndex.entries.get(key)?.kgPerM3;
  const isMass = haveSameDimension(unit, 'kg');
  const isWeighable = isMass || (kgPerM3 !== undefined && haveSameDimension(unit, 'm3'));
  const ownKg = isWeighable ? convertMaterial(quantity, unit, 'kg', kgPerM3) : undefined;
  return { amount: quantity, unit, productKg: massKg ?? ownKg };
}

/** True if the mass of this part is already reported as a problem. */
function isAt(path: Place['path'], place: Place): boolean {
  return path.length === place.path.length + 1 && place.path.every((step, at) => path[at] === step);
}

function isOneOf(draft: Draft, place: Place, component: Component): boolean {
  const { material, factorId, productId, supplierPcf } = component;
  const named = [material, factorId, productId, supplierPcf].filter((kind) => kind != null);
  if (named.length === 1) return true;
  const message = 'A component is exactly one of material, factorId, productId and supplierPcf.';
  refuse(draft, place.path, 'BAD_INPUT', message);
  return false;
}
