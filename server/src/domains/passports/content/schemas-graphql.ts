import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { exposed, field, nullable } from '../../../graphql/fields.ts';
import { FieldClassEnum, FieldTypeEnum, GranularityEnum } from '../enums.ts';
import type { DppField, DppSchema } from '../model.ts';
import { commonFieldsOf, dppSchemas, SECTOR_DATA } from './schemas.ts';

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
    ...exposed(t, {
      path: field('String', 'Path of the field in the content, such as sectorData.chemistry.'),
      name: field('String', 'Name of the field.'),
      title: field('String', 'Title for people.'),
      description: field('String', 'Meaning of the field.'),
      type: field(FieldTypeEnum, 'Type of its value.'),
      isList: field('Boolean', 'True if it has several values.'),
      mayBeEmpty: field(
        'Boolean',
        'True if an empty list states that there are none, such as hazardous substances; other empty lists count as missing.',
      ),
      unit: nullable(
        'String',
        'UN/ECE Recommendation 20 code of the unit of a number; null without one.',
      ),
      minimum: nullable('Float', 'Smallest value; null without a bound.'),
      maximum: nullable('Float', 'Largest value; null without a bound.'),
      scheme: nullable('String', 'Scheme of an IDENTIFIER; null for other types.'),
      access: field(FieldClassEnum, 'Class of access. A group hides all that is below it.'),
      requiredFor: field(
        ['String'],
        'Categories of products that need the field before publication; `*` for all.',
      ),
      source: field('String', 'Source of the requirement.'),
    }),
    isMultilingual: t.boolean({
      description: 'True if it has a text for each language.',
      resolve: ({ type }) => type === 'LOCALIZED',
    }),
    values: t.stringList({
      description: 'Values of a CODE; empty for other types.',
      resolve: ({ values }) => values ?? [],
    }),
    granularities: t.field({
      type: [GranularityEnum],
      extensions: access({ size: 0 }),
      description: 'Levels of passports that have the field; empty for all.',
      resolve: ({ granularities }) => granularities ?? [],
    }),
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
  fields: (t) =>
    exposed(t, {
      name: field('String', 'Name of the data point.'),
      reason: field('String', 'Reason why it is left out.'),
    }),
});

export const DppSchemaRef = builder.objectRef<DppSchema>('DppSchema').implement({
  description: 'Content of the passports of one product group, in one version.',
  fields: (t) => ({
    schemaId: t.exposeString('id', {
      description: 'Name of the schema, such as battery; `generateDpp` takes it.',
    }),
    ...exposed(t, {
      version: field('String', 'Version of the schema, such as 1.0.'),
      title: field('String', 'Title for people.'),
      description: field('String', 'Scope of the schema.'),
      isDraft: field('Boolean', 'True if its source is a draft, and the fields may change.'),
      retentionYears: field(
        'Int',
        'Years for which a published passport is kept at least: a policy, not law.',
      ),
      categories: field([CategoryRef], 'Categories of products; empty if the group has none.', {
        size: 0,
      }),
      sources: field(['String'], 'Sources of the fields.'),
      omitted: field(
        [OmittedRef],
        'Data points of the sources that are left out, with the reasons.',
        { size: 0 },
      ),
    }),
    fields: t.field({
      type: [FieldRef],
      extensions: access({ size: 20 }),
      description: 'All fields: the common ones, then those of `sectorData`.',
      resolve: (schema) => [
        ...flatFields(commonFieldsOf(schema), ''),
        ...flatFields(schema.fields, `${SECTOR_DATA}.`),
      ],
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
