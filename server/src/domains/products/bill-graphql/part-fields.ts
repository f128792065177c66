import type { EnumRef, InputFieldRef, InputObjectRef, ObjectRef } from '@pothos/core';
import { defaultFieldResolver } from 'graphql';
import { access } from '../../../graphql/access.ts';
import { type ApiTypes, builder } from '../../../graphql/builder.ts';
import { checkedBy } from '../../../graphql/further-problems.ts';
import type { InputFields } from '../../../graphql/input-fields.ts';
import { objectOf } from '../../../platform/objects.ts';
import type { Problem } from '../../../rules/errors/api-error.ts';
import type { Path } from '../../../rules/inputs/problems.ts';
import {
  type WithNulls,
  type WithoutNulls,
  withoutNulls,
} from '../../../rules/inputs/without-nulls.ts';

/** A field of a part of the bill: `shown` in its type, `given` in its input. */
type PartField<IsRequired extends boolean = boolean> = {
  readonly shown: Value | Part | [Value | Part] | undefined;
  readonly given: Value | PartInput | [Value | PartInput];
  readonly description: string;
  readonly isRequired: IsRequired;
  /** The value that is shown when a part has none. */
  readonly initial?: number | boolean | readonly [] | undefined;
  /** Typical number of objects in a list, for the cost. */
  readonly size?: number;
};

type Value =
  | EnumRef<ApiTypes, string>
  | 'Boolean'
  | 'CountryCode'
  | 'Float'
  | 'ID'
  | 'JSON'
  | 'String';
type Part = ObjectRef<ApiTypes, object>;
type PartInput = InputObjectRef<ApiTypes, object>;

export function required(type: Value, description: string): PartField<true> {
  return { shown: type, given: type, description, isRequired: true };
}

/** `initial` is shown when a part has no value. */
export function optional(
  type: Value | [Value],
  description: string,
  initial: PartField['initial'] = Array.isArray(type) ? [] : undefined,
): PartField<false> {
  return { shown: type, given: type, description, isRequired: false, initial };
}

export function part(shown: Part, given: PartInput, description: string): PartField<false> {
  return { shown, given, description, isRequired: false };
}

export function parts(
  shown: Part,
  given: PartInput,
  description: string,
  size: number,
): PartField<false> {
  return { shown: [shown], given: [given], description, isRequired: false, initial: [], size };
}

type PartTable<Row> = {
  readonly [Name in keyof Row]-?: PartField<undefined extends Row[Name] ? false : true>;
};

/** The description of an input where it differs from that of the type, and the check of its values. */
type OfInput<Row> = {
  readonly description?: string;
  readonly check?: (part: WithoutNulls<Row>, path: Path) => readonly Problem[];
};

/** The type and the input of a part, whose fields the table describes. */
export function partTypes<Row extends object>(
  name: string,
  description: string,
  table: PartTable<Row>,
  { description: inputDescription = description, check }: OfInput<Row> = {},
) {
  const ref = builder
    .objectRef<Row>(name)
    .implement({ description, fields: (t) => shownFields(t, table) });
  const input = builder.inputType(`${name}Input`, {
    description: inputDescription,
    extensions:
      check === undefined ? {} : checkedBy((given: Row, path) => check(withoutNulls(given), path)),
    fields: (t) => objectOf<InputsOf<Row>>(table, (field) => inputOf(t, table[field])),
  });
  return [ref, input] as const;
}

type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>;

function shownFields<Row>(t: Fields<Row>, table: PartTable<Row>) {
  const fields = Object.entries<PartField>(table).flatMap(([name, { shown, ...field }]) =>
    shown === undefined ? [] : [[name, fieldOf(t, shown, field)] as const],
  );
  return Object.fromEntries(fields);
}

function fieldOf<Row>(
  t: Fields<Row>,
  type: Value | Part | [Value | Part],
  { description, isRequired, initial, size }: Omit<PartField, 'shown'>,
) {
  return t.field({
    type,
    nullable: !isRequired && initial === undefined,
    description,
    extensions: size === undefined ? {} : access({ size }),
    resolve:
      initial === undefined
        ? defaultFieldResolver
        : (...asked) => defaultFieldResolver(...asked) ?? initial,
  });
}

type InputsOf<Row> = {
  -readonly [Name in keyof Row]-?: Input<WithNulls<Row[Name]>>;
};
type Input<Value> = InputFieldRef<ApiTypes, Value>;

function inputOf<Value>(
  t: InputFields,
  { given: type, isRequired: required, description }: PartField,
): Input<Value> {
  const input = t.field({ type, required, description });
  // The table of a part is declared with its row type.
  const isOfValue = (_input: Input<unknown>): _input is Input<Value> => true;
  if (!isOfValue(input)) throw new TypeError('An input field has the type of its property.');
  return input;
}
