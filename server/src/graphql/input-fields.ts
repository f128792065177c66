import type { InputRef } from '@pothos/core';
import { lengthProblems, MAX_NAME } from '../rules/inputs/problems.ts';
import { keyProblems } from '../rules/mutations/idempotency.ts';
import { type ApiTypes, builder } from './builder.ts';
import { checkedBy } from './further-problems.ts';

/** Input fields and arguments that mutations and queries share: each is declared here, once. */

export type InputFields = PothosSchemaTypes.InputFieldBuilder<ApiTypes, 'InputObject'>;

/** The field of every input of a mutation. */
export function idempotencyField(t: InputFields) {
  return {
    idempotencyKey: t.string({
      description:
        'Your own unique text for this request: repeating it within 24 hours gives the first answer again. Same as the header Idempotency-Key.',
      extensions: checkedBy(keyProblems),
    }),
  };
}

/** The field of a filter with a text to look for; `assertSearchable` holds what it says. */
export function searchedText(t: InputFields, description: string) {
  return t.string({
    description: `${description} At most ${MAX_NAME} characters.`,
    extensions: checkedBy((given: string, path) => lengthProblems(given, path, MAX_NAME)),
  });
}

/** The fields of every input that changes an object. */
export function changeFields(t: InputFields) {
  return {
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses the change with CONFLICT.',
    }),
    ...idempotencyField(t),
  };
}

/** The fields that name the object of a change by exactly one of its ids, and the version that it should have: see `targetOf`. */
export function targetFields(t: InputFields, what: string) {
  return {
    id: t.id({ description: `The ${what}, by its id.` }),
    externalId: t.string({ description: `The ${what}, by your own id.` }),
    ...changeFields(t),
  };
}

/** The fields of an update; `externalId` is among the properties. */
export function updateFields(t: InputFields) {
  return {
    id: t.id({
      description: 'Globally unique id. If `id` is given, `externalId` is the new value.',
    }),
    ...changeFields(t),
  };
}

/** The arguments that name one object by exactly one of its ids. */
export function identifierArgs() {
  return builder.args((t) => ({
    id: t.id({ description: 'Globally unique id of the object.' }),
    externalId: t.string({ description: 'Your own id of it.' }),
  }));
}

/** The conditions of a filter on the time at which an object was made; `made` is the word for that, such as "Created". */
export function creationFilters(t: InputFields, made = 'Created') {
  return {
    createdSince: t.field({ type: 'DateTime', description: `${made} at this moment or later.` }),
    createdUntil: t.field({ type: 'DateTime', description: `${made} before this moment.` }),
  };
}

/** The same with that on the time of the last change. */
export function timeFilters(t: InputFields, made = 'Created') {
  return {
    ...creationFilters(t, made),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
  };
}

/** Input of a mutation that takes only an object with a version. */
export function targetInput(name: string, what: string, description: string) {
  return builder.inputType(name, { description, fields: (t) => targetFields(t, what) });
}

/** Input of a mutation that takes only the id of an object. */
export function idInput(name: string, description: string, id: string) {
  return builder.inputType(name, {
    description,
    fields: (t) => ({ id: t.id({ required: true, description: id }), ...idempotencyField(t) }),
  });
}

/** The only argument of mutations and previews. */
export function inputArg<Type extends InputRef>(type: Type, description: string) {
  return builder.args((t) => ({ input: t.field({ type, required: true, description }) }));
}
