import { coveredPhases, stageText } from '../library/factor-coverage.ts';
import { recycledShareOf } from '../library/find-material.ts';
import type { Component } from '../product.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import { type Circularity, circularityOf } from './circular.ts';
import { addLegs, supplierWay, type Way } from './default-legs.ts';
import {
  type Draft,
  decide,
  flowsFrom,
  isPlace,
  type Place,
  readNumber,
  refuse,
  type TreatedMass,
} from './draft.ts';
import { countryMadeIn } from './made-in.ts';
import { groupOfComponent } from './material-group.ts';
import { measuredMaterial } from './measured-material.ts';
import { massesOfComponent } from './part-masses.ts';
import { resolveNamed, resolveSupplied } from './resolve-factor.ts';
import { resolveMaterial } from './resolve-material.ts';
import { resolvePart } from './resolve-part.ts';
import { resolveLegs } from './resolve-transport.ts';
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
  isPlace(draft, [...path, 'originCountry'], component.originCountry);
  if (!isSoundUncertainty(component.uncertainty)) {
    const message =
      'uncertainty: sigma and deviation are 0 to 10, least 0 to 1, most 1 to 1000000.';
    refuse(draft, [...path, 'uncertainty'], message);
  }
  if (lossRate === undefined) return NOTHING;
  const amounts = { massKg, quantity, bought: inputRatio / (1 - lossRate) };
  const group = groupOfComponent(draft, component);
  const { material, recycling } = component;
  const circularity = circularityOf(draft, path, material, group, recycling);
  const input = { component, recycledShare, circularity };
  const resolved = { ...resolveKind(draft, place, input, amounts, products), group };
  const part = component.productId == null ? undefined : products.get(component.productId);
  const from = component.originCountry ?? (part && countryMadeIn(part));
  addInbound(draft, place, component, resolved, { from, to: madeIn });
  const lostIn = component.originCountry ?? madeIn;
  if (draft.options.full) followMass(draft, place, { ...input, group, lostIn }, resolved, products);
  return resolved;
}

/** Values that a component takes over from its product. */
interface ComponentContext {
  /** Kilograms bought per kilogram that leaves the last step. */
  readonly inputRatio?: number | undefined;
  /** The country that the component is brought to. */
  readonly madeIn?: string | undefined;
}

/** A component with its checked share of recycled material, if declared, and the parameters of its recycling. */
interface ComponentInput {
  readonly component: Component;
  readonly recycledShare: number | undefined;
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
  { massKg, packagingKg = 0, covers, virgin }: ResolvedComponent,
  way: Way,
): void {
  const carriedKg = massKg === undefined ? undefined : massKg + packagingKg;
  const declared = component.transportLegs ?? [];
  const phase = place.phase === 'RAW_MATERIALS' ? 'INBOUND_TRANSPORT' : place.phase;
  const first = draft.flows.length;
  resolveLegs(draft, { ...place, phase }, declared, carriedKg);
  if (!draft.options.full) return;
  if (covers?.has('INBOUND_TRANSPORT')) {
    const inside = stageText(virgin, 'transport');
    noteCoveredWay(draft, place, [inside, declared.length > 0], first);
  } else if (declared.length === 0 && carriedKg !== undefined) {
    addLegs(draft, { ...place, phase }, carriedKg, supplierWay(draft, way));
  }
}

function noteCoveredWay(
  draft: Draft,
  place: Place,
  [inside, isDeclared]: readonly [inside: string, isDeclared: boolean],
  first: number,
): void {
  const flows = flowsFrom(draft, first);
  const consequence = isDeclared ? 'the declared legs count on top of it' : 'no leg is assumed';
  const reason = `The factor of ${place.label} has transport to the point of sale inside${inside}: ${consequence}.`;
  const value = isDeclared ? 'on top' : 'none';
  decide(draft, [...place.path, 'transportLegs'], { value, reason, source: COVERAGE }, flows);
}

export const COVERAGE = 'Documentation of the factor set: the phases that a factor covers';

/** Records the masses to treat at the end of life, and treats the losses. */
function followMass(
  draft: Draft,
  place: Place,
  {
    component,
    circularity,
    group,
    lostIn,
  }: ComponentInput & { readonly group: MaterialGroup; readonly lostIn: string | undefined },
  { productKg, massKg, virgin, recycled, recycledShare = 0, covers }: ResolvedComponent,
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
    recycledShare,
    circularity,
    virgin,
    recycled,
  };
  resolveLoss(draft, { ...mass, massKg: massKg - productKg }, lostIn);
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
  const { material, factorId, productId } = component;
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
  return factorId === undefined
    ? resolveSupplied(draft, place, component, amounts)
    : resolveNamed(draft, place, component, factorId, amounts);
}

function isOneOf(draft: Draft, place: Place, component: Component): boolean {
  const { material, factorId, productId, supplierPcf } = component;
  const named = [material, factorId, productId, supplierPcf].filter((kind) => kind != null);
  if (named.length === 1) return true;
  const message = 'A component needs exactly one of material, factorId, productId and supplierPcf.';
  refuse(draft, place.path, message);
  return false;
}
