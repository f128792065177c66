import { encodeId, type IdKind } from '../platform/ids.ts';
import { ApiError } from './api-error.ts';

/** An object that refers to one that is to be deleted. Orders and carts have no name. */
export type Use = { readonly kind: IdKind; readonly id: string; readonly name: string | null };

const MOST_NAMED = 10;
/** One more than are named shows if there are others. */
export const MOST_USES_READ = MOST_NAMED + 1;

/** CONFLICT with the first objects in `usedBy`; in the message between what is in use and the next step. */
export function inUse(what: string, uses: readonly Use[], next: string): ApiError {
  const usedBy = uses
    .slice(0, MOST_NAMED)
    .map(({ kind, id, name }) => ({ id: encodeId(kind, id), name }));
  const names = usedBy.map(({ id, name }) => (name === null ? id : `"${name}" (${id})`)).join(', ');
  const more = uses.length > MOST_NAMED ? ' and more' : '';
  return new ApiError('CONFLICT', `${what} in ${names}${more}: ${next}`, { usedBy });
}
