import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idField } from '../../graphql/id-field.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import { filterArg, listOf, objectInFilter, uuidInFilter } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { CalculationRef, calculationById } from '../calculations/index.ts';
import { DppRef, dppById } from '../passports/index.ts';
import { ProductRef, productById, products } from '../products/index.ts';
import { SupplyChainRef, supplyChainById, supplyChains } from '../supply-chains/index.ts';
import { assetUrl } from './asset-urls.ts';
import { AssetFormatEnum, AssetKindEnum, AssetSizeEnum } from './enums.ts';
import { type Asset, FILE_TYPES } from './model.ts';
import { assets } from './store.ts';

export const assetById = defineLoaderById(assets.find);

export const AssetRef = builder.objectRef<Asset>('Asset').implement({
  description:
    'A rendered label, tag or picture. Its file never changes; equal content has an equal hash.',
  interfaces: [Node],
  extensions: access({ permission: 'ASSETS_READ' }),
  fields: (t) => ({
    id: idField(t, 'asset'),
    ...exposed(t, {
      kind: field(AssetKindEnum, 'Kind of the asset.'),
      size: field(AssetSizeEnum, 'Size of the asset.'),
      format: field(AssetFormatEnum, 'Format of the file.'),
      locale: field('String', 'Language of the fixed words, such as `de`.'),
      snapshotHash: nullable(
        'String',
        'Hash of the calculation, as it is in the metadata of the file.',
      ),
      sha256: field('String', 'SHA-256 of the file, 64 hex digits.'),
      fileBytes: field('Int', 'Size of the file in bytes.'),
      widthMm: field('Float', 'Width in print, in millimetres.'),
      heightMm: field('Float', 'Height in print, in millimetres.'),
      description: field('String', 'Content in words, for the alternative text of a web page.'),
      isPublic: field('Boolean', 'True if anybody with the address can read the file.'),
      isOutdated: field(
        'Boolean',
        'True if the declaration of the product had been changed after the calculation that is shown, as `footprintState` of the product says it; a change of its price or text is none.',
      ),
      version: field('Int', 'Version of the object, from 1.'),
      createdAt: field('DateTime', 'Time of the creation.'),
      updatedAt: field('DateTime', 'Time of the last change.'),
    }),
    mediaType: t.string({
      description: 'Media type of the file.',
      resolve: ({ format }) => FILE_TYPES[format].mediaType,
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product that the asset shows, as it is now; null if it is gone, or for none.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    calculation: t.field({
      type: CalculationRef,
      nullable: true,
      description:
        'Calculation that the asset shows; null for a QR_TAG, a SUPPLY_CHAIN_MAP and a PASSPORT_DOCUMENT.',
      resolve: ({ calculationId }, _args, context) => calculationById(context, calculationId),
    }),
    supplyChain: t.field({
      type: SupplyChainRef,
      nullable: true,
      description:
        'Supply chain that a map shows, as it is now; null if it is gone, or for others.',
      resolve: ({ supplyChainId }, _args, context) => supplyChainById(context, supplyChainId),
    }),
    dpp: t.field({
      type: DppRef,
      nullable: true,
      description:
        'Passport that a document shows, as it is now; null if it is gone, or for others.',
      resolve: ({ dppId }, _args, context) => dppById(context, dppId),
    }),
    url: t.field({
      type: 'URL',
      description:
        'Address of the file. It is permanent if the asset is public; otherwise it is signed and valid for one hour.',
      resolve: (asset, _args, { services }) => {
        const { assets: tools, publicUrls } = services;
        return assetUrl(publicUrls.ofService, tools.urlKey, asset, new Date());
      },
    }),
  }),
});

registerNode('asset', { typename: 'Asset', load: assetById });

const AssetConnection = connectionType(AssetRef, 'Asset', 'assets', 'ASSETS_READ');

const AssetFilterInput = builder.inputType('AssetFilter', {
  description: 'Filter of assets; all given conditions must hold.',
  fields: (t) => ({
    kind: t.field({ type: AssetKindEnum, description: 'Only assets of this kind.' }),
    format: t.field({ type: AssetFormatEnum, description: 'Only files of this format.' }),
    product: objectField(t, 'Only assets of this product.'),
    productId: shortField(t, 'product'),
    calculationId: t.id({ description: 'Only assets of this calculation.' }),
    supplyChain: objectField(t, 'Only maps of this supply chain.'),
    supplyChainId: shortField(t, 'supplyChain'),
    ...creationFilters(t),
  }),
});

builder.queryFields((t) => ({
  assets: t.field({
    type: AssetConnection,
    description: 'Assets of this organization and environment, newest first.',
    args: { ...pageArgs(), ...filterArg(AssetFilterInput) },
    resolve: async (_root, { filter, ...args }, context) => {
      const wanted = {
        ...filter,
        productId: await objectInFilter(context, 'product', filter, products),
        calculationId: uuidInFilter(
          'calculation',
          ['filter', 'calculationId'],
          filter?.calculationId,
        ),
        supplyChainId: await objectInFilter(context, 'supplyChain', filter, supplyChains),
      };
      return listOf(context, args, assets, wanted, NEWEST_FIRST);
    },
  }),
  asset: t.field({
    type: AssetRef,
    description: 'One asset by its id.',
    args: { id: t.arg.id({ required: true, description: 'Globally unique id of the object.' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = requiredUuid('asset', 'The asset', id);
      return orNotFound('The asset', await assetById(context, uuid));
    },
  }),
}));

const assetsOfProduct = defineNestedConnection({
  list: 'assets of',
  ...assets.below('product_id'),
  key: (asset) => [asset.id],
});

builder.objectField(ProductRef, 'assets', (t) =>
  t.field({
    type: AssetConnection,
    nullable: true,
    description: 'Assets that show the product, oldest first.',
    args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
    resolve: ({ id }, args, context) => assetsOfProduct(context, id, args),
  }),
);
