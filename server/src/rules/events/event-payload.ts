import { encodeId, type IdKind } from '../../platform/ids.ts';

/**
 * The building blocks of event payloads. Each property carries its description and an example; the
 * TypeScript type, the JSON Schema and the example of a payload follow from the one declaration.
 */

const EXAMPLE_UUID = '01933b6a-7c1d-7e3a-9f42-5b0c8d1e2f3a';

/** A JSON Schema of the few forms that payloads have, with the type of the values that it describes. */
export type Schema<Value = unknown> = (
  | ObjectForm
  | { readonly type: 'array'; readonly items: Schema; readonly description: string }
  | { readonly enum: readonly string[]; readonly description: string }
  | { readonly anyOf: readonly [Schema, NullForm] }
  | NullForm
  | {
      readonly type: 'string' | 'integer' | 'number';
      readonly description: string;
      readonly format?: 'date-time';
      readonly examples: readonly [string | number];
    }
) & {
  /** Never set: it carries the type. */
  readonly valueType?: () => Value;
};

type NullForm = { readonly type: 'null' };

type ObjectForm = {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: SchemaProperties;
  readonly description?: string;
  readonly additionalProperties: false;
};

export type SchemaProperties = Readonly<Record<string, Schema>>;
export type ObjectSchema = Schema & ObjectForm;

/** The values that an object with these properties has. */
export type ValuesOf<Properties extends SchemaProperties> = {
  [Name in keyof Properties]: ValueOf<Properties[Name]>;
};

type ValueOf<Of extends Schema> = Of extends { readonly valueType?: () => infer Value }
  ? Value
  : never;

export function object<Properties extends SchemaProperties>(
  properties: Properties,
): Schema<ValuesOf<Properties>> & ObjectForm {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}

export function id(kind: IdKind, description: string): Schema<string> {
  return { type: 'string', description, examples: [encodeId(kind, EXAMPLE_UUID)] };
}

export function text(description: string, example: string): Schema<string> {
  return { type: 'string', description, examples: [example] };
}

export function time(description: string): Schema<string> {
  const examples = ['2026-11-22T09:30:00.000Z'] as const;
  return { type: 'string', description, format: 'date-time', examples };
}

export function integer(description: string, example: number): Schema<number> {
  return { type: 'integer', description, examples: [example] };
}

export function number(description: string, example: number): Schema<number> {
  return { type: 'number', description, examples: [example] };
}

export function oneOf<const Values extends readonly string[]>(
  description: string,
  values: Values,
): Schema<Values[number]> {
  return { enum: values, description };
}

export function list<Item extends Schema>(
  description: string,
  items: Item,
): Schema<ValueOf<Item>[]> {
  return { type: 'array', items, description };
}

/** Fields that an update changed; the names are those of its input. */
export const changedFields = (name: string, example: string) =>
  list('Input fields whose value changed.', text(name, example));

export function nullable<Value extends Schema>(value: Value): Schema<ValueOf<Value> | null> {
  return { anyOf: [value, { type: 'null' }] };
}

/** An amount of money, in the form in which the API shows it. */
export const money = (description: string) => ({
  ...object({
    amount: text('Exact decimal amount.', '149.00'),
    currencyCode: text('ISO 4217 code of the currency.', 'EUR'),
  }),
  description,
});

/** A payload that has the declared form, made of the examples of its properties. */
export function exampleOf(schema: Schema): unknown {
  if ('anyOf' in schema) return exampleOf(schema.anyOf[0]);
  if ('enum' in schema) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema);
    case 'array':
      return [exampleOf(schema.items)];
    case 'null':
      return null;
    default:
      return schema.examples[0];
  }
}

function exampleOfObject({ properties }: ObjectForm): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]),
  );
}
