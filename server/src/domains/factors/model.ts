import { createHash } from 'node:crypto';

/** One published set of factors: immutable, versioned, licensed. */
export type FactorSetRow = {
  readonly id: string;
  /** `name-version`: how people and files call the set. */
  readonly slug: string;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly publisher: string;
  /** SPDX identifier, or `US-PD`, `OGL-UK-3.0`, `etalab-2.0`. */
  readonly licence: string;
  readonly licenceUrl: string;
  readonly attribution: string;
  /** Links that the licence wants beside the attribution. */
  readonly attributionUrls: readonly string[];
  readonly sourceUrl: string;
  readonly releasedOn: string;
  readonly gwpSets: readonly string[];
  /** The indicator set of its impact vectors, `EF 3.1`; null when it has climate change alone. */
  readonly indicatorSet: string | null;
  /** A pack: used only by an organization that switches it on. */
  readonly isOptional: boolean;
  readonly contentHash: string;
  readonly factorCount: number;
};

/** One row of a set, as its source published it. */
export type FactorRow = {
  readonly id: string;
  readonly setId: string;
  /** The source's own id, unique within the set. */
  readonly sourceId: string;
  readonly name: string;
  readonly category: string;
  readonly subcategory: string;
  /** What kind of activity: `material_production`, `energy`, `transport`, `end_of_life`, … */
  readonly activity: string;
  readonly unit: string;
  readonly geography: string;
  readonly year: number | null;
  /** kg CO2e per unit, biogenic CO2 left out. */
  readonly co2eKgPerUnit: number;
  readonly fossilCo2Kg: number | null;
  readonly ch4Co2eKg: number | null;
  readonly n2oCo2eKg: number | null;
  readonly biogenicCo2Kg: number | null;
  readonly gwpSet: string;
  /** Value per unit by indicator code; null when the source gives climate change alone. */
  readonly indicators: Readonly<Record<string, number>> | null;
  /** Columns that only this source has, by their own names. */
  readonly details: Readonly<Record<string, string>> | null;
  readonly source: string;
  readonly sourceTable: string;
  readonly sourceReference: string;
  readonly sourceNote: string;
};

export function factorSetId(slug: string, releasedOn: string): string {
  return derivedUuid(releasedOn, slug);
}

export function factorId(slug: string, releasedOn: string, sourceId: string): string {
  return derivedUuid(releasedOn, `${slug}\n${sourceId}`);
}

/**
 * A UUIDv7 that is computed instead of drawn: the set's date where the clock goes, SHA-256 where the
 * random bits go. Every installation thus knows the same factor by the same id.
 */
function derivedUuid(day: string, text: string): string {
  const time = Date.parse(day).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0b0011) | 0b1000).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8, 12),
    `7${hash.slice(0, 3)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ].join('-');
}

/** The 16 impact categories of EF 3.1, by the codes and in the order of the reference table. */
export const IMPACT_CATEGORIES = {
  CC: { name: 'Climate change', unit: 'kg CO2 eq' },
  ODP: { name: 'Ozone depletion', unit: 'kg CFC-11 eq' },
  HTOX_c: { name: 'Human toxicity, cancer', unit: 'CTUh' },
  HTOX_nc: { name: 'Human toxicity, non-cancer', unit: 'CTUh' },
  PM: { name: 'Particulate matter', unit: 'disease incidence' },
  IR: { name: 'Ionising radiation, human health', unit: 'kBq U-235 eq' },
  POCP: { name: 'Photochemical ozone formation, human health', unit: 'kg NMVOC eq' },
  AP: { name: 'Acidification', unit: 'mol H+ eq' },
  EPT: { name: 'Eutrophication, terrestrial', unit: 'mol N eq' },
  EPF: { name: 'Eutrophication, freshwater', unit: 'kg P eq' },
  EPM: { name: 'Eutrophication, marine', unit: 'kg N eq' },
  ETF: { name: 'Ecotoxicity, freshwater', unit: 'CTUe' },
  LU: { name: 'Land use', unit: 'Pt (dimensionless)' },
  WU: { name: 'Water use', unit: 'm3 world eq deprived' },
  RUMM: { name: 'Resource use, minerals and metals', unit: 'kg Sb eq' },
  RUF: { name: 'Resource use, fossils', unit: 'MJ' },
} as const;

export type ImpactCategory = keyof typeof IMPACT_CATEGORIES;

export function isImpactCategory(code: string): code is ImpactCategory {
  return Object.hasOwn(IMPACT_CATEGORIES, code);
}
