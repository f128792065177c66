import { MUG, newProduct, resultOf } from '../calculations/desk.ts';
import { at, type Client, dataOf, type JsonObject, mutationText } from '../client.ts';

export const GTIN = '09506000134352';
const ASSET = `id kind size format mediaType locale url sha256 fileBytes widthMm heightMm description isPublic
  isOutdated snapshotHash version product { id } calculation { id }`;

/** A product with a GTIN and a FULL footprint. */
export async function labelledProduct(client: Client): Promise<string> {
  const productId = await newProduct(client, { ...MUG, name: 'Stoneware mug', gtin: GTIN });
  await resultOf(client, 'calculateProductFootprint', {
    productId,
    detail: 'FULL',
    asProductFootprint: true,
  });
  return productId;
}

export function generate(client: Client, input: JsonObject) {
  return client.send(mutationText('generateAsset', `asset { ${ASSET} }`), { input });
}

export async function generated(client: Client, input: JsonObject) {
  return at(dataOf(await generate(client, input)), 'generateAsset', 'asset') ?? null;
}
