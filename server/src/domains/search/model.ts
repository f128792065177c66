import type { Permission } from '../../rules/access/permissions.ts';

/** Kinds of objects that can be found, each with the permission to read it. */
export const PERMISSION_OF = {
  PRODUCT: 'PRODUCTS_READ',
  CUSTOMER: 'CUSTOMERS_READ',
  ORDER: 'ORDERS_READ',
  SUPPLY_CHAIN: 'SUPPLY_CHAINS_READ',
  FACTOR: 'FACTORS_READ',
  DPP: 'DPPS_READ',
} as const satisfies Record<string, Permission>;

export type SearchKind = keyof typeof PERMISSION_OF;

export const SEARCH_KINDS: readonly SearchKind[] = Object.keys(PERMISSION_OF).filter(isSearchKind);

function isSearchKind(text: string): text is SearchKind {
  return Object.hasOwn(PERMISSION_OF, text);
}

/** One thing found. */
export type Hit = { readonly kind: SearchKind; readonly id: string; readonly score: number };

/** A word of a query. */
export type Term = {
  readonly word: string;
  /** True if longer words that begin with it match too. */
  readonly isBeginning: boolean;
  /** The known words that it may be a misspelling of. */
  readonly meant: readonly string[];
  /** The other writings of a GTIN. */
  readonly writings: readonly string[];
};

/** Scores are kept in whole millionths, so that a cursor holds one exactly. */
export const SCORE_UNIT = 1_000_000;
