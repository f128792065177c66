import type { Uncertainty } from '../product.ts';

/** True if spreads have a size that intervals have, and bounds enclose the amount. */
export function isSoundUncertainty(uncertainty: Uncertainty | undefined): boolean {
  switch (uncertainty?.kind) {
    case 'LOGNORMAL':
      return isWithin(uncertainty.sigma, 0, 10);
    case 'NORMAL':
      return isWithin(uncertainty.deviation, 0, 10);
    case 'TRIANGULAR':
    case 'UNIFORM':
      return isWithin(uncertainty.least, 0, 1) && isWithin(uncertainty.most, 1, 1e6);
    default:
      return true;
  }
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
