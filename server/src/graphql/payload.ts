import type { ObjectRef } from '@pothos/core';
import { type ApiTypes, builder } from './builder.ts';

/** What a mutation gives back that answers with one object, in a field of the object's name. */
export function payloadOf<Field extends string, Shape extends object>(
  mutation: string,
  field: Field,
  type: ObjectRef<ApiTypes, Shape>,
  description: string,
) {
  // Of the object only that it is one matters here; what a mutation returns is held by the payload's type.
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
