import { type ExpressionBuilder, sql } from 'kysely';
import {
  anyOf,
  type ColumnsOfScope,
  type ColumnValuesOf,
  type Database,
  inScope,
  query,
  type Reference,
  rowReader,
  rowsBy,
  rowWriter,
  selectionsOf,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { namesOf } from '../../platform/objects.ts';
import { equivalentGtins } from './gtin.ts';
import type { Bill, FootprintBasis, Product } from './model.ts';
import { PRODUCT, WRITTEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    products: ProductTable;
    product_sectors: ColumnsOfScope & { sector: string };
  }
}

type ProductTable = ColumnsOfScope & ColumnValuesOf<typeof PRODUCT & typeof WRITTEN>;

/** The select list of a product, by its properties. */
export const SELECTIONS = selectionsOf('products', PRODUCT);
const COLUMNS = Object.values(SELECTIONS);

export const productWriter = rowWriter('products', WRITTEN, PRODUCT);

/** A product with its bill. */
export type WholeProduct = Product & { readonly bill: Bill };

/** Products by the thousand, the archived too. */
export const productReader = rowReader('products', { ...PRODUCT, ...WRITTEN });

export function isProductProperty(name: string): name is keyof Product {
  return Object.hasOwn(PRODUCT, name);
}

export const PRODUCT_PROPERTIES: readonly (keyof Product)[] = namesOf(PRODUCT);

export const findProducts = rowsBy('products', 'id', (db) =>
  db.selectFrom('products').select(COLUMNS),
);

/** A product as a shop hands it over. */
export type NamedProduct = Product & {
  /** kg of one declared unit with its share of the packaging, which reuse does not make lighter; null without a net mass. */
  readonly grossMassKg: number | null;
};

const GROSS_MASS_KG = sql<number | null>`net_mass_kg + (
  select coalesce(sum((pack ->> 'massKg')::float8 / coalesce((pack ->> 'unitsPerPack')::float8, 1)), 0)
  from jsonb_array_elements(bill -> 'packaging') pack)`.as('grossMassKg');

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
  { db, scope }: TenantDb,
  references: readonly Reference[],
): Promise<(reference: Reference) => NamedProduct | undefined> {
  const valuesBy = Map.groupBy(references, ({ by }) => by);
  const ids = valuesBy.get('id')?.map(({ value }) => value) ?? [];
  const externalIds = valuesBy.get('external_id')?.map(({ value }) => value) ?? [];
  const named = db
    .selectFrom('products')
    .select([...COLUMNS, GROSS_MASS_KG])
    .where(inScope('products', scope));
  const byId = ids.length === 0 ? [] : await named.where('products.id', '=', anyOf(ids)).execute();
  const byExternalId =
    externalIds.length === 0
      ? []
      : await named.where('external_id', '=', sql<string>`any(${externalIds}::text[])`).execute();
  const products = {
    id: new Map(byId.map((product) => [product.id, product])),
    external_id: new Map(byExternalId.map((product) => [product.externalId, product])),
  };
  return ({ by, value }) => products[by].get(value);
}

export async function findProduct(
  { db, scope }: TenantDb,
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
  { db, scope }: TenantTx,
  reference: ProductReference,
): Promise<WholeProduct | undefined> {
  return (
    db
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

export const findBills = rowsBy('products', 'id', (db) =>
  db.selectFrom('products').select(['products.id', 'bill']),
);

const CALCULATED = [
  'id',
  'name',
  'sectorTags',
  'netMassKg',
  'originCountry',
  'declaredAmount',
  'declaredUnit',
] as const;

/** The properties of a product that its footprint follows from. */
export type CalculatedProduct = Pick<Product, (typeof CALCULATED)[number]>;

/** Products as calculations read them, with the texts of their bills: not every one is read. */
export const findCalculatedProducts = rowsBy('products', 'id', (db) =>
  db
    .selectFrom('products')
    .select(CALCULATED.map((name) => SELECTIONS[name]))
    .select(sql<string>`bill::text`.as('billText')),
);

/** A product as a calculation reads it with all products below it. */
type TreeProduct = CalculatedProduct & {
  readonly billText: string;
  readonly footprintBasis: FootprintBasis;
  readonly version: number;
  /** True for the product itself. */
  readonly isRoot: boolean;
  /** More products are below it than were asked for: none of them is here. */
  readonly hasMoreParts: boolean;
};

const TREE_COLUMNS = [...CALCULATED, 'footprintBasis' as const, 'version' as const]
  .map((name) => `products.${PRODUCT[name].column} as "${name}"`)
  .join(', ');

/** A product and, if they are not more than `most`, all products below it, in one statement; none if there is no such product. */
export function findProductTree(
  { db, scope: { organizationId, environment } }: TenantDb,
  { by, value }: ProductReference,
  most: number,
): Promise<TreeProduct[]> {
  const isNamed = by === 'gtin' ? 'gtin = any($3::text[])' : `${by} = $3`;
  return query<TreeProduct>(
    db,
    `with recursive root as (
      select id from products where organization_id = $1 and environment = $2 and ${isNamed}
      order by id desc limit 1
    ), tree as (
      select id from root
      union
      select part_id from tree join product_parts on product_parts.organization_id = $1
        and product_parts.environment = $2 and product_parts.product_id = tree.id
    ), held as (
      select array(select id from tree limit $4::int + 2) as ids, (select id from root) as root_id
    )
    select ${TREE_COLUMNS}, bill::text as "billText", products.id = root_id as "isRoot",
      cardinality(ids) > $4::int + 1 as "hasMoreParts"
    from products, held
    where products.organization_id = $1 and products.environment = $2 and products.id = any(
      case when cardinality(ids) > $4::int + 1 then array[root_id] else ids end)`,
    [organizationId, environment, by === 'gtin' ? equivalentGtins(value) : value, most],
  );
}

export type ProductFootprint = {
  readonly productId: string;
  readonly co2eKg: number;
  readonly calculationId: string;
  readonly basis: FootprintBasis;
  /** Version of the product that was calculated; undefined if it cannot have changed since. */
  readonly version?: number | undefined;
};

type FootprintChange = Pick<Product, 'id' | 'externalId' | 'version' | 'status'>;

/**
 * Writes the footprints of products, with the basis they are of, as a new version of each. Lists
 * filter and order by them. A product whose declaration was changed after the version that was calculated keeps its own.
 */
export async function updateFootprints(
  { db, scope }: TenantTx,
  footprints: readonly ProductFootprint[],
): Promise<FootprintChange[]> {
  if (footprints.length === 0) return [];
  // Locked in one order by all, so that two transactions with the same products do not deadlock.
  const { rows } = await sql<FootprintChange>`with given as (
      select * from json_to_recordset(${JSON.stringify(footprints)}::json)
        as row ("productId" uuid, "co2eKg" float8, "calculationId" uuid, basis text, version int)
    ), held as (
      select products.id from products join given on products.id = given."productId"
      where products.organization_id = ${scope.organizationId}
        and products.environment = ${scope.environment}
      order by products.id for no key update of products
    )
    update products set co2e_kg = given."co2eKg", calculation_id = given."calculationId",
      footprint_basis = given.basis, version = products.version + 1,
      updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
    from given join held on held.id = given."productId"
    where products.organization_id = ${scope.organizationId}
      and products.environment = ${scope.environment} and products.id = given."productId"
      and products.declared_version <= coalesce(given.version, products.version)
    returning products.id, products.external_id as "externalId", products.version,
      products.status`.execute(db);
  return rows;
}

/** Removes footprints that are not of the basis of their product any more. */
export async function clearFootprints(
  { db, scope }: TenantTx,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  await db
    .updateTable('products')
    .set({ co2e_kg: null, calculation_id: null })
    .where(inScope('products', scope))
    .where('products.id', '=', anyOf(productIds))
    .execute();
}
