import type { Reference } from '../platform/database/index.ts';
import { decodeId, type IdKind } from '../platform/ids.ts';
import { badInput, orNotFound } from '../rules/api-error.ts';

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/**
 * Target of an update: addressed by `id`, in which case `externalId` is a new value, or by
 * `externalId`.
 */
export function identifiersOfUpdate({ id, externalId }: Identifiers): Identifiers {
  return typeof id === 'string' ? { id } : { externalId };
}

/** The object addressed by exactly one of its identifiers; `path` leads to them. */
export function referenceTo(
  kind: IdKind,
  what: string,
): (identifiers: Identifiers, path: readonly string[]) => Reference {
  return ({ id, externalId }, path) => {
    const hasId = typeof id === 'string';
    const hasExternalId = typeof externalId === 'string';
    if (hasId === hasExternalId) {
      const message = `Say which ${what} by exactly one of its id and externalId.`;
      throw badInput([{ path, code: 'EXACTLY_ONE', message }]);
    }
    if (hasExternalId) return { by: 'external_id', value: externalId };
    const uuid = orNotFound(`The ${what}`, decodeId(kind, id ?? ''));
    return { by: 'id', value: uuid };
  };
}
