/** Scores of a datum, 1 (best) to 5, for the five indicators of the pedigree matrix. */
export interface Pedigree {
  readonly reliability: PedigreeScore;
  readonly completeness: PedigreeScore;
  readonly temporal: PedigreeScore;
  readonly geographical: PedigreeScore;
  readonly technological: PedigreeScore;
}

export type PedigreeScore = 1 | 2 | 3 | 4 | 5;

/**
 * Variances of ln x by score (Ciroth et al. 2016, Empirically based uncertainty factors for the
 * pedigree matrix in ecoinvent; the values of ecoinvent v3).
 */
const VARIANCES = {
  reliability: { 1: 0, 2: 0.0006, 3: 0.002, 4: 0.008, 5: 0.04 },
  completeness: { 1: 0, 2: 0.0001, 3: 0.0006, 4: 0.002, 5: 0.008 },
  temporal: { 1: 0, 2: 0.0002, 3: 0.002, 4: 0.008, 5: 0.04 },
  geographical: { 1: 0, 2: 0.000025, 3: 0.0001, 4: 0.0006, 5: 0.002 },
  technological: { 1: 0, 2: 0.0006, 3: 0.008, 4: 0.04, 5: 0.12 },
} as const;

/** σ² = σ²_basic + Σ σ²_indicator: variance of ln x, dimensionless. */
export function pedigreeVariance(pedigree: Pedigree, basicVariance = 0): number {
  return (
    basicVariance +
    VARIANCES.reliability[pedigree.reliability] +
    VARIANCES.completeness[pedigree.completeness] +
    VARIANCES.temporal[pedigree.temporal] +
    VARIANCES.geographical[pedigree.geographical] +
    VARIANCES.technological[pedigree.technological]
  );
}
