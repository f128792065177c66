import { type Db, query } from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Bill, Product, ProductDraft } from './model.ts';
import { scalarsOf } from './store.ts';

/** Products by the thousand: each function is one statement, whatever the number of rows. */

export type WholeProduct = Omit<Product, 'co2eKg' | 'calculationId' | 'createdAt' | 'updatedAt'> & {
  readonly bill: Bill;
};

/** Columns that are written, with their types. */
const WRITTEN = [
  ['external_id', 'text'],
  ['name', 'text'],
  ['description', 'text'],
  ['sku', 'text'],
  ['gtin', 'text'],
  ['status', 'text'],
  ['sector_tags', 'text[]'],
  ['tags', 'text[]'],
  ['image_urls', 'text[]'],
  ['declared_amount', 'float8'],
  ['declared_unit', 'text'],
  ['net_mass_kg', 'float8'],
  ['price_minor', 'bigint'],
  ['price_currency', 'text'],
  ['is_mock', 'boolean'],
  ['bill', 'jsonb'],
] as const;

const NAMES = WRITTEN.map(([name]) => name).join(', ');
const GIVEN = `json_to_recordset($3::json) as given (id uuid, ${WRITTEN.map(([name, type]) => `${name} ${type}`).join(', ')})`;

const INSERT = `insert into products (organization_id, environment, id, ${NAMES})
  select $1::uuid, $2::text, id, ${NAMES} from ${GIVEN}`;

const UPDATE = `update products set ${WRITTEN.map(([name]) => `${name} = given.${name}`).join(', ')},
    version = products.version + 1,
    updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
  from ${GIVEN}
  where products.organization_id = $1 and products.environment = $2 and products.id = given.id`;

const READ = `select id, external_id as "externalId", name, description, sku, gtin, status,
    sector_tags as "sectorTags", tags, image_urls as "imageUrls",
    declared_amount as "declaredAmount", declared_unit as "declaredUnit",
    net_mass_kg as "netMassKg", price_minor as "priceMinor", price_currency as "priceCurrency",
    is_mock as "isMock", version, bill
  from products where organization_id = $1 and environment = $2`;

const LOCK = {
  id: `${READ} and id = any($3::uuid[]) order by id for no key update`,
  external_id: `${READ} and external_id = any($3::text[]) order by id for no key update`,
};

type Written = { readonly id: string; readonly draft: ProductDraft };

/** Locks products until the transaction ends and returns their current state. */
export async function lockProducts(
  tx: Db,
  scope: Scope,
  by: 'id' | 'external_id',
  values: readonly string[],
): Promise<WholeProduct[]> {
  if (values.length === 0) return [];
  return query<WholeProduct>(tx, LOCK[by], [scope.organizationId, scope.environment, values]);
}

export async function insertProducts(
  tx: Db,
  scope: Scope,
  products: readonly Written[],
): Promise<void> {
  if (products.length > 0) await query(tx, INSERT, valuesOf(scope, products));
}

export async function updateProducts(
  tx: Db,
  scope: Scope,
  products: readonly Written[],
): Promise<void> {
  if (products.length > 0) await query(tx, UPDATE, valuesOf(scope, products));
}

function valuesOf(scope: Scope, products: readonly Written[]): unknown[] {
  const rows = products.map(({ id, draft }) => ({ id, ...scalarsOf(draft), bill: draft.bill }));
  return [scope.organizationId, scope.environment, JSON.stringify(rows)];
}

/**
 * Stores the parts of products: `before` lists the products that had parts, `pairs` all parts now.
 */
export async function replacePartsOf(
  tx: Db,
  scope: Scope,
  before: readonly string[],
  pairs: readonly { readonly productId: string; readonly partId: string }[],
): Promise<void> {
  const { organizationId, environment } = scope;
  if (before.length > 0) {
    await query(
      tx,
      `delete from product_parts where organization_id = $1 and environment = $2
        and product_id = any($3::uuid[])`,
      [organizationId, environment, before],
    );
  }
  if (pairs.length > 0) {
    await query(
      tx,
      `insert into product_parts (organization_id, environment, product_id, part_id)
        select $1::uuid, $2::text, product_id, part_id
        from unnest($3::uuid[], $4::uuid[]) as given (product_id, part_id) on conflict do nothing`,
      [
        organizationId,
        environment,
        pairs.map(({ productId }) => productId),
        pairs.map(({ partId }) => partId),
      ],
    );
  }
}

/** All products, the archived too, in the order of their ids. */
export async function pageOfProducts(
  db: Db,
  scope: Scope,
  after: string | null,
  limit: number,
): Promise<WholeProduct[]> {
  const { organizationId, environment } = scope;
  return query<WholeProduct>(db, `${READ} and id > $3 order by id limit ${limit}`, [
    organizationId,
    environment,
    after ?? NIL_UUID,
  ]);
}
