import { createHash } from 'node:crypto';
import { type FactorSet, IMPACT_CATEGORIES, type ImpactCategory } from '@trackway/engine';

/** One published set of factors: immutable, versioned, licensed. */
export type FactorSetRow = FactorSet & {
  readonly publisher: string;
  readonly licenceUrl: string | null;
  readonly sourceUrl: string | null;
  readonly releasedOn: string;
  readonly gwpSets: readonly string[];
  /** The indicator set of its impact vectors, `EF 3.1`; null when it has climate change alone. */
  readonly indicatorSet: string | null;
  /** A pack: used only by an organization that switches it on. */
  readonly isOptional: boolean;
  readonly factorCount: number;
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

/** The impact categories of EF 3.1 with name and unit, as in the reference table. */
export const IMPACT_CATEGORY_FACTS: Readonly<
  Record<ImpactCategory, { readonly name: string; readonly unit: string }>
> = {
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
};

export function isImpactCategory(code: string): code is ImpactCategory {
  return IMPACT_CATEGORIES.some((category) => category === code);
}
