import type { Uncertainty } from '../product.ts';

/** True if spreads are not negative and bounds enclose the amount. */
export function isSoundUncertainty(uncertainty: Uncertainty | undefined): boolean {
  switch (uncertainty?.kind) {
    case 'LOGNORMAL':
      return uncertainty.sigma >= 0;
    case 'NORMAL':
      return uncertainty.deviation >= 0;
    case 'TRIANGULAR':
    case 'UNIFORM':
      return uncertainty.least >= 0 && uncertainty.least <= 1 && uncertainty.most >= 1;
    default:
      return true;
  }
}
