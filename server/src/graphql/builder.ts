import SchemaBuilder, { type EnumRef } from '@pothos/core';
import type { Environment } from '../platform/scope.ts';
import type { Context } from '../rules/context.ts';
import { PERMISSION_MEANINGS, type Permission } from '../rules/permissions.ts';
import type { Tier } from '../rules/tiers.ts';
import { access } from './access.ts';
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
  description: 'A moment in time as ISO 8601 text in UTC, such as 2026-11-20T09:30:00.000Z.',
  ...scalar.readDateTime,
  serialize: scalar.serializeDateTime,
});
builder.scalarType('Date', {
  description: 'A calendar day as ISO 8601 text, such as 2026-11-20.',
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

/**
 * An enum made from what each of its words means. Words named in `tiers` require that tier.
 */
export function describedEnum<const Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
  tiers?: Readonly<Partial<Record<Word, Tier>>>,
) {
  const values: Record<
    string,
    { value: Word; description: string; extensions: Record<string, unknown> }
  > = {};
  // Codes of sources such as HTOX_c have lower-case letters, which enum values do not.
  for (const word in meanings) {
    const tier = tiers?.[word];
    values[word.toUpperCase()] = {
      value: word,
      description: meanings[word],
      extensions: tier === undefined ? {} : access({ tier }),
    };
  }
  const ref = builder.enumType(name, { description, values });
  ENUMS.set(name, ref);
  return ref;
}

const ENUMS = new Map<string, EnumRef<ApiTypes, string>>();

export function enumNamed(name: string): EnumRef<ApiTypes, string> {
  const ref = ENUMS.get(name);
  if (ref === undefined) throw new Error(`No enum has the name ${name}.`);
  return ref;
}

export const SortDirectionEnum = describedEnum<'ASC' | 'DESC'>(
  'SortDirection',
  'Sort direction of a list.',
  {
    ASC: 'Smallest or oldest first.',
    DESC: 'Largest or newest first.',
  },
);

/** Description of the expected version in inputs of changes. */
export const EXPECTED_VERSION_DESCRIPTION =
  'The version that you read; a newer one refuses the change with CONFLICT.';

/** Description of the idempotency key in every input that has one. */
export const IDEMPOTENCY_KEY_DESCRIPTION =
  'Your own unique text for this request: repeating it within 24 hours gives the first answer again. Same as the header Idempotency-Key.';

export const TierEnum = describedEnum<Tier>(
  'Tier',
  'Tier of an organization or key. A higher tier includes the features of the lower ones.',
  {
    FREE: 'Core data and basic calculations; 60 requests a minute.',
    GROWTH: 'All calculations, scenarios, equivalencies; 600 requests a minute.',
    ENTERPRISE: 'Everything, with passports, assets and webhooks; 6,000 requests a minute or more.',
  },
);

export const EnvironmentEnum = describedEnum<Environment>(
  'Environment',
  'Two separate data planes of one organization.',
  {
    LIVE: 'Production data of the organization.',
    SANDBOX: 'Mock data for development and tests; `resetSandbox` restores it.',
  },
);

export const PermissionEnum = describedEnum<Permission>(
  'Permission',
  'Permission of a key, within the features of its tier.',
  PERMISSION_MEANINGS,
);
