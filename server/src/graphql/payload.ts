import type { ObjectRef } from '@pothos/core';
import { type ApiTypes, builder } from './builder.ts';

/** Payload of a mutation that returns one object, in a field with the object's name. */
export function payloadOf<Field extends string, Shape extends object>(
  mutation: string,
  field: Field,
  type: ObjectRef<ApiTypes, Shape>,
  description: string,
) {
  // Only the fact that it is an object matters here; the type of the payload checks what a mutation
  // returns.
  const someObject: ObjectRef<ApiTypes, object> = type;
  const name = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`;
  return builder.objectRef<Readonly<Record<Field, Shape>>>(name).implement({
    description: `Result of \`${mutation}\`.`,
    fields: (t) => ({
      [field]: t.field({
        type: someObject,
        nullable: true,
        description,
        resolve: (payload): object => payload[field],
      }),
    }),
  });
}
