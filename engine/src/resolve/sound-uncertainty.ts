import type { Uncertainty } from '../product.ts';

/** Whether spreads are not negative and bounds lie around the amount itself. */
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
