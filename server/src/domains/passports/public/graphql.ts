import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../rules/context.ts';
import { contentOf } from '../content/graphql.ts';
import { maskContent } from '../content/mask.ts';
import { fieldsOf, schemaOf } from '../content/schemas.ts';
import { type Disclosure, DisclosureEnum } from '../enums.ts';
import { DppRef, WithheldRef } from '../graphql.ts';
import type { Dpp } from '../model.ts';
import { passportUrl, productUri } from '../projections/addresses.ts';
import { contentSpecificationsOf, MODEL_VERSION } from '../projections/en18223.ts';
import { lastVersionOf } from '../versions/graphql.ts';
import { extentOf } from './view.ts';

type Carrier = { readonly uri: string; readonly address: string };

const CarrierRef = builder.objectRef<Carrier>('DppCarrier').implement({
  description: 'The data carrier of a passport, for labels and product pages.',
  fields: (t) => ({
    uri: t.expose('uri', {
      type: 'URL',
      description: 'Content of the symbol: the unique product identifier.',
    }),
    qrSvg: t.field({
      type: 'URL',
      description: 'Public address of the QR Code as SVG.',
      resolve: ({ address }) => `${address}/qr.svg`,
    }),
    qrPng: t.field({
      type: 'URL',
      description: 'Public address of the QR Code as PNG.',
      resolve: ({ address }) => `${address}/qr.png`,
    }),
  }),
});

builder.objectFields(DppRef, (t) => ({
  publicUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'Address of the public page; null for a draft, which has none yet.',
    resolve: publicUrlOf,
  }),
  carrier: t.field({
    type: CarrierRef,
    nullable: true,
    description: 'Data carrier with its QR Code; null for a draft.',
    resolve: (dpp, _args, context) => {
      const address = publicUrlOf(dpp, {}, context);
      const { scope, services } = context;
      return address === null
        ? null
        : { address, uri: productUri(services.publicUrls, { ...dpp, scope }) };
    },
  }),
  disclosure: t.field({
    type: DisclosureEnum,
    description: 'Part of the passport that its public address shows now.',
    resolve: disclosureOf,
  }),
  withheld: t.field({
    type: [WithheldRef],
    extensions: access({ size: 5 }),
    description:
      'Fields of the public version that exist and that the public does not see; those of the class INTERNAL are not named. Empty unless `disclosure` is FULL; `preview` shows other audiences.',
    resolve: async (dpp, _args, context) =>
      disclosureOf(dpp) === 'FULL'
        ? maskContent(fieldsOf(schemaOf(dpp)), await contentOf(context, dpp.id), 'PUBLIC').withheld
        : [],
  }),
  schemaVersion: t.string({
    description: 'Version of the model of EN 18223 that the passport follows.',
    resolve: () => MODEL_VERSION,
  }),
  contentSpecifications: t.stringList({
    description: 'Identifiers of the specifications of the content: that of `schema`.',
    resolve: contentSpecificationsOf,
  }),
  validFrom: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Begin of the validity of the public version; null for a draft.',
    resolve: async ({ id }, _args, context) => (await lastVersionOf(context, id))?.validFrom,
  }),
  validUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'End of the validity of the last version; null for no end.',
    resolve: async ({ id }, _args, context) => (await lastVersionOf(context, id))?.validUntil,
  }),
}));

function disclosureOf(dpp: Dpp): Disclosure {
  return dpp.publishedVersion === null ? 'NONE' : extentOf(dpp);
}

function publicUrlOf(dpp: Dpp, _args: object, { scope, services }: Context): string | null {
  return dpp.publishedVersion === null ? null : passportUrl(services.publicUrls, { ...dpp, scope });
}
