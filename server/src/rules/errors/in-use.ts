import { encodeId } from '../../platform/ids.ts';
import type { Permission } from '../access/permissions.ts';
import type { Caller } from '../context.ts';
import { ApiError } from './api-error.ts';

/** Kinds of objects that refer to others, with the permission that shows them. */
const PERMISSION_OF = {
  product: 'PRODUCTS_READ',
  order: 'ORDERS_READ',
  shoppingCart: 'ORDERS_READ',
  supplyChain: 'SUPPLY_CHAINS_READ',
} as const satisfies Record<string, Permission>;

/** An object that refers to one that is to be deleted. Orders and carts have no name. */
export type Use = {
  readonly kind: keyof typeof PERMISSION_OF;
  readonly id: string;
  readonly name: string | null;
};

const MOST_NAMED = 10;
/** One more than are named shows if there are others. */
export const MOST_USES_READ = MOST_NAMED + 1;

/**
 * CONFLICT with the first objects that the caller may read in `usedBy`; in the message between what is in use and the
 * next step.
 */
export function inUse(
  { permissions }: Caller,
  what: string,
  uses: readonly Use[],
  next: string,
): ApiError {
  const readable = uses.filter(({ kind }) => permissions.has(PERMISSION_OF[kind]));
  const usedBy = readable
    .slice(0, MOST_NAMED)
    .map(({ kind, id, name }) => ({ id: encodeId(kind, id), name }));
  const places = usedBy.map(({ id, name }) => (name === null ? id : `"${name}" (${id})`));
  if (readable.length < uses.length) places.push('objects that you may not read');
  const more = readable.length > MOST_NAMED ? ' and more' : '';
  return new ApiError('CONFLICT', `${what} in ${places.join(', ')}${more}: ${next}`, { usedBy });
}
