import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  anyOf,
  conditionsOf,
  conditionsOn,
  type Db,
  escapeLike,
  type IndexedValue,
  inScope,
  isAnyOf,
  OLDEST_FIRST,
  scopedList,
  type TenantDb,
} from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Product, ProductFootprintState } from './model.ts';
import { PRODUCT_PROPERTIES, SELECTIONS } from './store.ts';

const { equals, isAtLeast, isAtMost, isBelow, isOneOfWords, includes } = conditionsOn('products');

/** A text with fewer letters or digits in a row can have nothing that the index of texts knows. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;
/** The index of texts leads to the trigrams that begin with a pair. */
const INDEXED_PAIR = /[a-z0-9]{2}/i;

/** Each has an index of its own (0010_products.sql, 0039_states_of_footprints.sql). Copies of rows have these columns too. */
const FOOTPRINT_STATES: Readonly<Record<ProductFootprintState, IndexedValue>> = {
  NOT_CALCULATED: { holds: sql`co2e_kg is null`, lacks: 'co2e_kg' },
  OUTDATED: { holds: sql`has_outdated_footprint` },
  CURRENT: { holds: sql`(co2e_kg is not null and not has_outdated_footprint)` },
};

/** Lists of products: each walks an index of its order, whatever its filter (decision 0061). */
export const products = scopedList({
  table: 'products',
  rows: (db: Db, read: readonly (keyof Product)[] = PRODUCT_PROPERTIES) =>
    db.selectFrom('products').select(read.map((property) => SELECTIONS[property])),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
    NAME: [{ column: 'name', property: 'name', type: 'text' }],
    PRICE: [
      { column: 'price_currency', property: 'priceCurrency', type: 'text' },
      { column: 'price_minor', property: 'priceMinor', type: 'bigint', isSparse: true },
    ],
    FOOTPRINT: [{ column: 'co2e_kg', property: 'co2eKg', type: 'float8', isSparse: true }],
  },
  conditions: {
    status: isOneOfWords('status'),
    sectorTag: includes('sector_tags'),
    tag: includes('tags'),
    footprintState: isAnyOf<ProductFootprintState>((state) => FOOTPRINT_STATES[state].holds),
    text: (text: string) => sql<SqlBool>`products.name ilike ${`%${escapeLike(text)}%`}`,
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
    settledBefore: isBelow('updated_at'),
    minCo2eKg: isAtLeast('co2e_kg'),
    maxCo2eKg: isAtMost('co2e_kg'),
    /** The bounds of the price are in this currency. */
    priceCurrency: equals('price_currency'),
    minPriceMinor: isAtLeast('price_minor'),
    maxPriceMinor: isAtMost('price_minor'),
  },
  hidden: {
    unlessAskedBy: 'status',
    condition: sql<SqlBool>`status <> 'ARCHIVED'`,
    buckets: ['ARCHIVED'],
  },
  walk: {
    states: { filter: 'status', column: 'status', shown: ['DRAFT', 'ACTIVE'] },
    copies: {
      filter: 'sectorTag',
      list: 'sector_tags',
      table: 'product_sectors',
      column: 'sector',
    },
    indexed: {
      filter: 'footprintState',
      columns: ['has_outdated_footprint'],
      values: FOOTPRINT_STATES,
    },
    words: {
      filter: 'tag',
      column: 'tags',
      index: (tag, { organizationId, environment }) => sql<SqlBool>`tags <> '{}' and
        product_tags(organization_id, environment, tags)
          @> array[search_scope(${organizationId}, ${environment}, 'PRODUCT') || ${tag}]`,
      ofCopy: (tag, { organizationId, environment }) => sql<SqlBool>`exists (
        select from products as tagged where tagged.organization_id = ${organizationId}
          and tagged.environment = ${environment} and tagged.id = products.id
          and tagged.tags @> array[${tag}]::text[])`,
    },
    texts: {
      filter: 'text',
      isIndexed: (text) => INDEXED_TEXT.test(text) || INDEXED_PAIR.test(text),
      index: textIndex,
    },
  },
});

function textIndex(text: string, { organizationId, environment }: Scope): RawBuilder<SqlBool> {
  const trigrams = sql`product_trigrams(organization_id, environment, name)`;
  if (INDEXED_TEXT.test(text))
    return sql`${trigrams} @> product_text_trigrams(${organizationId}, ${environment}, ${text})`;
  const [pair = ''] = INDEXED_PAIR.exec(text) ?? [];
  return sql`${trigrams} && product_pair_trigrams(${organizationId}, ${environment}, ${pair})`;
}

export type ProductFilter = Parameters<typeof products.page>[1];

const TIMES: ReadonlySet<string> = new Set(['createdSince', 'createdUntil', 'updatedSince']);

/** A filter that a job kept: JSON has no times. */
export function storedProductFilter(stored: Readonly<Record<string, unknown>>): ProductFilter {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      TIMES.has(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}

/** Ids of the products of a filter, archived ones only if it asks for them, in their order after one of them. */
export async function productIdsAfter(
  tenant: TenantDb,
  after: string | undefined,
  limit: number,
  filter: ProductFilter = {},
): Promise<string[]> {
  const rows = await matching(tenant, filter)
    .select('products.id')
    .where('products.id', '>', after ?? NIL_UUID)
    .orderBy('products.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const TO_CALCULATE: ProductFilter = { footprintState: ['NOT_CALCULATED', 'OUTDATED'] };

/** Products without a footprint of their present declaration, in the order of their ids after one of them. */
export function productsToCalculate(
  tenant: TenantDb,
  after: string | undefined,
  limit: number,
): Promise<Pick<Product, 'id' | 'version'>[]> {
  const from = after === undefined ? undefined : { key: [after], isInclusive: false };
  const page = { limit, isBackward: false, from };
  return products.pageReading(['version'])(tenant, TO_CALCULATE, OLDEST_FIRST, page);
}

export function countProductsToCalculate(tenant: TenantDb): Promise<number> {
  return products.count(tenant, TO_CALCULATE, OLDEST_FIRST, Number.MAX_SAFE_INTEGER);
}

/** Locks those of some products that are still to calculate until the transaction ends. */
export async function lockProductsToCalculate(
  tenant: TenantDb,
  ids: readonly string[],
): Promise<Pick<Product, 'id' | 'version'>[]> {
  return matching(tenant, TO_CALCULATE)
    .select(['products.id', 'version'])
    .where('products.id', '=', anyOf(ids))
    .orderBy('products.id')
    .forNoKeyUpdate()
    .execute();
}

/** Number of products of a filter, exactly. */
export async function countProducts(tenant: TenantDb, filter: ProductFilter): Promise<number> {
  const { count } = await matching(tenant, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function matching({ db, scope }: TenantDb, filter: ProductFilter) {
  const asked = conditionsOf(products.conditions, filter, scope);
  const shown = filter.status ? asked : [...asked, sql<SqlBool>`status <> 'ARCHIVED'`];
  return shown.reduce(
    (rows, condition) => rows.where(condition),
    db.selectFrom('products').where(inScope('products', scope)),
  );
}
