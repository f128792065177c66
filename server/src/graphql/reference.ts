import type { Reference } from '../platform/database/index.ts';
import type { IdKind } from '../platform/ids.ts';
import { badInput } from '../rules/errors/api-error.ts';
import {
  givenIdentifiers,
  type NamedObject,
  type Naming,
  namedIn,
  requiredReference,
} from '../rules/inputs/named-object.ts';
import type { Target } from '../rules/mutations/preconditions.ts';
import { builder } from './builder.ts';
import type { InputFields } from './input-fields.ts';

export const ReferenceInput = builder.inputType('ReferenceInput', {
  isOneOf: true,
  description: 'An object, by exactly one of its identifiers.',
  fields: (t) => ({
    id: t.id({ description: 'Globally unique id of the object.' }),
    externalId: t.string({ description: 'Your own id of the object.' }),
  }),
});

/** The field with the name of an object: the way to name another object in every input. */
export function objectField(t: InputFields, description: string) {
  return t.field({ type: ReferenceInput, description });
}

/** The short form of `objectField`, with `Id` added to its name. */
export function shortField(t: InputFields, name: string) {
  return t.id({ description: `Short form of \`${name}: { id }\`.` });
}

type ReferenceOf = (named: NamedObject, path: readonly string[]) => Reference;
type Changing<Input> = Input & Pick<Target, 'expectedVersion'>;

/** The object that an input changes, by its own identifiers. */
export function targetOf(referenceOf: ReferenceOf, input: Changing<NamedObject>): Target {
  return { reference: referenceOf(input, ['input']), expectedVersion: input.expectedVersion };
}

/** The object that an input names in a field, to change it. */
export function targetIn<Field extends string>(
  field: Field,
  referenceOf: ReferenceOf,
  input: Changing<Naming<Field>>,
): Target {
  const reference = referenceOf(namedIn(field, input), ['input', field]);
  return { reference, expectedVersion: input.expectedVersion };
}

/** Target of an update: see `identifiersOfUpdate`. */
export function targetOfUpdate(
  referenceOf: ReferenceOf,
  { expectedVersion, ...named }: Changing<NamedObject>,
): Target {
  return targetOf(referenceOf, { ...identifiersOfUpdate(named), expectedVersion });
}

/**
 * Identifiers of the object of an update: addressed by `id`, in which case `externalId` is a new value, or by
 * `externalId`.
 */
export function identifiersOfUpdate({ id, externalId }: NamedObject): NamedObject {
  return typeof id === 'string' ? { id } : { externalId };
}

/** The object addressed by exactly one of its identifiers; `path` leads to them. */
export function referenceTo(kind: IdKind, what: string): ReferenceOf {
  return (named, path) => {
    if (givenIdentifiers(named).length !== 1) {
      const message = `Say which ${what} by exactly one of its id and externalId.`;
      throw badInput([{ path, code: 'EXACTLY_ONE', message }]);
    }
    return requiredReference(kind, `The ${what}`, named);
  };
}
