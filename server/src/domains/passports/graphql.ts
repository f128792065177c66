import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import type { Context } from '../../rules/context.ts';
import { ProductRef, productById } from '../products/index.ts';
import { contentFields, contentOf } from './content/graphql.ts';
import { maskContent } from './content/mask.ts';
import { fieldsOf, schemaOf } from './content/schemas.ts';
import { DppSchemaRef } from './content/schemas-graphql.ts';
import { type Completeness, completenessOf, type MissingField } from './content/validate.ts';
import { AudienceEnum, FateEnum, FieldClassEnum, FootprintStateEnum } from './enums.ts';
import { levelsAbove } from './identity.ts';
import type { Audience, Dpp, WithheldField } from './model.ts';
import { passportUrl, productUri } from './projections/addresses.ts';
import { missingForCredential } from './projections/untp.ts';
import { DPP } from './properties.ts';
import { dpps, findFootprintStates, findLivingByIdentity } from './store.ts';
import { IntegrityRef, lastVersionOf, VersionConnection, versionsOf } from './versions/graphql.ts';

export const dppById = defineLoaderById(dpps.find);

const footprintOfDpp = defineLoaderById(findFootprintStates);

const MissingRef = builder.objectRef<MissingField>('DppMissingField').implement({
  description: 'A field that publication needs and the content lacks.',
  fields: (t) =>
    exposed(t, {
      path: field('String', 'Path of the field, such as facility.country.'),
      rule: field('String', 'Rule that asks for it, with its source.'),
    }),
});

const CompletenessRef = builder.objectRef<Completeness>('DppCompleteness').implement({
  description: 'Required fields of a passport.',
  fields: (t) => ({
    share: t.float({
      description: 'Share of the required fields that are present, 0 to 1.',
      resolve: ({ present, required }) => (required === 0 ? 1 : present / required),
    }),
    ...exposed(t, {
      present: field('Int', 'Number of required fields that are present.'),
      required: field('Int', 'Number of required fields.'),
      missing: field([MissingRef], 'Required fields that are absent.', { size: 5 }),
    }),
  }),
});

type Readiness = { readonly missing: readonly string[] };

const VcReadyRef = builder.objectRef<Readiness>('DppCredentialReadiness').implement({
  description: 'State of the content for the signed credential (UNTP 0.7.0).',
  fields: (t) => ({
    isReady: t.boolean({
      description: 'True if the credential has all that it requires.',
      resolve: ({ missing }) => missing.length === 0,
    }),
    missing: t.exposeStringList('missing', { description: 'Paths of the fields that it lacks.' }),
  }),
});

export const WithheldRef = builder.objectRef<WithheldField>('DppWithheldField').implement({
  description: 'A field that is present and not shown to an audience.',
  fields: (t) =>
    exposed(t, {
      path: field('String', 'Path of the field.'),
      class: field(FieldClassEnum, 'Class of access of the field.'),
    }),
});

type Preview = ReturnType<typeof maskContent> & { readonly audience: Audience };

const PreviewRef = builder.objectRef<Preview>('DppPreview').implement({
  description: 'The content of a passport as an audience sees it.',
  fields: (t) =>
    exposed(t, {
      audience: field(AudienceEnum, 'Audience that the content is shown to.'),
      content: field('JSON', 'The fields that the audience sees.'),
      withheld: field(
        [WithheldRef],
        'Fields that are present and withheld; INTERNAL ones are not named.',
        { size: 5 },
      ),
    }),
});

export const DppRef = builder.objectRef<Dpp>('DPP');

DppRef.implement({
  description: 'A digital product passport of a model, a batch or an item.',
  interfaces: [Node],
  extensions: access({ permission: 'DPPS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'dpp', DPP),
    ...contentFields(t),
    sectorData: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Fields of the product group; null if it has none.',
      resolve: async ({ id }, _args, context) =>
        (await contentOf(context, id))['sectorData'] ?? null,
    }),
    uri: t.field({
      type: 'URL',
      description: 'Public address of the passport; it answers from the publication on.',
      resolve: (dpp, _args, { scope, services }) =>
        passportUrl(services.publicUrls, { ...dpp, scope }),
    }),
    productIdentifier: t.field({
      type: 'URL',
      description:
        'Unique product identifier, the content of the data carrier: a GS1 Digital Link, or the address of the passport if the product has no GTIN.',
      resolve: (dpp, _args, { scope, services }) =>
        productUri(services.publicUrls, { ...dpp, scope }),
    }),
    schema: t.field({
      type: DppSchemaRef,
      description: 'Schema of the content.',
      resolve: (dpp) => schemaOf(dpp),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product of the passport; null if it was deleted.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    footprintState: t.field({
      type: FootprintStateEnum,
      nullable: true,
      description:
        'Says if the frozen footprint is that of the product; null if the product was deleted, and for a passport that cannot be amended any more.',
      resolve: async ({ id }, _args, context) => (await footprintOfDpp(context, id))?.state ?? null,
    }),
    ...exposed(t, {
      publishedVersion: nullable(
        'Int',
        'Number of the public version; null for a draft. `version` counts all changes.',
      ),
      fate: nullable(FateEnum, 'Fate of the product; null unless its life ended.'),
    }),
    model: t.field({
      type: DppRef,
      nullable: true,
      description: 'Living passport of the model of a batch or item; null if it does not exist.',
      resolve: (dpp, _args, context) => above(context, dpp, 'model'),
    }),
    batch: t.field({
      type: DppRef,
      nullable: true,
      description: 'Living passport of the batch of an item; null if it does not exist.',
      resolve: (dpp, _args, context) => above(context, dpp, 'batch'),
    }),
    predecessor: t.field({
      type: DppRef,
      nullable: true,
      description: 'Passport that this one follows; null if it does not exist.',
      resolve: ({ predecessorId }, _args, context) => dppById(context, predecessorId),
    }),
    supersededBy: t.field({
      type: DppRef,
      nullable: true,
      description: 'Passport of the product that this one became; null if it does not exist.',
      resolve: ({ successorId }, _args, context) => dppById(context, successorId),
    }),
    completeness: t.field({
      type: CompletenessRef,
      description: 'Required fields that are present and absent.',
      resolve: async (dpp, _args, context) =>
        completenessOf(
          schemaOf(dpp),
          dpp.granularity,
          dpp.category,
          await contentOf(context, dpp.id),
        ),
    }),
    vcReady: t.field({
      type: VcReadyRef,
      description: 'Fields that the signed credential lacks.',
      resolve: async (dpp, _args, context) => ({
        missing: missingForCredential(await contentOf(context, dpp.id)),
      }),
    }),
    preview: t.field({
      type: PreviewRef,
      description: 'The content as an audience sees it, by the class of each field.',
      args: {
        audience: t.arg({
          type: AudienceEnum,
          required: true,
          description: 'Audience that the content is shown to.',
        }),
      },
      resolve: async (dpp, { audience }, context) => ({
        audience,
        ...maskContent(fieldsOf(schemaOf(dpp)), await contentOf(context, dpp.id), audience),
      }),
    }),
    integrity: t.field({
      type: IntegrityRef,
      nullable: true,
      description: 'Proof of the public version; null for a draft.',
      resolve: async ({ id, status }, _args, context) =>
        status === 'DRAFT' ? null : ((await lastVersionOf(context, id)) ?? null),
    }),
    versions: t.field({
      type: VersionConnection,
      nullable: true,
      description: 'Versions of the passport, oldest first. A draft has one that is not signed.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: ({ id }, args, context) => versionsOf(context, id, args),
    }),
  }),
});

async function above(context: Context, dpp: Dpp, level: 'model' | 'batch'): Promise<Dpp | null> {
  const identity = levelsAbove(dpp)[level];
  if (identity === undefined) return null;
  const [found] = await findLivingByIdentity(context, [identity]);
  return found ?? null;
}

registerNode('dpp', { typename: 'DPP', load: dppById });

export const DppConnection = connectionType(DppRef, 'DPP', 'passports', 'DPPS_READ');

const passportsOfProduct = defineNestedConnection({
  list: 'passports of',
  ...dpps.below('product_id'),
  key: ({ id }) => [id],
});

builder.objectField(ProductRef, 'passports', (t) =>
  t.field({
    type: DppConnection,
    nullable: true,
    description: 'Passports of the product, its batches and items, oldest first.',
    args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
    resolve: (product, args, context) => passportsOfProduct(context, product.id, args),
  }),
);
