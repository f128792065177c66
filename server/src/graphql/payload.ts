import type { FieldMap, ObjectRef } from '@pothos/core';
import { encodeId, type IdKind } from '../platform/ids.ts';
import { type ApiTypes, builder } from './builder.ts';

/** Payload of a mutation by its fields. */
export function payloadWith<Shape extends object>(
  mutation: string,
  fields: (t: PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Shape>) => FieldMap,
) {
  const description = `Result of \`${mutation}\`.`;
  return builder
    .objectRef<Shape>(`${inPascalCase(mutation)}Payload`)
    .implement({ description, fields });
}

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
  return payloadWith<Readonly<Record<Field, Shape>>>(mutation, (t) => ({
    [field]: t.field({
      type: someObject,
      nullable: true,
      description,
      resolve: (payload): object => payload[field],
    }),
  }));
}

/** Payload of a mutation that deletes one object: its id, and the object in a field with its name. */
export function deletionPayloadOf<Kind extends IdKind, Shape extends { readonly id: string }>(
  kind: Kind,
  type: ObjectRef<ApiTypes, Shape>,
  descriptions: { readonly id: string; readonly object: string },
) {
  const someObject: ObjectRef<ApiTypes, object> = type;
  const name = inPascalCase(kind);
  return payloadWith<Readonly<Record<Kind, Shape>>>(`delete${name}`, (t) => ({
    [`deleted${name}Id`]: t.id({
      description: descriptions.id,
      resolve: (payload) => encodeId(kind, payload[kind].id),
    }),
    [kind]: t.field({
      type: someObject,
      nullable: true,
      description: descriptions.object,
      resolve: (payload): object => payload[kind],
    }),
  }));
}

function inPascalCase(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
