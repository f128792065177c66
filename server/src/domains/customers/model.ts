import type { ValuesOf } from '../../platform/database/index.ts';
import type { CUSTOMER, GIVEN } from './properties.ts';

/** A buyer, as a shop knows them. Once erased, only the totals and the dates are left. */
export type Customer = ValuesOf<typeof CUSTOMER>;

/** The properties of a customer that clients write. */
export type CustomerDraft = ValuesOf<typeof GIVEN>;

/** Change of a customer's totals by an order, its cancellation or a return; negative reduces them. */
export type TotalsChange = {
  readonly orderCount?: number;
  readonly co2eKg?: number;
  readonly spent?: { readonly minor: number; readonly currency: string };
};
