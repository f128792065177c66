import Type, { type TEnumValue, type TObject, type TProperties, type TSchema } from 'typebox';
import { encodeId, type IdKind } from '../platform/ids.ts';

/**
 * The building blocks of event payloads. Each property carries its description and an example; the
 * TypeScript type, the JSON Schema and the example of a payload follow from the one declaration.
 */

const EXAMPLE_UUID = '01933b6a-7c1d-7e3a-9f42-5b0c8d1e2f3a';

export function object<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

export function id(kind: IdKind, description: string) {
  return Type.String({ description, examples: [encodeId(kind, EXAMPLE_UUID)] });
}

export function text(description: string, example: string) {
  return Type.String({ description, examples: [example] });
}

export function time(description: string) {
  return Type.String({ description, format: 'date-time', examples: ['2026-11-22T09:30:00.000Z'] });
}

export function integer(description: string, example: number) {
  return Type.Integer({ description, examples: [example] });
}

export function number(description: string, example: number) {
  return Type.Number({ description, examples: [example] });
}

export function oneOf<const Values extends TEnumValue[]>(description: string, values: Values) {
  return Type.Enum(values, { description });
}

export function list<Item extends TSchema>(description: string, item: Item) {
  return Type.Array(item, { description });
}

export function nullable<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

/** An amount of money, in the form in which the API shows it. */
export const money = (description: string) =>
  Type.Object(
    {
      amount: text('Exact decimal amount.', '149.00'),
      currencyCode: text('ISO 4217 code of the currency.', 'EUR'),
    },
    { description, additionalProperties: false },
  );

/** A payload that has the declared form, made of the examples of its properties. */
export function exampleOf(schema: TSchema): unknown {
  if (Type.IsObject(schema)) return exampleOfObject(schema);
  if (Type.IsArray(schema)) return [exampleOf(schema.items)];
  if (Type.IsUnion(schema)) return exampleOf(schema.anyOf[0] ?? Type.Null());
  if (Type.IsEnum(schema)) return schema.enum[0];
  return 'examples' in schema && Array.isArray(schema.examples) ? schema.examples[0] : null;
}

function exampleOfObject({ properties }: TObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]),
  );
}
