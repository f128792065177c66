import { encodeId } from '../../platform/ids.ts';
import { digitalLinkPath } from '../../rules/gs1/digital-link.ts';
import type { DigitalLinkKey, Granularity } from './model.ts';

/**
 * The key of a model, batch or item: the path of its GS1 Digital Link without a variant. A serial number names one item
 * of a GTIN whatever its batch (GS1 General Specifications, SGTIN), and codes and EPCIS events name items without it. A
 * product without a GTIN is named by its own id instead.
 */
export function identityOf({
  gtin,
  productId,
  batchNumber,
  serialNumber,
}: {
  readonly gtin: string | null;
  readonly productId: string | null;
  readonly batchNumber: string | null;
  readonly serialNumber: string | null;
}): string {
  const key = { ai: '01', value: gtin ?? productKey(productId) };
  const qualifier =
    serialNumber === null ? { ai: '10', value: batchNumber } : { ai: '21', value: serialNumber };
  const { ai, value } = qualifier;
  const path = digitalLinkPath({ key, qualifiers: value === null ? [] : [{ ai, value }] });
  return path.slice(gtin === null ? '/01/'.length : 1);
}

function productKey(productId: string | null): string {
  if (productId === null) throw new Error('A passport without a GTIN is of a product.');
  return encodeId('product', productId);
}

/** The identities to look for, the most specific first: an unknown lot or serial falls back to its GTIN. */
export function identitiesOfKey({ gtin, batchNumber, serialNumber }: DigitalLinkKey): string[] {
  const of = (batch: string | undefined, serial: string | undefined) =>
    identityOf({ gtin, productId: null, batchNumber: batch ?? null, serialNumber: serial ?? null });
  return [
    ...new Set([
      of(batchNumber, serialNumber),
      of(batchNumber, undefined),
      of(undefined, undefined),
    ]),
  ];
}

/** The level that a batch number and a serial number name. */
export function granularityOf(
  batchNumber: string | null | undefined,
  serialNumber: string | null | undefined,
): Granularity {
  if (serialNumber) return 'ITEM';
  return batchNumber ? 'BATCH' : 'MODEL';
}

type Names = Parameters<typeof identityOf>[0];

/** The identities of the model and of the batch above a passport. */
export function levelsAbove(dpp: Names & { readonly granularity: Granularity }): {
  readonly model?: string;
  readonly batch?: string;
} {
  // Without a GTIN the key is the id of the product, which may be deleted.
  if (dpp.granularity === 'MODEL' || (dpp.gtin === null && dpp.productId === null)) return {};
  const model = identityOf({ ...dpp, batchNumber: null, serialNumber: null });
  if (dpp.granularity === 'BATCH' || dpp.batchNumber === null) return { model };
  return { model, batch: identityOf({ ...dpp, serialNumber: null }) };
}
