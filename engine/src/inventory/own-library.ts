import { canonicalJson } from '../canonical-json.ts';
import type { Factor, FactorSet, MaterialMapping } from '../factor.ts';
import { createFactorLibrary, extendLibrary, type FactorLibrary } from '../library/library.ts';
import { sha256Hex } from '../sha256.ts';
import type { Inventory, InventoryFactor, InventoryMaterial } from './inventory.ts';

const OWN_SET_ID = 'inventory';

/** The library, with the factors and material names of the inventory in front. */
export function ownLibrary(
  inventory: Inventory,
  library: FactorLibrary | undefined,
): FactorLibrary {
  const { factors = [], materials = [] } = inventory;
  const base = library ?? createFactorLibrary({ sets: [], factors: [] });
  if (factors.length + materials.length === 0) return base;
  return extendLibrary(base, {
    sets: [ownSet(factors)],
    factors: factors.map(ownFactor),
    materials: materials.flatMap(mappingsOf),
    isOwn: true,
  });
}

function ownSet(factors: readonly InventoryFactor[]): FactorSet {
  return {
    id: OWN_SET_ID,
    slug: OWN_SET_ID,
    name: OWN_SET_ID,
    version: '1',
    title: 'Factors of the inventory itself',
    licence: 'own',
    attribution: 'Own data.',
    attributionUrls: [],
    contentHash: sha256Hex(canonicalJson(factors)),
  };
}

function ownFactor(factor: InventoryFactor): Factor {
  const { inputRequiredKgPerKg } = factor;
  const isProcess = inputRequiredKgPerKg !== undefined;
  return {
    id: factor.id,
    setId: OWN_SET_ID,
    sourceId: factor.id,
    name: factor.name,
    category: 'Own',
    subcategory: '',
    activity: isProcess ? 'process_gate_to_gate' : 'own',
    unit: factor.unit,
    geography: factor.geography ?? 'GLO',
    year: factor.year ?? null,
    co2eKgPerUnit: factor.co2eKgPerUnit,
    fossilCo2Kg: null,
    ch4Co2eKg: null,
    n2oCo2eKg: null,
    biogenicCo2Kg: null,
    gwpSet: factor.gwpSet ?? 'not stated',
    indicators: factor.indicators ?? null,
    details: isProcess ? { input_required_kg_per_kg: String(inputRequiredKgPerKg) } : null,
    source: factor.source ?? 'Own data',
  };
}

function mappingsOf({
  material,
  factorId,
  recycledFactorId,
}: InventoryMaterial): MaterialMapping[] {
  const own = { material, fit: 'exact', note: '' } as const;
  const virgin = { ...own, route: 'primary', factorSourceId: factorId };
  if (recycledFactorId === undefined) return [virgin];
  return [virgin, { ...own, route: 'recycled_closed_loop', factorSourceId: recycledFactorId }];
}
