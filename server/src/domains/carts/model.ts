import type { ValuesOf } from '../../platform/database/index.ts';
import type { Transitions } from '../../rules/mutations/preconditions.ts';
import type { CART, GIVEN } from './properties.ts';

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

/** A shopping cart. */
export type Cart = ValuesOf<typeof CART>;

/** The properties of a cart that clients write. */
export type CartGiven = ValuesOf<typeof GIVEN>;

export type CartLine = {
  readonly cartId: string;
  readonly productId: string;
  readonly quantity: number;
  /** Null follows the price of the product. */
  readonly unitPriceMinor: number | null;
  readonly addedAt: Date;
};
