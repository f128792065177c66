import type { ExactMoney } from '../../platform/money.ts';

export type InCurrency = { readonly currency: string | null };

/** A cost in the currency of the scenario; null without a cost. */
export function moneyOf(amount: number | null, { currency }: InCurrency): ExactMoney | null {
  return amount === null || currency === null ? null : { amount, currency };
}
