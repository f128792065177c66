import { readdirSync, readFileSync } from 'node:fs';
import type { DppField, DppSchema } from '../model.ts';

const FOLDER = new URL('../../../../../data/passport-schemas/', import.meta.url);
const COMMON_FILE = 'common.json';

/** A field as a file has it: what is absent has a default. */
type FileField = Omit<DppField, 'isList' | 'mayBeEmpty' | 'requiredFor' | 'source' | 'fields'> & {
  /** The value of the group around it applies if absent. */
  readonly source?: string;
  readonly list?: boolean;
  readonly mayBeEmpty?: boolean;
  readonly requiredFor?: readonly string[];
  readonly fields?: readonly FileField[];
};

type FileSchema = Omit<DppSchema, 'isDraft' | 'fields'> & {
  readonly draft: boolean;
  readonly fields: readonly FileField[];
};

/** Fields of all passports, whatever their product group. */
export const COMMON_FIELDS: readonly DppField[] = readCommon();

/** Name of the part of the content that the schema of the product group describes. */
export const SECTOR_DATA = 'sectorData';

const SCHEMAS: readonly DppSchema[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json') && name !== COMMON_FILE)
  .sort()
  .map(readSchema);

const FIELDS = new Map(SCHEMAS.map((schema) => [schema, contentFields(schema)]));

export function dppSchemas(): readonly DppSchema[] {
  return SCHEMAS;
}

/** A schema in one version; the newest version if none is named. */
export function dppSchema(id: string, version?: string): DppSchema | undefined {
  return SCHEMAS.findLast(
    (schema) => schema.id === id && (version === undefined || schema.version === version),
  );
}

/** The schema that a stored passport names; no version is ever taken away. */
export function schemaOf({
  schemaId,
  schemaVersion,
}: {
  readonly schemaId: string;
  readonly schemaVersion: string;
}): DppSchema {
  const schema = dppSchema(schemaId, schemaVersion);
  if (schema === undefined)
    throw new Error(`The passport schema ${schemaId} ${schemaVersion} is missing in data/.`);
  return schema;
}

/** All fields of the content: the common ones, and `sectorData` with those of the schema. */
export function fieldsOf(schema: DppSchema): readonly DppField[] {
  return FIELDS.get(schema) ?? contentFields(schema);
}

function contentFields(schema: DppSchema): readonly DppField[] {
  const sector: DppField = {
    name: SECTOR_DATA,
    title: schema.title,
    description: schema.description,
    type: 'OBJECT',
    isList: false,
    mayBeEmpty: false,
    access: 'PUBLIC',
    requiredFor: schema.fields.some(({ requiredFor }) => requiredFor.length > 0) ? ['*'] : [],
    source: schema.sources[0] ?? '',
    fields: schema.fields,
  };
  const common = commonFieldsOf(schema);
  return schema.fields.length === 0 ? common : [...common, sector];
}

/** The common fields, with what the schema requires of them. */
export function commonFieldsOf({
  requiredCommon,
}: Pick<DppSchema, 'requiredCommon'>): readonly DppField[] {
  const withRequired = (fields: readonly DppField[], above: string): readonly DppField[] =>
    fields.map((field) => {
      const path = `${above}${field.name}`;
      return {
        ...field,
        requiredFor: requiredCommon.includes(path) ? ['*'] : field.requiredFor,
        fields: withRequired(field.fields, `${path}.`),
      };
    });
  return requiredCommon.length === 0 ? COMMON_FIELDS : withRequired(COMMON_FIELDS, '');
}

function readCommon(): readonly DppField[] {
  const file: { readonly fields: readonly FileField[] } = readJson(COMMON_FILE);
  return file.fields.map((field) => fieldOf(field, ''));
}

function readSchema(name: string): DppSchema {
  const { draft, fields, ...schema }: FileSchema = readJson(name);
  return { ...schema, isDraft: draft, fields: fields.map((field) => fieldOf(field, '')) };
}

function fieldOf(
  { list, mayBeEmpty, requiredFor, fields, ...field }: FileField,
  around: string,
): DppField {
  const source = field.source ?? around;
  return {
    ...field,
    source,
    isList: list ?? false,
    mayBeEmpty: mayBeEmpty ?? false,
    requiredFor: requiredFor ?? [],
    fields: (fields ?? []).map((each) => fieldOf(each, source)),
  };
}

/** The files are part of the program; a test holds their form. */
function readJson<Value>(name: string): Value {
  const value: Value = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  return value;
}
