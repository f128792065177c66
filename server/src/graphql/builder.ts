import SchemaBuilder from '@pothos/core';
import type { Context } from '../rules/context.ts';
import * as scalar from './scalars.ts';

type SchemaTypes = {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
    CountryCode: { Input: string; Output: string };
    CurrencyCode: { Input: string; Output: string };
    URL: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
  };
};

/** The builder's types, as refs carry them. */
export type ApiTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The one builder: each domain adds its types and fields to it when its `graphql.ts` is imported. */
export const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false });

builder.queryType({ description: 'Everything that can be read. Reading never changes anything.' });
builder.mutationType({
  description:
    'Everything that can be changed or calculated. Each field is one transaction: refused means nothing changed.',
});

builder.scalarType('DateTime', {
  description:
    'A moment of the years 1 to 9999 as ISO 8601 text in UTC, such as 2026-11-20T09:30:00.000Z. Inputs may have any time zone, but not none; of parts of a second, milliseconds are kept.',
  ...scalar.readDateTime,
  serialize: scalar.serializeDateTime,
});
builder.scalarType('Date', {
  description: 'A calendar day of the years 1 to 9999 as ISO 8601 text, such as 2026-11-20.',
  ...scalar.readDate,
  serialize: (value) => value,
});
builder.scalarType('Decimal', {
  description: 'An exact decimal number as text, such as "19.90".',
  ...scalar.readDecimal,
  serialize: (value) => value,
});
builder.scalarType('CountryCode', {
  description: 'A country by its ISO 3166-1 alpha-2 code, such as FR.',
  ...scalar.readCountryCode,
  serialize: (value) => value,
});
builder.scalarType('CurrencyCode', {
  description: 'A currency by its ISO 4217 code, such as EUR.',
  ...scalar.readCurrencyCode,
  serialize: (value) => value,
});
builder.scalarType('URL', {
  description: 'An absolute http or https URL.',
  ...scalar.readUrl,
  serialize: (value) => value,
});
builder.scalarType('JSON', {
  description: 'Any JSON value.',
  parseLiteral: scalar.parseJsonLiteral,
  parseValue: (value) => value,
  serialize: (value) => value,
});
