import { encodeId } from '../../platform/ids.ts';
import { id, integer, nullable, oneOf, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import { ASSET_FORMATS, ASSET_KINDS, type Asset } from './model.ts';
import type { AssetDraft } from './store.ts';

const declare = eventsOf({
  name: 'asset',
  idKind: 'asset',
  idProperty: 'assetId',
  permission: 'ASSETS_READ',
});

const PROPERTIES = {
  kind: oneOf('Kind of the asset.', [...ASSET_KINDS]),
  format: oneOf('Format of the file.', [...ASSET_FORMATS]),
  locale: text('Language of its words.', 'de'),
  productId: nullable(id('product', 'Product that it shows, or null.')),
  calculationId: nullable(id('calculation', 'Calculation that it shows; null for a QR tag.')),
  supplyChainId: nullable(id('supplyChain', 'Supply chain that a map shows; null for others.')),
  dppId: nullable(id('dpp', 'Passport that a document shows; null for others.')),
  sha256: text('SHA-256 of the file, 64 hex digits.', '9f2b…'),
  fileBytes: integer('Size of the file in bytes.', 45_120),
};

export const assetRendered = declare('rendered', {
  meaning: 'An asset was rendered and stored.',
  properties: PROPERTIES,
});

export const assetDeleted = declare('deleted', {
  meaning: 'An asset was deleted, with its file.',
  properties: PROPERTIES,
});

export function assetPayload(asset: Asset | AssetDraft) {
  const { kind, format, locale, sha256, fileBytes } = asset;
  const { productId, calculationId, supplyChainId, dppId } = asset;
  return {
    ...{ kind, format, locale, sha256, fileBytes },
    productId: productId === null ? null : encodeId('product', productId),
    calculationId: calculationId === null ? null : encodeId('calculation', calculationId),
    supplyChainId: supplyChainId === null ? null : encodeId('supplyChain', supplyChainId),
    dppId: dppId === null ? null : encodeId('dpp', dppId),
  };
}

export const assetFailed = declare('failed', {
  meaning: 'An asset of a batch could not be rendered; the id names no asset.',
  properties: {
    kind: oneOf('Kind of the asset.', [...ASSET_KINDS]),
    productId: id('product', 'Product that it was to show.'),
    batchId: id('job', 'Batch that it belongs to.'),
    error: text('Reason of the failure.', 'There is no footprint to show yet.'),
  },
});
