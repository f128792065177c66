import type { Reference } from '../../platform/database/index.ts';
import { decodeId, encodeId, type IdKind } from '../../platform/ids.ts';
import { ApiError } from '../errors/api-error.ts';

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/** The fields of an input that name one object: its identifiers, and those in the field with its name. */
export type NamedObject = Identifiers & { readonly object?: Identifiers | null | undefined };

type Objects<Field extends string> = { readonly [Name in Field]?: NamedObject['object'] };
type Ids<Field extends string> = { readonly [Name in `${Field}Id`]?: NamedObject['id'] };

/** The two fields that name an object in an input or a filter: `product`, and its short form `productId`. */
export type Naming<Field extends string> = Objects<Field> & Ids<Field>;

/** The object that is named in the field of this name, or in its short form. */
export function namedIn<Field extends string>(field: Field, input: Naming<Field>): NamedObject {
  const objects: Objects<Field> = input;
  const ids: Ids<Field> = input;
  return { id: ids[`${field}Id`], object: objects[field] };
}

/** Returns all identifiers that are given, for messages and counts. */
export function givenIdentifiers({ id, externalId, object }: NamedObject): readonly string[] {
  const all = [id, externalId, object?.id, object?.externalId];
  return all.filter((each) => typeof each === 'string');
}

/** The reference that identifiers make; undefined if there are none, or the id is of another kind. */
export function referenceIn(
  kind: IdKind,
  { id, externalId, object }: NamedObject,
): Reference | undefined {
  const own = externalId ?? object?.externalId;
  if (typeof own === 'string') return { by: 'external_id', value: own };
  const uuid = decodeId(kind, id ?? object?.id ?? '');
  return uuid === undefined ? undefined : { by: 'id', value: uuid };
}

/** The same, where there must be one: an id of another form cannot be found, and the error shows how ids look. */
export function requiredReference(kind: IdKind, what: string, named: NamedObject): Reference {
  const reference = referenceIn(kind, named);
  if (reference !== undefined) return reference;
  const wrong = wrongId(kind, what, named.id ?? named.object?.id ?? '');
  throw new ApiError('NOT_FOUND', `${wrong} ${OWN_ID}`);
}

/** The uuid of an id that names an object; an id of another form cannot be found. */
export function requiredUuid(kind: IdKind, what: string, id: string): string {
  const uuid = decodeId(kind, id);
  if (uuid === undefined) throw new ApiError('NOT_FOUND', wrongId(kind, what, id));
  return uuid;
}

const OWN_ID = 'Give your own id as `externalId`.';

/** Longer texts are cut in messages. */
const MAX_SHOWN = 50;

/** A UUIDv7 for the example of an id. */
const EXAMPLE = '018f3b1e-7c00-7aaa-8bbb-0123456789ab';

function wrongId(kind: IdKind, what: string, id: string): string {
  const shown = id.length > MAX_SHOWN ? `${id.slice(0, MAX_SHOWN)} …` : id;
  return `${what} was not found: "${shown}" is not an id such as ${encodeId(kind, EXAMPLE)}.`;
}
