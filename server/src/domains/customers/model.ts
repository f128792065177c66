import type { Problem } from '../../rules/api-error.ts';

/** Someone who buys, as a shop knows them. Once erased, only the totals and the dates are left. */
export type Customer = {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string | null;
  /** Sort key of a list by name. */
  readonly nameKey: string;
  readonly email: string | null;
  readonly country: string | null;
  /** BCP 47. */
  readonly language: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly orderCount: number;
  readonly totalCo2eKg: number;
  /** Minor units by currency. */
  readonly totalSpent: Readonly<Record<string, number>>;
  readonly erasedAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Writable properties of a customer. */
export type CustomerDraft = Pick<
  Customer,
  'externalId' | 'name' | 'email' | 'country' | 'language' | 'tags' | 'metadata'
>;

/** A draft with everything found wrong in it so far. */
export type CheckedCustomer = {
  readonly draft: CustomerDraft;
  readonly problems: readonly Problem[];
};

/** Change of a customer's totals by an order, its cancellation or a return; may be negative. */
export type TotalsChange = {
  readonly orderCount?: number;
  readonly co2eKg?: number;
  readonly spent?: { readonly minor: number; readonly currency: string };
};
