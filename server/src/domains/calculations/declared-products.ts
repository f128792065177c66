import type { Product as DeclaredProduct } from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/api-error.ts';
import {
  type Bill,
  type CalculatedProduct,
  findCalculatedProducts,
  partsBelow,
} from '../products/index.ts';

/** Products that one result may be made of; a larger bill of materials is a job for a catalogue. */
const MAX_PARTS = 5_000;

/** Products and all products below them, as the engine reads them, in two statements. */
export async function loadDeclaredProducts(
  db: Db,
  scope: Scope,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, DeclaredProduct>> {
  const below = await partsBelow(db, scope, productIds, MAX_PARTS + 1);
  if (below.length > MAX_PARTS) {
    throw new ApiError(
      'QUERY_TOO_COMPLEX',
      `The product has more than ${MAX_PARTS} sub-products; one calculation takes at most ${MAX_PARTS}.`,
    );
  }
  const ids = [...new Set([...productIds, ...below])];
  const products = await findCalculatedProducts(db, scope, ids);
  return new Map(
    products.map((product) => {
      const id = encodeId('product', product.id);
      return [id, declaredProduct(id, product, product.bill)];
    }),
  );
}

/** A product as the engine reads it. */
export function declaredProduct(
  id: string,
  product: Omit<CalculatedProduct, 'id'>,
  bill: Bill | undefined,
): DeclaredProduct {
  const { name, sectorTags, netMassKg, originCountry, declaredAmount, declaredUnit } = product;
  return {
    id,
    name,
    sectorTags,
    declaredUnit: { amount: declaredAmount, unit: declaredUnit },
    netMassKg: netMassKg ?? undefined,
    originCountry: originCountry ?? undefined,
    components: bill?.components,
    packaging: bill?.packaging,
    processSteps: bill?.processSteps,
    transportLegs: bill?.transportLegs,
    useProfile: bill?.useProfile ?? undefined,
    endOfLife: bill?.endOfLife ?? undefined,
    lifetime: bill?.lifetime ?? undefined,
  };
}
