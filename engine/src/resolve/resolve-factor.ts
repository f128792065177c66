import { detailNumber, type Factor, inputRequiredKgPerKg } from '../factor.ts';
import { coveredPhases } from '../library/factor-coverage.ts';
import type { Component } from '../product.ts';
import { isExpired, readSupplierPcf } from '../supplier-pcf.ts';
import { convert, haveSameDimension } from '../units.ts';
import { BOUNDARY_PHASES } from '../vocabulary.ts';
import {
  addFlow,
  addNamedFlow,
  type Draft,
  decide,
  namedFactor,
  type Place,
  refuse,
  warn,
} from './draft.ts';
import { isSpend, spendInUnitOf } from './resolve-spend.ts';
import { type Amounts, NOTHING, type ResolvedComponent } from './resolved-component.ts';

/** A component that names its factor. */
export function resolveNamed(
  draft: Draft,
  place: Place,
  component: Component,
  factorId: string,
  amounts: Amounts,
): ResolvedComponent {
  const factor = namedFactor(draft, [...place.path, 'factorId'], factorId);
  return factor === undefined ? NOTHING : resolveFactor(draft, place, component, factor, amounts);
}

/** A component that brings its supplier's own footprint. */
export function resolveSupplied(
  draft: Draft,
  place: Place,
  component: Component,
  amounts: Amounts,
): ResolvedComponent {
  const read = readSupplierPcf(component.supplierPcf);
  if (typeof read === 'string') {
    refuse(draft, [...place.path, 'supplierPcf'], read);
    return NOTHING;
  }
  draft.suppliedFactors.set(read.id, read);
  return resolveFactor(draft, place, component, read, amounts);
}

function resolveFactor(
  draft: Draft,
  place: Place,
  component: Component,
  factor: Factor,
  amounts: Amounts,
): ResolvedComponent {
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

function addFactor(
  draft: Draft,
  place: Place,
  component: Component,
  factor: Factor,
  { massKg, quantity, bought }: Amounts,
): void {
  if (inputRequiredKgPerKg(factor) !== undefined) {
    const message = `"${factor.name}" is a process without its material: declare it as a process step next to the material's component.`;
    refuse(draft, [...place.path, 'factorId'], message);
    return;
  }
  const { pedigree, originCountry: geography, uncertainty: spread } = component;
  const traits = { pedigree, geography, spread };
  const amount = factorAmount(component, factor, { massKg, quantity, bought });
  if (amount === undefined) {
    refuse(draft, place.path, 'A component needs massKg, or quantity.');
    return;
  }
  const isConverted = amount.unit !== factor.unit && isSpend(draft, amount.unit) && isMoney(factor);
  const spent = isConverted ? spendInUnitOf(draft, place, factor, amount) : undefined;
  if (isConverted && spent === undefined) return;
  const counted = spent === undefined ? amount : { amount: spent.amount, unit: factor.unit };
  const add = component.factorId == null ? addFlow : addNamedFlow;
  const flows = add(draft, place, factor, counted, traits);
  if (spent !== undefined) {
    const { source } = factor;
    const decision = { value: factor.unit, reason: `Money is converted: ${spent.text}`, source };
    decide(draft, [...place.path, 'unit'], decision, flows);
  }
  noteReach(draft, place, factor, flows);
  noteExpiry(draft, place, factor, flows);
}

/** The factor is per money of a year, such as `USD_2022_purchaser`. */
function isMoney({ unit }: Factor): boolean {
  return /^[A-Z]{3}_\d{4}(_|$)/.test(unit);
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
  const reason = `The supplier footprint was valid until ${until.slice(0, 10)}; for ${year} it is a proxy with the worst temporal score.`;
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
  const { activity: value, source } = factor;
  const inside = FAR_REACHING.get(value);
  if (inside === undefined) return;
  const reason = `"${factor.name}" has ${inside} inside: declared again, they count twice.`;
  decide(draft, [...place.path, 'factorId'], { value, reason, source }, flows);
  const boundary = draft.options.full?.boundary ?? 'CRADLE_TO_SHELF';
  const beyond = [...coveredPhases(factor)].filter(
    (phase) => !BOUNDARY_PHASES[boundary].includes(phase),
  );
  if (beyond.length === 0) return;
  const message = `"${factor.name}" has ${beyond.join(', ')} inside, beyond the boundary ${boundary} of the result.`;
  warn(draft, [...place.path, 'factorId'], 'MIXED_BOUNDARIES', message);
}
