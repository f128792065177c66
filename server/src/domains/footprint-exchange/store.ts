import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf, inScope, type TenantDb } from '../../platform/database/index.ts';
import { isUuid, NIL_UUID } from '../../platform/ids.ts';
import { percentDecoded } from '../../platform/percent-decoded.ts';
import { equivalentGtins, gtinProblem } from '../products/index.ts';
import type { FootprintFilter, FootprintRow } from './model.ts';
import { countriesOf } from './regions.ts';

/** Earlier footprints that a footprint names. */
const MOST_PRECEDING = 10;

/** Calculations that are footprints for others: those that became the footprint of their product, to the gate. */
const IS_FOOTPRINT = sql`footprint_basis = 'FULL_CRADLE_TO_GATE'`;

const CAN_BE_FETCHED = sql`calculations.${IS_FOOTPRINT}`;

const CALCULATED_PRODUCTS = sql`calculations join products
  on products.organization_id = calculations.organization_id
    and products.environment = calculations.environment and products.id = calculations.product_id`;

const HAS_LATER = sql<SqlBool>`exists (select from calculations later
  where later.organization_id = calculations.organization_id and later.environment = calculations.environment
    and later.product_id = calculations.product_id and later.${IS_FOOTPRINT} and later.id > calculations.id)`;

/** A page of footprints after one of them, oldest first. */
export async function listFootprints(
  tenant: TenantDb,
  filter: FootprintFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<FootprintRow[]> {
  const conditions = await conditionsOf(tenant, filter);
  if (conditions === undefined) return [];
  return footprintRows(
    tenant,
    [CAN_BE_FETCHED, ...conditions, sql`calculations.id > ${after ?? NIL_UUID}`],
    limit,
  );
}

/** Footprints by their ids. */
export function findFootprints(tenant: TenantDb, ids: readonly string[]): Promise<FootprintRow[]> {
  const isNamed = sql`calculations.id = ${anyOf(ids)}`;
  return footprintRows(tenant, [CAN_BE_FETCHED, isNamed], ids.length);
}

/** Calculations of products by their ids, also those that are not served to partners. */
export function findCalculatedProducts(
  tenant: TenantDb,
  ids: readonly string[],
): Promise<FootprintRow[]> {
  return footprintRows(tenant, [sql`calculations.id = ${anyOf(ids)}`], ids.length);
}

/** Counts the calculations of products with these ids, and those of them that are served to partners. */
export async function countFootprints(
  { db, scope }: TenantDb,
  ids: readonly string[],
): Promise<{ readonly calculations: number; readonly footprints: number }> {
  const { rows } = await sql<{ calculations: number; footprints: number }>`
    select count(*)::int as calculations,
      (count(*) filter (where ${CAN_BE_FETCHED}))::int as footprints
    from ${CALCULATED_PRODUCTS}
    where ${inScope('calculations', scope)} and result is not null
      and calculations.id = ${anyOf(ids)}`.execute(db);
  return rows[0] ?? { calculations: 0, footprints: 0 };
}

async function footprintRows(
  { db, scope }: TenantDb,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<FootprintRow[]> {
  const { rows } = await sql<FootprintRow>`
    select calculations.id, calculations.created_at as "createdAt", result as packed,
      not ${HAS_LATER} as "isActive",
      array(select earlier.id from calculations earlier
        where earlier.organization_id = calculations.organization_id
          and earlier.environment = calculations.environment
          and earlier.product_id = calculations.product_id and earlier.${IS_FOOTPRINT}
          and earlier.id < calculations.id
        order by earlier.id desc limit ${MOST_PRECEDING}) as "precedingIds",
      products.id as "productId", products.name, description, sku, gtin, origin_country as "originCountry",
      net_mass_kg as "netMassKg", fossil_carbon_content_kg as "fossilCarbonContentKg",
      biogenic_carbon_content_kg as "biogenicCarbonContentKg",
      declared_amount as "declaredAmount", declared_unit as "declaredUnit",
      (select case when bool_and(component ? 'massKg') then sum((component ->> 'massKg')::float8) end
        from jsonb_array_elements(bill -> 'components') component) as "componentMassKg"
    from ${CALCULATED_PRODUCTS}
    where ${inScope('calculations', scope)} and result is not null
      and ${sql.join(conditions, sql` and `)}
    order by calculations.id limit ${limit}`.execute(db);
  return rows;
}

/** Undefined if no footprint can match. Days begin in UTC, as reference periods do. */
async function conditionsOf(
  tenant: TenantDb,
  filter: FootprintFilter,
): Promise<RawBuilder<unknown>[] | undefined> {
  // Nothing states a classification.
  if (filter.classifications !== undefined) return undefined;
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.productIds !== undefined) {
    const ids = await findProductIds(tenant, filter.productIds);
    if (ids.length === 0) return undefined;
    conditions.push(sql`calculations.product_id = ${anyOf(ids)}`);
  }
  if (filter.geographies !== undefined) {
    const countries = filter.geographies.flatMap(countriesOf);
    if (countries.length === 0) return undefined;
    conditions.push(sql`origin_country = any(${countries}::text[])`);
  }
  if (filter.statuses !== undefined) {
    const statuses = new Set(filter.statuses.map((status) => status.toLowerCase()));
    const [active, deprecated] = [statuses.has('active'), statuses.has('deprecated')];
    if (!active && !deprecated) return undefined;
    if (!deprecated) conditions.push(sql`not ${HAS_LATER}`);
    if (!active) conditions.push(HAS_LATER);
  }
  const start = sql`date_trunc('day', calculations.created_at, 'UTC')`;
  const end = sql`(${start} + interval '3 years')`;
  const { validOn, validAfter, validBefore } = filter;
  if (validOn !== undefined) conditions.push(sql`${validOn} between ${start} and ${end}`);
  if (validAfter !== undefined) conditions.push(sql`${start} > ${validAfter}`);
  if (validBefore !== undefined) conditions.push(sql`${end} < ${validBefore}`);
  return conditions;
}

/** Products by their URNs, without regard to case; an unknown URN names none. */
async function findProductIds({ db, scope }: TenantDb, urns: readonly string[]): Promise<string[]> {
  const names = urns.map((urn) => urn.slice(urn.lastIndexOf(':') + 1));
  const isOf = (urn: string, namespace: string) =>
    urn.toLowerCase().startsWith(`urn:${namespace}:`);
  const named = (namespace: string) => names.filter((_, at) => isOf(urns[at] ?? '', namespace));
  const uuids = named('uuid').filter(isUuid);
  const gtins = named('gtin').filter((name) => gtinProblem(name) === undefined);
  const skus = named('pact').map(decoded);
  const { rows } = await sql<{ id: string }>`
    select id from products where ${inScope('products', scope)} and id = ${anyOf(uuids)}
    union select id from products where ${inScope('products', scope)}
      and gtin = any(${gtins.flatMap(equivalentGtins)}::text[])
    union select id from products where ${inScope('products', scope)} and sku is not null
      and lower(sku) = any(${skus.map((sku) => sku.toLowerCase())}::text[])
    limit ${MOST_PRODUCTS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A stock keeping unit need not be unique. */
const MOST_PRODUCTS = 1_000;

/** A null byte stays as it is written: no text in the database has one. */
function decoded(text: string): string {
  return percentDecoded(text.replaceAll('%00', '%2500')) ?? text;
}
