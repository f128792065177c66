import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { FieldClassEnum, FieldTypeEnum, GranularityEnum } from './enums.ts';
import type { DppField, DppSchema } from './model.ts';
import { COMMON_FIELDS, dppSchemas, SECTOR_DATA } from './schemas.ts';

type FlatField = Omit<DppField, 'fields'> & { readonly path: string };

/** All fields of a schema in one list, each with its path. */
function flatFields(fields: readonly DppField[], above: string): FlatField[] {
  return fields.flatMap(({ fields: below, ...field }) => {
    const path = `${above}${field.name}`;
    return [{ ...field, path }, ...flatFields(below, `${path}.`)];
  });
}

const FieldRef = builder.objectRef<FlatField>('DppSchemaField').implement({
  description: 'A field of the content of a passport.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Path of the field in the content, such as sectorData.chemistry.',
    }),
    name: t.exposeString('name', { description: 'Name of the field.' }),
    title: t.exposeString('title', { description: 'Title for people.' }),
    description: t.exposeString('description', { description: 'Meaning of the field.' }),
    type: t.expose('type', { type: FieldTypeEnum, description: 'Type of its value.' }),
    isList: t.exposeBoolean('isList', { description: 'True if it has several values.' }),
    isMultilingual: t.boolean({
      description: 'True if it has a text for each language.',
      resolve: ({ type }) => type === 'LOCALIZED',
    }),
    unit: t.exposeString('unit', {
      nullable: true,
      description: 'UN/ECE Recommendation 20 code of the unit of a number; null without one.',
    }),
    minimum: t.exposeFloat('minimum', {
      nullable: true,
      description: 'Smallest value; null without a bound.',
    }),
    maximum: t.exposeFloat('maximum', {
      nullable: true,
      description: 'Largest value; null without a bound.',
    }),
    values: t.stringList({
      description: 'Values of a CODE; empty for other types.',
      resolve: ({ values }) => values ?? [],
    }),
    scheme: t.exposeString('scheme', {
      nullable: true,
      description: 'Scheme of an IDENTIFIER; null for other types.',
    }),
    access: t.expose('access', {
      type: FieldClassEnum,
      description: 'Class of access. A group hides all that is below it.',
    }),
    requiredFor: t.exposeStringList('requiredFor', {
      description: 'Categories of products that need the field before publication; `*` for all.',
    }),
    granularities: t.field({
      type: [GranularityEnum],
      extensions: access({ size: 0 }),
      description: 'Levels of passports that have the field; empty for all.',
      resolve: ({ granularities }) => granularities ?? [],
    }),
    source: t.exposeString('source', { description: 'Source of the requirement.' }),
  }),
});

const CategoryRef = builder
  .objectRef<DppSchema['categories'][number]>('DppSchemaCategory')
  .implement({
    description: 'A category of products of a schema, which needs fields of its own.',
    fields: (t) => ({
      code: t.string({ description: 'Code of the category, such as EV.', resolve: ({ id }) => id }),
      title: t.exposeString('title', { description: 'Title for people.' }),
    }),
  });

const OmittedRef = builder.objectRef<DppSchema['omitted'][number]>('DppSchemaOmission').implement({
  description: 'A data point that the schema leaves out.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the data point.' }),
    reason: t.exposeString('reason', { description: 'Reason why it is left out.' }),
  }),
});

export const DppSchemaRef = builder.objectRef<DppSchema>('DppSchema').implement({
  description: 'Content of the passports of one product group, in one version.',
  fields: (t) => ({
    schemaId: t.exposeString('id', {
      description: 'Name of the schema, such as battery; `generateDpp` takes it.',
    }),
    version: t.exposeString('version', { description: 'Version of the schema, such as 1.0.' }),
    title: t.exposeString('title', { description: 'Title for people.' }),
    description: t.exposeString('description', { description: 'Scope of the schema.' }),
    isDraft: t.exposeBoolean('isDraft', {
      description: 'True if its source is a draft, and the fields may change.',
    }),
    retentionYears: t.exposeInt('retentionYears', {
      description: 'Years for which a published passport is kept at least: a policy, not law.',
    }),
    categories: t.expose('categories', {
      type: [CategoryRef],
      extensions: access({ size: 0 }),
      description: 'Categories of products; empty if the group has none.',
    }),
    sources: t.exposeStringList('sources', { description: 'Sources of the fields.' }),
    fields: t.field({
      type: [FieldRef],
      extensions: access({ size: 20 }),
      description: 'All fields: the common ones, then those of `sectorData`.',
      resolve: (schema) => [
        ...flatFields(
          COMMON_FIELDS.map((field) =>
            schema.requiredCommon.includes(field.name) ? { ...field, requiredFor: ['*'] } : field,
          ),
          '',
        ),
        ...flatFields(schema.fields, `${SECTOR_DATA}.`),
      ],
    }),
    omitted: t.expose('omitted', {
      type: [OmittedRef],
      extensions: access({ size: 0 }),
      description: 'Data points of the sources that are left out, with the reasons.',
    }),
  }),
});

builder.queryField('dppSchemas', (t) =>
  t.field({
    type: [DppSchemaRef],
    extensions: access({ permission: 'DPPS_READ', size: 5 }),
    description: 'All schemas of product groups, in all versions.',
    resolve: () => [...dppSchemas()],
  }),
);
