import type { InputObjectRef, ObjectRef } from '@pothos/core';
import { access } from '../../../graphql/access.ts';
import { type ApiTypes, builder } from '../../../graphql/builder.ts';
import { exposed, field } from '../../../graphql/fields.ts';
import { checkedBy } from '../../../graphql/further-problems.ts';
import type { InputFields } from '../../../graphql/input-fields.ts';
import { defineLoader } from '../../../graphql/loader.ts';
import type { Context } from '../../../rules/context.ts';
import type { Problem } from '../../../rules/errors/api-error.ts';
import { MAX_NAME, type Path } from '../../../rules/inputs/problems.ts';
import type { Dpp, DppContent, DppField, Json, LocalizedText } from '../model.ts';
import { findContents } from '../versions/store.ts';
import { toJson, WRITABLE_FIELDS, withoutNulls } from './draft.ts';
import { isList } from './mask.ts';
import { plainTextProblems } from './personal-data.ts';
import { COMMON_FIELDS, dppSchemas } from './schemas.ts';
import { problemsOfField } from './validate.ts';

/** The common fields of passports as GraphQL types: all of them follow from `common.json`. */

const DppTextRef = builder.objectRef<LocalizedText>('DppText').implement({
  description: 'A text in one language.',
  fields: (t) =>
    exposed(t, {
      language: field('String', 'BCP 47 tag of the language, such as en.'),
      text: field('String', 'Text in this language.'),
    }),
});

const DppTextInput = builder.inputType('DppTextInput', {
  description: 'A text in one language.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'BCP 47 tag of the language, such as en.' }),
    text: t.string({ required: true, description: 'Text in this language.' }),
  }),
});

/** The types of each field that is an object, by the field. */
const OUTPUTS = new Map<DppField, ObjectRef<ApiTypes, DppContent>>();
const INPUTS = new Map<DppField, InputObjectRef<ApiTypes, object>>();

for (const field of COMMON_FIELDS) defineGroups(field, 'Dpp', WRITABLE_FIELDS.includes(field.name));

function defineGroups(field: DppField, above: string, isWritable: boolean): void {
  if (field.type !== 'OBJECT') return;
  const name = `${above}${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`;
  for (const below of field.fields) defineGroups(below, name, isWritable);
  OUTPUTS.set(field, outputType(name, field));
  if (isWritable) INPUTS.set(field, inputType(name, field));
}

function outputType(
  name: string,
  { description, fields }: DppField,
): ObjectRef<ApiTypes, DppContent> {
  return builder.objectRef<DppContent>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        fields.map((field) => [
          field.name,
          t.field({
            type: listed(field, outputOf(field)),
            nullable: !isPlural(field),
            description: descriptionOf(field),
            ...(isPlural(field) ? { extensions: access({ size: 2 }) } : {}),
            resolve: (content) => valueIn(content, field),
          }),
        ]),
      ),
  });
}

type Single = string | number | boolean | DppContent;

/** Value of a field as its type wants it. */
function valueIn(content: DppContent, field: DppField): Single | null | readonly Single[] {
  const value = content[field.name] ?? null;
  if (!isPlural(field)) return isList(value) ? null : value;
  return isList(value) ? value.filter(isSingle) : [];
}

function isSingle(value: Json): value is Single {
  return value !== null && !isList(value);
}

function inputType(
  name: string,
  { description, fields }: DppField,
): InputObjectRef<ApiTypes, object> {
  return builder.inputType(`${name}Input`, {
    description,
    fields: (t) => Object.fromEntries(fields.map((field) => [field.name, inputField(t, field)])),
  });
}

function inputField(t: InputFields, field: DppField) {
  return t.field({
    type: listed(field, inputOf(field)),
    description: descriptionOf(field),
    extensions: checkedBy((given, path) => givenProblems(field, given, path)),
  });
}

/** Problems of a given value, whatever its schema. */
function givenProblems(field: DppField, given: unknown, path: Path): readonly Problem[] {
  const { value = null } = withoutNulls({ value: toJson(given) ?? null });
  const [schema] = dppSchemas();
  return schema === undefined || value === null ? [] : problemsOfField(schema, field, value, path);
}

const SCALARS = {
  TEXT: 'String',
  CODE: 'String',
  IDENTIFIER: 'String',
  NUMBER: 'Float',
  INTEGER: 'Int',
  BOOLEAN: 'Boolean',
  DATE: 'Date',
  URL: 'URL',
  COUNTRY: 'CountryCode',
} as const;

function outputOf(field: DppField) {
  if (field.type === 'LOCALIZED') return DppTextRef;
  return field.type === 'OBJECT' ? typeOf(OUTPUTS, field) : SCALARS[field.type];
}

function inputOf(field: DppField) {
  if (field.type === 'LOCALIZED') return DppTextInput;
  return field.type === 'OBJECT' ? typeOf(INPUTS, field) : SCALARS[field.type];
}

function typeOf<Type>(types: ReadonlyMap<DppField, Type>, field: DppField): Type {
  const type = types.get(field);
  if (type === undefined) throw new Error(`The field ${field.name} has no type.`);
  return type;
}

/** The type of a party that a passport names as responsible. */
export const ResponsiblePartyRef = typeOf(OUTPUTS, partyField());

function partyField(): DppField {
  const field = COMMON_FIELDS.find(({ name }) => name === 'responsibleParties');
  if (field === undefined) throw new Error('Passports have no responsible parties.');
  return field;
}

function isPlural({ isList, type }: DppField): boolean {
  return isList || type === 'LOCALIZED';
}

function listed<Type>(field: DppField, type: Type): Type | [Type] {
  return isPlural(field) ? [type] : type;
}

function descriptionOf({ description, values, unit, access: fieldClass }: DppField): string {
  return [
    description,
    ...(values === undefined ? [] : [`One of ${values.join(', ')}.`]),
    ...(unit === undefined ? [] : [`Unit ${unit} (UN/ECE Recommendation 20).`]),
    ...(fieldClass === 'PUBLIC' ? [] : [`Class ${fieldClass}.`]),
  ].join(' ');
}

/** The content of a passport, read once for all of its fields and all passports of a page. */
export const contentOf: (context: Context, id: string) => Promise<DppContent> = defineLoader(
  async (context, ids: readonly string[]) => {
    const found = await findContents(context, ids);
    const byId = new Map(found.map(({ id, content }) => [id, content]));
    return ids.map((id): DppContent => byId.get(id) ?? {});
  },
);

type ObjectFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>;

/** A field for each common field of the content. */
export function contentFields(t: ObjectFields<Dpp>) {
  return Object.fromEntries(
    COMMON_FIELDS.map((field) => [
      field.name,
      t.field({
        type: listed(field, outputOf(field)),
        nullable: !isPlural(field),
        description: descriptionOf(field),
        ...(isPlural(field) ? { extensions: access({ size: 5 }) } : {}),
        resolve: async ({ id }, _args, context) => valueIn(await contentOf(context, id), field),
      }),
    ]),
  );
}

/** The check of names that others may read. */
export const PLAIN_NAME = checkedBy((given: string, path) =>
  plainTextProblems(given, path, MAX_NAME),
);

const NO_FIELDS = {};

/**
 * An input field for each common field that clients write, and `sectorData`. Their values are read by name from the
 * input, so their types are no part of the type of the input.
 */
export function contentInputs(t: InputFields): typeof NO_FIELDS {
  const common = COMMON_FIELDS.filter(({ name }) => WRITABLE_FIELDS.includes(name));
  return {
    ...Object.fromEntries(common.map((field) => [field.name, inputField(t, field)])),
    sectorData: t.field({
      type: 'JSON',
      description:
        'Fields of the product group by their names in its schema; see `dppSchemas`. Merged with what is there: an absent field stays, null removes it.',
    }),
  };
}
