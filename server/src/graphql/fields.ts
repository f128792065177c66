import type { OutputRef, ShapeFromTypeParam } from '@pothos/core';
import { defaultFieldResolver } from 'graphql';
import { namesOf } from '../platform/objects.ts';
import { type AccessRule, access } from './access.ts';
import type { ApiTypes } from './builder.ts';

/** A field that shows the property of its own name. */
type Field<Value> = {
  readonly type: Type | [Type];
  readonly isNullable: boolean;
  readonly description: string;
  readonly rule: AccessRule;
  /** Lets the compiler compare the type of the property with that of the field. */
  readonly shows: (value: Value) => void;
};

type Type = keyof ApiTypes['outputShapes'] | OutputRef<unknown>;

export function field<const Shown extends Type | [Type]>(
  type: Shown,
  description: string,
  rule: AccessRule = {},
): Field<ShapeFromTypeParam<ApiTypes, Shown, false>> {
  return { type, isNullable: false, description, rule, shows: () => {} };
}

export function nullable<const Shown extends Type | [Type]>(
  type: Shown,
  description: string,
  rule: AccessRule = {},
): Field<ShapeFromTypeParam<ApiTypes, Shown, true>> {
  return { type, isNullable: true, description, rule, shows: () => {} };
}

type Fields<Row> =
  | PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>
  | PothosSchemaTypes.InterfaceFieldBuilder<ApiTypes, Row>;

/** A field for each described property of a row. */
export function exposed<Row extends object>(
  t: Fields<Row>,
  table: { readonly [Name in keyof Row]?: Field<Row[Name]> },
) {
  const fields = namesOf(table).flatMap((name) => {
    const described = table[name];
    return described === undefined ? [] : [[name, fieldOf(t, described)] as const];
  });
  return Object.fromEntries(fields);
}

function fieldOf<Row>(
  t: Fields<Row>,
  { type, isNullable, description, rule }: Omit<Field<never>, 'shows'>,
) {
  return t.field({
    type,
    nullable: isNullable,
    description,
    extensions: access(rule),
    resolve: defaultFieldResolver,
  });
}
