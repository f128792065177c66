import type { Transitions } from '../../rules/preconditions.ts';

export type CartState = 'OPEN' | 'CHECKED_OUT' | 'ABANDONED';

export const CART_TRANSITIONS: Transitions<CartState> = {
  OPEN: ['CHECKED_OUT', 'ABANDONED'],
  ABANDONED: ['OPEN'],
  CHECKED_OUT: [],
};

/** Default lifetime of an open cart, from its creation or reopening. */
export const LIFETIME_DAYS = 30;

/** Currency of the total 0 of a cart without a currency. */
export const SHOWN_CURRENCY = 'EUR';

export type Cart = {
  readonly id: string;
  readonly externalId: string | null;
  /** An open cart past its time reads as abandoned, also before a worker wrote that down. */
  readonly state: CartState;
  readonly customerId: string | null;
  /** Null until the first price is put in, unless its maker chose one. */
  readonly currency: string | null;
  readonly orderId: string | null;
  readonly isMock: boolean;
  readonly expiresAt: Date;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type CartLine = {
  readonly cartId: string;
  readonly productId: string;
  readonly quantity: number;
  /** Null follows the price of the product. */
  readonly unitPriceMinor: number | null;
  readonly addedAt: Date;
};
