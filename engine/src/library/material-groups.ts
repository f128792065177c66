import type { Factor } from '../factor.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import { factorsNamed } from './factor-names.ts';
import { materialKey } from './find-material.ts';
import { foodNamed } from './food-names.ts';
import type { FactorLibrary } from './library.ts';

/** Rows of the UK Government conversion factors, sheet "Waste disposal", per tonne. */
interface WasteRows {
  /** Collection and transport to sorting: "Closed-loop" or "Open-loop". */
  readonly recycling: string;
  /** Transport to the plant alone: burning counts for who uses the energy. */
  readonly incineration: string;
  readonly landfill: string;
}

/** Handling of waste by group: what a factor of burning or methane does not have. */
export const GROUPS: Readonly<Record<MaterialGroup, WasteRows>> = {
  METAL: rows('20_504_5366_15', '20_504_5367_15', '20_504_5369_15'),
  GLASS: rows('20_501_5268_15', '20_501_5269_15', '20_501_5271_15'),
  PLASTIC: rows('20_505_5380_15', '20_505_5381_15', '20_505_5383_15'),
  PAPER: rows('20_506_5450_15', '20_506_5451_15', '20_506_5453_15'),
  WOOD: rows('20_500_5254_15', '20_500_5255_15', '20_500_5257_15'),
  TEXTILE: rows('20_501_5275_15', '20_501_5276_15', '20_501_5278_15'),
  RUBBER: rows('20_500_5247_15', '20_507_5283_15', '20_507_5285_15'),
  MINERAL: rows('20_500_5177_15', '20_500_5178_15', '20_500_5208_15'),
  ELECTRICAL: rows('20_503_5330_15', '20_503_5332_15', '20_503_5334_15'),
  BATTERY: rows('20_503_5344_15', '20_503_5332_15', '20_503_5348_15'),
  FOOD: rows('20_507_5293_15', '20_507_5290_15', '20_507_5292_15'),
  MIXED: rows('20_504_5366_15', '20_507_5283_15', '20_507_5285_15'),
};

function rows(recycling: string, incineration: string, landfill: string): WasteRows {
  return { recycling, incineration, landfill };
}

/** Groups whose row of landfill has methane inside: that of paper, wood, natural fibres or household waste. */
export const LANDFILL_WITH_METHANE: ReadonlySet<MaterialGroup> = new Set([
  'PAPER',
  'WOOD',
  'TEXTILE',
  'RUBBER',
  'FOOD',
  'MIXED',
]);

/** Landfill of glass, as of all inert waste: the operation of the site, without methane. */
export const INERT_LANDFILL = '20_501_5271_15';

/** Group of a material at the end of its life; MIXED for an unknown one. */
export function groupOf(library: FactorLibrary, material: string | undefined): MaterialGroup {
  if (material === undefined) return 'MIXED';
  const entry = library.materialIndex.entries.get(materialKey(library, material));
  if (entry !== undefined) return entry.group;
  const [factor] = factorsNamed(library.factorNames, material);
  const isFoodName = foodNamed(library.materialIndex, material) !== undefined;
  return isFoodName || (factor !== undefined && isFood(factor)) ? 'FOOD' : 'MIXED';
}

/** Foods by the system boundary that only they have. */
export function isFood({ activity }: Factor): boolean {
  return (
    activity === 'cradle_to_plate' || activity === 'cradle_to_shop' || activity === 'farm_gate'
  );
}
