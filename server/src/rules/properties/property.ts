import type { Column } from '../../platform/database/index.ts';
import type { Problem } from '../errors/api-error.ts';
import {
  lengthProblems,
  MAX_EXTERNAL_ID,
  MAX_NAME,
  type Path,
  problem,
  tagProblems,
  textProblems,
} from '../inputs/problems.ts';

/**
 * An entity is described once, by a table of its properties. Statements, drafts, checks, CSV columns,
 * exports, GraphQL fields and inputs follow from that table.
 */

/** A property that the API shows in a field of its own; a bare `Column` is not shown. */
export type Shown<Value, Name extends string = string> = Column<Value, Name> & {
  readonly type: ApiType;
  readonly isNullable: boolean;
  readonly description: string;
};

/** A property that clients write. */
export type Property<Value, Name extends string = string> = Shown<Value, Name> & {
  /** The value of a new row, which null writes too. */
  readonly initial: Value;
  readonly presence: Presence;
  check(value: Value, path: Path): Problem[];
  /** The value as it is written: a list has each of its values once. */
  written(value: Value): Value;
};

/** OPTIONAL: null clears it. DEFAULTED: a change to null is refused. REQUIRED: also, a new row needs it. */
type Presence = 'OPTIONAL' | 'DEFAULTED' | 'REQUIRED';

export type Properties<Draft> = { readonly [Name in keyof Draft]: Property<Draft[Name]> };

/** A scalar or an enum of the schema, or a list of it. */
export type ApiType = {
  readonly of: Scalar | Enumeration<string>;
  readonly isList: boolean;
};

type Scalar = TextScalar | 'Boolean' | 'DateTime' | 'Float' | 'Int' | 'JSON';
type TextScalar = 'CountryCode' | 'CurrencyCode' | 'String' | 'URL';
type Enumeration<Word extends string> = { readonly name: string; readonly $inferType: Word };

type Description<Value> = {
  readonly description: string;
  readonly presence?: Presence;
  readonly check?: (value: Value, path: Path) => Problem[];
};

/** A column that the API does not show under its own name; without an initial value the database sets it. */
export function hidden<Value, const Name extends string>(
  column: Name,
  sqlType: Column<Value>['sqlType'],
): Column<Value, Name>;
export function hidden<Value, const Name extends string>(
  column: Name,
  sqlType: Column<Value>['sqlType'],
  initial: Value,
): Column<Value, Name> & { readonly initial: Value };
export function hidden<Value, const Name extends string>(
  column: Name,
  sqlType: Column<Value>['sqlType'],
  ...[initial]: [Value?]
): Column<Value, Name> {
  return { column, sqlType, ...(initial === undefined ? {} : { initial }) };
}

/** A column that the database sets and the API shows. */
export function kept<Value, const Name extends string>(
  column: Name,
  sqlType: Column<Value>['sqlType'],
  of: Scalar,
  description: string,
): Shown<Value, Name> {
  return { column, sqlType, type: { of, isList: false }, isNullable: false, description };
}

export function text<const Name extends string>(
  column: Name,
  {
    atMost = MAX_NAME,
    scalar = 'String',
    check = (value, path) => textProblems(value, path, atMost),
    ...rest
  }: Description<string | null> & { readonly atMost?: number; readonly scalar?: TextScalar },
): Property<string | null, Name> {
  return property<string | null, Name>(column, 'text', scalar, null, { ...rest, check });
}

export function requiredText<const Name extends string>(
  column: Name,
  { atMost = MAX_NAME, ...rest }: Description<string> & { readonly atMost?: number },
): Property<string, Name> {
  const check = (value: string, path: Path) => textProblems(value, path, atMost);
  return property(column, 'text', 'String', '', { check, presence: 'REQUIRED', ...rest });
}

/** Text of any form, which may be blank. */
export function prose<const Name extends string>(
  column: Name,
  { atMost, description }: { readonly atMost: number; readonly description: string },
): Property<string | null, Name> {
  return text(column, { description, check: (value, path) => lengthProblems(value, path, atMost) });
}

export function number<const Name extends string>(
  column: Name,
  description: Description<number | null>,
): Property<number | null, Name> {
  return property<number | null, Name>(column, 'float8', 'Float', null, description);
}

/** A number of things. */
export function count<const Name extends string>(
  column: Name,
  description: Description<number>,
): Property<number, Name> {
  return property(column, 'int', 'Int', 0, { presence: 'DEFAULTED', ...description });
}

export function flag<const Name extends string>(
  column: Name,
  description: Description<boolean>,
): Property<boolean, Name> {
  return property(column, 'boolean', 'Boolean', false, { presence: 'DEFAULTED', ...description });
}

/** A time that is null until something happens. */
export function timeOf<const Name extends string>(
  column: Name,
  description: Description<Date | null>,
): Property<Date | null, Name> {
  return property<Date | null, Name>(column, 'timestamptz', 'DateTime', null, description);
}

export function oneOf<Word extends string, const Name extends string>(
  column: Name,
  enumeration: Enumeration<Word>,
  initial: Word,
  description: Description<Word>,
): Property<Word, Name> {
  return property(column, 'text', enumeration, initial, { presence: 'DEFAULTED', ...description });
}

export function listOf<Word extends string, const Name extends string>(
  column: Name,
  enumeration: Enumeration<Word>,
  description: Description<readonly Word[]>,
): Property<readonly Word[], Name> {
  return list(property<readonly Word[], Name>(column, 'text[]', enumeration, [], description));
}

export function texts<const Name extends string>(
  column: Name,
  scalar: TextScalar,
  description: Description<readonly string[]>,
): Property<readonly string[], Name> {
  return list(property<readonly string[], Name>(column, 'text[]', scalar, [], description));
}

/** The client's own id of a thing. */
export function externalId(what: string): Property<string | null, 'external_id'> {
  const description = `Your own id of the ${what}, unique in this environment.`;
  return text('external_id', { description, atMost: MAX_EXTERNAL_ID });
}

export function tags(): Property<readonly string[], 'tags'> {
  return texts('tags', 'String', { description: 'Free tags of your own.', check: tagProblems });
}

type JsonObject = Readonly<Record<string, unknown>>;
const MAX_METADATA = 10_000;

export function metadata(): Property<JsonObject, 'metadata'> {
  const description = `A JSON object with your own keys, at most ${MAX_METADATA} characters as JSON.`;
  return property('metadata', 'jsonb', 'JSON', {}, { description, check: metadataProblems });
}

function metadataProblems(value: unknown, path: Path): Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [problem(path, 'NOT_AN_OBJECT', 'Metadata is a JSON object with your own keys.')];
  }
  return lengthProblems(JSON.stringify(value), path, MAX_METADATA);
}

function list<Item, Name extends string>(
  one: Property<readonly Item[], Name>,
): Property<readonly Item[], Name> {
  const written = (values: readonly Item[]) => [...new Set(values)];
  return { ...one, type: { ...one.type, isList: true }, written };
}

function property<Value, const Name extends string>(
  column: Name,
  sqlType: Column<Value>['sqlType'],
  of: ApiType['of'],
  initial: Value,
  { description, presence = 'OPTIONAL', check = () => [] }: Description<Value>,
): Property<Value, Name> {
  const isNullable = initial === null;
  const type = { of, isList: false };
  const written = (value: Value) => value;
  return { column, sqlType, type, initial, isNullable, presence, description, check, written };
}

/** Columns that every record has. */
export const RECORD = {
  id: hidden('id', 'uuid', ''),
  version: kept<number, 'version'>(
    'version',
    'int',
    'Int',
    'Version of the object, 1 at first. Each change adds 1; see `expectedVersion`.',
  ),
  createdAt: kept<Date, 'created_at'>('created_at', 'timestamptz', 'DateTime', 'Time of creation.'),
  updatedAt: kept<Date, 'updated_at'>(
    'updated_at',
    'timestamptz',
    'DateTime',
    'Time of the last change.',
  ),
} as const;
