import { type ExpressionBuilder, type Generated, sql } from 'kysely';
import {
  anyOf,
  columnsOfScope,
  type Database,
  type Db,
  inScope,
  NEXT_VERSION,
  type Reference,
} from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { equivalentGtins } from './gtin.ts';
import type { Bill, Product, ProductDraft, ProductStatus } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    products: ProductTable;
  }
}

type ProductTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  name: string;
  description: string | null;
  sku: string | null;
  gtin: string | null;
  status: ProductStatus;
  sector_tags: readonly Product['sectorTags'][number][];
  tags: readonly string[];
  image_urls: readonly string[];
  declared_amount: number;
  declared_unit: Product['declaredUnit'];
  net_mass_kg: number | null;
  price_minor: number | null;
  price_currency: string | null;
  bill: Bill;
  is_mock: boolean;
  co2e_kg: number | null;
  calculation_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export const COLUMN_OF = {
  id: 'products.id',
  externalId: 'external_id as externalId',
  name: 'name',
  description: 'description',
  sku: 'sku',
  gtin: 'gtin',
  status: 'status',
  sectorTags: 'sector_tags as sectorTags',
  tags: 'tags',
  imageUrls: 'image_urls as imageUrls',
  declaredAmount: 'declared_amount as declaredAmount',
  declaredUnit: 'declared_unit as declaredUnit',
  netMassKg: 'net_mass_kg as netMassKg',
  priceMinor: 'price_minor as priceMinor',
  priceCurrency: 'price_currency as priceCurrency',
  isMock: 'is_mock as isMock',
  co2eKg: 'co2e_kg as co2eKg',
  calculationId: 'calculation_id as calculationId',
  version: 'version',
  createdAt: 'created_at as createdAt',
  updatedAt: 'updated_at as updatedAt',
} as const satisfies Record<keyof Product, string>;

const COLUMNS = Object.values(COLUMN_OF);

export function isProductProperty(name: string): name is keyof Product {
  return Object.hasOwn(COLUMN_OF, name);
}

export const PRODUCT_PROPERTIES: readonly (keyof Product)[] =
  Object.keys(COLUMN_OF).filter(isProductProperty);

export async function findProducts(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Product[]> {
  return db
    .selectFrom('products')
    .select(COLUMNS)
    .where(inScope('products', scope))
    .where('products.id', '=', anyOf(ids))
    .execute();
}

/** Ways to address a product from outside; if several have one GTIN or SKU, the newest is meant. */
export type ProductReference = {
  readonly by: 'id' | 'external_id' | 'gtin' | 'sku';
  readonly value: string;
};

/**
 * Looks products up by ids and by external ids, many in one statement per kind, and returns a
 * function that finds one of them.
 */
export async function findNamedProducts(
  db: Db,
  scope: Scope,
  references: readonly Reference[],
): Promise<(reference: Reference) => Product | undefined> {
  const valuesBy = Map.groupBy(references, ({ by }) => by);
  const ids = valuesBy.get('id')?.map(({ value }) => value) ?? [];
  const externalIds = valuesBy.get('external_id')?.map(({ value }) => value) ?? [];
  const byId = ids.length === 0 ? [] : await findProducts(db, scope, ids);
  const byExternalId =
    externalIds.length === 0
      ? []
      : await db
          .selectFrom('products')
          .select(COLUMNS)
          .where(inScope('products', scope))
          .where('external_id', '=', sql<string>`any(${externalIds}::text[])`)
          .execute();
  const products = {
    id: new Map(byId.map((product) => [product.id, product])),
    external_id: new Map(byExternalId.map((product) => [product.externalId, product])),
  };
  return ({ by, value }) => products[by].get(value);
}

export async function findProduct(
  db: Db,
  scope: Scope,
  reference: ProductReference,
): Promise<Product | undefined> {
  return db
    .selectFrom('products')
    .select(COLUMNS)
    .where(inScope('products', scope))
    .where(isNamed(reference))
    .orderBy('products.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Locks the product until the transaction ends and returns its current state. */
export async function lockProduct(
  tx: Db,
  scope: Scope,
  reference: ProductReference,
): Promise<(Product & { readonly bill: Bill }) | undefined> {
  return (
    tx
      .selectFrom('products')
      .select([...COLUMNS, 'bill'])
      .where(inScope('products', scope))
      .where(isNamed(reference))
      .orderBy('products.id', 'desc')
      .limit(1)
      // Not FOR UPDATE, which would wait for everyone who adds a row that points at this one.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

function isNamed({ by, value }: ProductReference) {
  return (where: ExpressionBuilder<Database, 'products'>) =>
    by === 'gtin'
      ? where('products.gtin', '=', sql<string>`any(${equivalentGtins(value)}::text[])`)
      : where(`products.${by}`, '=', value);
}

type ProductBill = { readonly id: string; readonly bill: Bill };

export async function findBills(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<ProductBill[]> {
  return db
    .selectFrom('products')
    .select(['products.id', 'bill'])
    .where(inScope('products', scope))
    .where('products.id', '=', anyOf(ids))
    .execute();
}

export async function insertProduct(
  db: Db,
  scope: Scope,
  id: string,
  draft: ProductDraft,
): Promise<Product> {
  return db
    .insertInto('products')
    .values({
      ...columnsOfScope(scope),
      id,
      co2e_kg: null,
      calculation_id: null,
      ...columnsOf(draft),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateProductRow(
  db: Db,
  scope: Scope,
  id: string,
  draft: ProductDraft,
): Promise<Product> {
  return db
    .updateTable('products')
    .set({
      ...columnsOf(draft),
      ...NEXT_VERSION,
    })
    .where(inScope('products', scope))
    .where('products.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function columnsOf(draft: ProductDraft) {
  return { ...scalarsOf(draft), bill: sql<Bill>`${JSON.stringify(draft.bill)}::jsonb` };
}

/** Columns of a product that are written, without the bill. */
export function scalarsOf(draft: ProductDraft) {
  return {
    external_id: draft.externalId,
    name: draft.name,
    description: draft.description,
    sku: draft.sku,
    gtin: draft.gtin,
    status: draft.status,
    sector_tags: draft.sectorTags,
    tags: draft.tags,
    image_urls: draft.imageUrls,
    declared_amount: draft.declaredAmount,
    declared_unit: draft.declaredUnit,
    net_mass_kg: draft.netMassKg,
    price_minor: draft.priceMinor,
    price_currency: draft.priceCurrency,
    is_mock: draft.isMock,
  };
}

export async function deleteProductRow(db: Db, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('products').where(inScope('products', scope)).where('id', '=', id).execute();
}

/** Stores the latest footprint in the product's row, for lists to filter and sort by. */
export async function updateLatestFootprint(
  db: Db,
  scope: Scope,
  id: string,
  co2eKg: number,
  calculationId: string,
): Promise<void> {
  await db
    .updateTable('products')
    .set({ co2e_kg: co2eKg, calculation_id: calculationId })
    .where(inScope('products', scope))
    .where('id', '=', id)
    .execute();
}

/** Ids of products that are not archived, in their order, after one of them. */
export async function productIdsAfter(
  db: Db,
  scope: Scope,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('products.id')
    .where(inScope('products', scope))
    .where(sql<boolean>`status <> 'ARCHIVED'`)
    .where('products.id', '>', after ?? NIL_UUID)
    .orderBy('products.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
