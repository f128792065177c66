import { desnzRow } from '../library/desnz-rows.ts';
import { recycledShareOf } from '../library/find-material.ts';
import type { Path } from '../path.ts';
import type { Consumable, Product } from '../product.ts';
import { inWords } from '../vocabulary.ts';
import {
  addFlow,
  type Draft,
  decide,
  decideSteps,
  flowsFrom,
  namedFactor,
  type Place,
  readNumber,
  refuse,
} from './draft.ts';
import { refuseRow, resolveEnergy } from './resolve-energy.ts';
import { resolveMaterial } from './resolve-material.ts';

/** UK Government conversion factors, sheets "Water supply" and "Water treatment", per m³. */
const WATER_ROWS = [
  ['Use, water supply', '17_404_4005_1'],
  ['Use, water treatment', '18_405_4006_1'],
] as const;

/** uses · per use (energy, water, consumables), in kg CO2e over the lifetime. */
export function resolveUse(draft: Draft, root: Path, product: Product): void {
  const profile = product.useProfile;
  if (profile === undefined) {
    const reason = 'No use profile is declared.';
    draft.gaps.push({ path: root, phase: 'USE', reason });
    return;
  }
  const path = [...root, 'useProfile'];
  const uses = usesOf(draft, path, product);
  if (uses === undefined) return;
  const { country, pedigree } = profile;
  for (const [at, energy] of (profile.energy ?? []).entries()) {
    const label = `Use, ${inWords(energy.source)}`;
    const place: Place = { path: [...path, 'energy', at], label, phase: 'USE' };
    const energyKwh = energy.energyKwh * uses;
    const own = { ...energy, energyKwh, country: energy.country ?? country };
    const first = draft.flows.length;
    resolveEnergy(draft, place, own, { pedigree, isDeclaredUse: true });
    if (energy.source === 'GRID_ELECTRICITY') noteYears(draft, place, product, first);
  }
  addWater(draft, path, uses, profile.waterLitres, country);
  for (const [at, consumable] of (profile.consumables ?? []).entries()) {
    addConsumable(draft, [...path, 'consumables', at], consumable, uses);
  }
}

/** A product that is used for years takes its electricity from grids that are not known yet. */
function noteYears(draft: Draft, place: Place, { lifetime }: Product, first: number): void {
  if (lifetime?.unit !== 'YEARS' || lifetime.value <= 1) return;
  const factor = draft.library.factors.get(draft.flows[first]?.factorId ?? '');
  if (factor === undefined) return;
  const { year, source } = factor;
  const reason = `${place.label}: the grid of ${year} counts for all ${lifetime.value} years of use.`;
  const path = [...place.path, 'year'];
  decide(draft, path, { value: year ?? '', reason, source }, flowsFrom(draft, first));
}

/** Uses over the lifetime: declared with the profile, or the product's lifetime in uses. */
export function lifetimeUses(product: Product): number | undefined {
  const { lifetime, useProfile } = product;
  return useProfile?.uses ?? (lifetime?.unit === 'USES' ? lifetime.value : undefined);
}

function usesOf(draft: Draft, path: Path, product: Product): number | undefined {
  const uses = lifetimeUses(product);
  if (uses !== undefined) return readNumber(draft, [...path, 'uses'], uses);
  const message = 'A use profile needs uses, or the product a lifetime in USES.';
  refuse(draft, [...path, 'uses'], message);
  return undefined;
}

function addWater(
  draft: Draft,
  path: Path,
  uses: number,
  litresPerUse: number | undefined,
  country: string | undefined,
): void {
  const litres = readNumber(draft, [...path, 'waterLitres'], litresPerUse);
  if (litres === undefined || litres === 0) return;
  for (const [label, row] of WATER_ROWS) {
    const choice = desnzRow(draft.library, row, country, draft.options.year);
    const place: Place = { path: [...path, 'waterLitres'], label, phase: 'USE' };
    if (choice === undefined) {
      refuseRow(draft, place, row);
      continue;
    }
    const { factor, steps } = choice;
    const flows = addFlow(
      draft,
      place,
      factor,
      { amount: litres * uses, unit: 'l' },
      { geography: country },
    );
    decideSteps(draft, place.path, factor, steps, flows);
  }
}

function addConsumable(draft: Draft, path: Path, consumable: Consumable, uses: number): void {
  const { material, factorId } = consumable;
  const massKg = readNumber(draft, [...path, 'massKg'], consumable.massKg);
  const label = `Use, ${consumable.name ?? material ?? 'consumable'}`;
  const place: Place = { path, label, phase: 'USE' };
  if (massKg === undefined) return;
  if (material != null) {
    resolveMaterial(draft, place, {
      material,
      amount: massKg * uses,
      unit: 'kg',
      recycledShare: recycledShareOf(draft.library, { material }),
    });
  } else if (factorId != null) {
    const factor = namedFactor(draft, [...path, 'factorId'], factorId);
    if (factor) addFlow(draft, place, factor, { amount: massKg * uses, unit: 'kg' });
  } else {
    refuse(draft, path, 'A consumable needs either a material or a factorId.');
  }
}
