import type { Product as DeclaredProduct } from '@trackway/engine';
import type { TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { ApiError, orNotFound } from '../../rules/errors/api-error.ts';
import {
  type Bill,
  type CalculatedProduct,
  type FootprintBasis,
  findCalculatedProducts,
  findProductTree,
  type ProductReference,
  partsBelow,
} from '../products/index.ts';

/** Products that one result may be made of; a larger bill of materials is a job for a catalogue. */
const MAX_PARTS = 5_000;
/** JSON of all bills that one result may be made of (docs/decisions/0187-size-of-calculations.md). */
const MAX_DECLARED_CHARACTERS = 8_000_000;
/** Products read at a time: their bills have up to a megabyte each. Few products have more parts. */
export const READ_TOGETHER = 25;

/** A product as it is stored. */
export type StoredProduct = CalculatedProduct & { readonly billText: string };

/** Products and all products below them, as the engine reads them. */
export async function loadDeclaredProducts(
  tenant: TenantDb,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, DeclaredProduct>> {
  return byId(await findCalculatedProducts(tenant, await withParts(tenant, productIds)));
}

/** Products that are calculated together, and all products below them; refused if they declare too much for one calculation. */
export async function loadDeclaredSystem(
  tenant: TenantDb,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, DeclaredProduct>> {
  const ids = await withParts(tenant, productIds);
  const products: StoredProduct[] = [];
  let leftCharacters = MAX_DECLARED_CHARACTERS;
  for (let at = 0; at < ids.length; at += READ_TOGETHER) {
    const read = await findCalculatedProducts(tenant, ids.slice(at, at + READ_TOGETHER));
    for (const { billText } of read) leftCharacters -= billText.length;
    if (leftCharacters < 0) throw tooMuchDeclared();
    products.push(...read);
  }
  return byId(products);
}

async function withParts(
  tenant: TenantDb,
  productIds: readonly string[],
): Promise<readonly string[]> {
  return [...new Set([...productIds, ...(await partsOf(tenant, productIds))])];
}

/** Ids of the products below others, as many as one calculation takes. */
export async function partsOf(
  tenant: TenantDb,
  productIds: readonly string[],
): Promise<readonly string[]> {
  const partIds = await partsBelow(tenant, productIds, MAX_PARTS + 1);
  if (partIds.length > MAX_PARTS) throw tooManyParts();
  return partIds;
}

function byId(products: readonly StoredProduct[]): ReadonlyMap<string, DeclaredProduct> {
  return new Map(products.map(readProduct).map((product) => [product.id, product]));
}

/** A product with its basis, and with it all products below it, as the engine reads them. */
export type DeclaredTree = {
  readonly id: string;
  readonly footprintBasis: FootprintBasis;
  readonly version: number;
  readonly root: DeclaredProduct;
  readonly products: ReadonlyMap<string, DeclaredProduct>;
};

export async function loadDeclaredTree(
  tenant: TenantDb,
  reference: ProductReference,
): Promise<DeclaredTree> {
  const rows = await findProductTree(tenant, reference, READ_TOGETHER - 1);
  const { id, footprintBasis, version, hasMoreParts } = orNotFound(
    'The product',
    rows.find(({ isRoot }) => isRoot),
  );
  const products = hasMoreParts ? await loadDeclaredSystem(tenant, [id]) : byId(rows);
  const root = orNotFound('The product', products.get(encodeId('product', id)));
  return { id, footprintBasis, version, root, products };
}

function tooManyParts(): ApiError {
  return new ApiError(
    'QUERY_TOO_COMPLEX',
    `The product has more than ${MAX_PARTS} sub-products; one calculation takes at most ${MAX_PARTS}.`,
  );
}

function tooMuchDeclared(): ApiError {
  return new ApiError(
    'QUERY_TOO_COMPLEX',
    `The products declare more than ${MAX_DECLARED_CHARACTERS / 1_000_000} MB as JSON together, which is more than one calculation takes: calculate fewer products at a time, or split them into fewer parts.`,
  );
}

/** A product as the engine reads it, with its bill. */
export function readProduct({ id, billText, ...product }: StoredProduct): DeclaredProduct {
  const bill: Bill = JSON.parse(billText);
  return declaredProduct(encodeId('product', id), product, bill);
}

/** Everything that a footprint follows from, as text. */
export function contentOfStored({
  id: _id,
  name: _name,
  billText,
  ...rest
}: StoredProduct): string {
  return `${JSON.stringify(rest)}\n${billText}`;
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
