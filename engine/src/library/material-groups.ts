import type { MaterialGroup } from '../vocabulary.ts';
import { MATERIAL_ALIASES, normalizedName } from './material-names.ts';

/** Rows of the UK Government conversion factors, sheet "Waste disposal", per tonne. */
export interface WasteRows {
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

/** Landfill of inert waste: the operation of the site, without methane. */
export const INERT_LANDFILL = '20_501_5271_15';

const MEMBERS: Readonly<Record<Exclude<MaterialGroup, 'MIXED'>, readonly string[]>> = {
  METAL: [
    'aluminium (packaging grade)',
    'steel (packaging grade)',
    'mixed metal',
    'silver',
    'gold',
  ],
  GLASS: ['glass'],
  PLASTIC: [
    'HDPE',
    'LDPE / LLDPE',
    'PET',
    'PP',
    'PS',
    'PVC',
    'plastic, unspecified',
    'plastic film',
    'plastic rigid',
    'bio-based plastics',
  ],
  PAPER: ['cardboard', 'paper', 'paper and board mixed'],
  WOOD: ['wood'],
  TEXTILE: [
    'clothing / textile, finished, average fibre mix',
    'cotton fibre',
    'organic cotton fibre',
    'polyester fibre',
    'polyester fibre (staple input)',
    'polyester fibre, recycled',
    'polypropylene fibre',
    'wool',
    'viscose',
    'linen',
    'elastane',
    'nylon fibre',
    'leather',
    'synthetic leather, PU',
  ],
  RUBBER: ['rubber', 'natural rubber'],
  MINERAL: ['insulation', 'concrete', 'bricks'],
  ELECTRICAL: ['IT equipment', 'small electrical item', 'large electrical item', 'DRAM'],
  BATTERY: ['alkaline battery', 'lithium-ion battery', 'NiMH battery'],
  FOOD: ['food and drink, average'],
};

const GROUP_OF = new Map(
  Object.keys(GROUPS).flatMap((key) => {
    const group = isNamedGroup(key) ? key : undefined;
    return (group ? MEMBERS[group] : []).map((name): [string, MaterialGroup] => [
      normalizedName(name),
      group ?? 'MIXED',
    ]);
  }),
);

function isNamedGroup(key: string): key is Exclude<MaterialGroup, 'MIXED'> {
  return Object.hasOwn(MEMBERS, key);
}

/** End-of-life group of a material; MIXED for an unknown material. */
export function groupOf(material: string | undefined): MaterialGroup {
  if (material === undefined) return 'MIXED';
  const key = normalizedName(material);
  return GROUP_OF.get(key) ?? GROUP_OF.get(MATERIAL_ALIASES.get(key) ?? '') ?? 'MIXED';
}
