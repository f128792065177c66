import type { IndicatorResult } from '../full-details.ts';
import { IMPACT_CATEGORIES, type ImpactCategory } from '../vocabulary.ts';
import type { Work } from './contributions.ts';

/** Names and units of EF 3.1 (JRC reference package). */
export const CATEGORIES: Readonly<Record<ImpactCategory, readonly [name: string, unit: string]>> = {
  CC: ['Climate change', 'kg CO2 eq'],
  ODP: ['Ozone depletion', 'kg CFC-11 eq'],
  HTOX_c: ['Human toxicity, cancer', 'CTUh'],
  HTOX_nc: ['Human toxicity, non-cancer', 'CTUh'],
  PM: ['Particulate matter', 'disease incidence'],
  IR: ['Ionising radiation, human health', 'kBq U-235 eq'],
  POCP: ['Photochemical ozone formation, human health', 'kg NMVOC eq'],
  AP: ['Acidification', 'mol H+ eq'],
  EPT: ['Eutrophication, terrestrial', 'mol N eq'],
  EPF: ['Eutrophication, freshwater', 'kg P eq'],
  EPM: ['Eutrophication, marine', 'kg N eq'],
  ETF: ['Ecotoxicity, freshwater', 'CTUe'],
  LU: ['Land use', 'Pt'],
  WU: ['Water use', 'm3 world eq deprived'],
  RUMM: ['Resource use, minerals and metals', 'kg Sb eq'],
  RUF: ['Resource use, fossils', 'MJ'],
};

/**
 * Σ amount · indicator per unit, for each of the 16. Climate change is always complete; another
 * one is partial where only some factors have it, and absent where none has: never zero.
 */
export function indicatorsOf(work: readonly Work[], co2eKg: number): IndicatorResult[] {
  const present = work.filter(({ amount }) => amount !== 0);
  const allKg = present.reduce((sum, item) => sum + Math.abs(item.co2eKg), 0);
  return IMPACT_CATEGORIES.map((code) => {
    const [name, unit] = CATEGORIES[code];
    if (code === 'CC') {
      return { code, name, unit, value: co2eKg, coveredShare: 1, isComplete: true, reason: null };
    }
    let value = 0;
    let coveredKg = 0;
    let covered = 0;
    for (const { factor, amount, co2eKg: ownKg } of present) {
      const perUnit = factor.indicators?.[code];
      if (perUnit === undefined) continue;
      value += amount * perUnit;
      coveredKg += Math.abs(ownKg);
      covered++;
    }
    const isComplete = covered > 0 && covered === present.length;
    const coveredShare = isComplete ? 1 : allKg === 0 ? 0 : coveredKg / allKg;
    const reason = isComplete ? null : reasonOf(covered, present.length);
    return {
      code,
      name,
      unit,
      value: covered > 0 ? value : null,
      coveredShare,
      isComplete,
      reason,
    };
  });
}

function reasonOf(covered: number, count: number): string {
  if (covered === 0) return 'No factor of this result has this indicator.';
  return `Only ${covered} of ${count} contributions have factors with this indicator: the value is a part of the whole.`;
}
