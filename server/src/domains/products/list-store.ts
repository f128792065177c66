import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  beyondKey,
  countedRows,
  countRows,
  type Db,
  FOR_ITS_VALUES,
  type Key,
  type KeysetOrder,
  limitOf,
  onPage,
  type Page,
  query,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Product, ProductStatus } from './model.ts';
import { PRODUCT_PROPERTIES, SELECTIONS } from './store.ts';

/** Lists of products: each walks an index of its order, whatever its filter. */

export type ProductFilter = {
  readonly status?: readonly ProductStatus[] | undefined;
  readonly sectorTag?: Product['sectorTags'][number] | undefined;
  readonly text?: string | undefined;
  readonly createdSince?: Date | undefined;
  readonly createdUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
  readonly settledBefore?: Date | undefined;
  readonly minCo2eKg?: number | undefined;
  readonly maxCo2eKg?: number | undefined;
  /** The bounds of the price are in this currency. */
  readonly priceCurrency?: string | undefined;
  readonly minPriceMinor?: number | undefined;
  readonly maxPriceMinor?: number | undefined;
};

type OrderColumn = KeysetOrder['columns'][number] & {
  readonly property:
    | 'id'
    | 'createdAt'
    | 'updatedAt'
    | 'name'
    | 'priceCurrency'
    | 'priceMinor'
    | 'co2eKg';
};

const BY_ID = { ref: 'products.id', type: 'uuid', property: 'id' } as const;

/** Orders of the list of products, each with the columns it walks; ids break ties. */
const ORDERS = {
  CREATED_AT: [{ ref: 'products.created_at', type: 'timestamptz', property: 'createdAt' }],
  UPDATED_AT: [{ ref: 'products.updated_at', type: 'timestamptz', property: 'updatedAt' }],
  NAME: [{ ref: 'products.name', type: 'text', property: 'name' }],
  PRICE: [
    { ref: 'products.price_currency', type: 'text', property: 'priceCurrency' },
    { ref: 'products.price_minor', type: 'bigint', property: 'priceMinor' },
  ],
  FOOTPRINT: [{ ref: 'products.co2e_kg', type: 'float8', property: 'co2eKg' }],
} as const satisfies Record<string, readonly OrderColumn[]>;

export type ProductSortField = keyof typeof ORDERS;
export type ProductSort = { readonly field: ProductSortField; readonly isDescending: boolean };

/** Filters that compare one column, each with it. */
const COMPARISONS = [
  { name: 'createdSince', ref: 'products.created_at', operator: '>=' },
  { name: 'createdUntil', ref: 'products.created_at', operator: '<' },
  { name: 'updatedSince', ref: 'products.updated_at', operator: '>=' },
  { name: 'settledBefore', ref: 'products.updated_at', operator: '<' },
  { name: 'minCo2eKg', ref: 'products.co2e_kg', operator: '>=' },
  { name: 'maxCo2eKg', ref: 'products.co2e_kg', operator: '<=' },
  { name: 'priceCurrency', ref: 'products.price_currency', operator: '=' },
  { name: 'minPriceMinor', ref: 'products.price_minor', operator: '>=' },
  { name: 'maxPriceMinor', ref: 'products.price_minor', operator: '<=' },
] as const;

/** Columns of a product that `product_sectors` has too. */
const LISTED = sql.raw('id, name, price_currency, price_minor, co2e_kg, created_at, updated_at');

const ALL_SHOWN: readonly ProductStatus[] = ['DRAFT', 'ACTIVE'];
const ALL_HIDDEN: readonly ProductStatus[] = ['ARCHIVED'];

/**
 * Maximum number of rows that a page walks in search of rows that match a filter on another column.
 */
const MOST_WALKED = 400;
/** Maximum number of matches fetched by the filter's own index when the walk was not enough. */
const MOST_FETCHED = 3000;
/** When too many to fetch match, by those that were met, a page is about so near. */
const MOST_WALKED_FARTHER = 6000;
/**
 * Limit of a walk that continues until the page is full. Without a limit, each state by itself
 * would be walked to its first match, through all its rows when it has none.
 */
const ALL = Number.MAX_SAFE_INTEGER;
/** A text with fewer letters or digits in a row can have nothing that the index of texts knows. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** Statements of unfiltered pages by their shape: making one anew costs as much as running it. */
const pageStatements = new Map<string, string>();
/** Properties can be chosen in a million ways; pages of further shapes read whole rows. */
const MOST_PAGE_STATEMENTS = 200;

export function isFiltered(filter: ProductFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The columns that a list walks, each with the property that has its value. */
export function keysetOf(filter: ProductFilter, { field, isDescending }: ProductSort) {
  // Ids follow the order of creation.
  const isById = field === 'CREATED_AT' && !isFiltered(filter);
  const columns: readonly OrderColumn[] = isById ? [BY_ID] : [...ORDERS[field], BY_ID];
  return { columns, isDescending };
}

/** The place of a product in a list. */
export function keyOf(
  product: Product,
  { columns }: { readonly columns: readonly OrderColumn[] },
): Key {
  return columns.map(({ property }) => {
    const value = product[property];
    // Lists by a price or a footprint leave out products without.
    return value instanceof Date ? value.toISOString() : (value ?? 0);
  });
}

/** The page of a list, and the properties to read of each product. */
type ProductPage<Property> = {
  readonly filter: ProductFilter;
  readonly order: ProductSort;
  readonly page: Page;
  readonly properties: readonly Property[];
};

/**
 * A page of the matching products. Of each, only the given properties are sure to be read, and those
 * that its place in the order follows from.
 */
export async function listProducts<Property extends keyof Product>(
  db: Db,
  scope: Scope,
  { filter, order, page, properties }: ProductPage<Property>,
): Promise<Pick<Product, Property>[]> {
  const keyset = keysetOf(filter, order);
  const read = [...new Set([...properties, ...keyset.columns.map(({ property }) => property)])];
  if (keyset.columns.length === 1) return pageByIds(db, scope, keyset, page, read);
  if (statesOf(filter).length === 0) return [];

  const onePage: Page = { ...page, from: undefined };
  const listOf = (ids: RawBuilder<unknown>): Promise<Pick<Product, Property>[]> => {
    const found = productsOf(db, scope, read).where(sql<boolean>`products.id = any(${ids})`);
    return onPage(found, keyset, onePage).execute();
  };
  const idsAmong = (rows: RawBuilder<unknown>, conditions: readonly Condition[]) =>
    sql`array(${onPage(rowsOf(db, rows, conditions).select('products.id'), keyset, onePage)})`;

  const { alongOrder, besideOrder, isIndexed } = conditionsOf(filter, order.field);
  const walked = (limit: number) =>
    listOf(
      idsAmong(
        walk(db, scope, filter, { keyset, page: { ...page, limit }, conditions: alongOrder }),
        besideOrder,
      ),
    );
  if (besideOrder.length === 0) return walked(page.limit);
  if (isIndexed) {
    const near = await walked(MOST_WALKED);
    if (near.length >= page.limit) return near;
    if (near.length > 0) {
      const matches = (near.length / MOST_WALKED) * (await countProducts(db, scope));
      const far = matches > MOST_FETCHED ? await walked(MOST_WALKED_FARTHER) : [];
      if (far.length >= page.limit) return far;
    }
    const onward = [...alongOrder, ...besideOrder, ...beyondKey(keyset, page)];
    const matching = rowsOf(db, listed(scope, filter, statesOf(filter), true), onward);
    const few = await idsOfFew(db, matching, keyset, onePage);
    if (few !== undefined) return listOf(sql`${few}::uuid[]`);
  }
  return walked(ALL);
}

/** A page of all products shown by default. */
function pageByIds<Property extends keyof Product>(
  db: Db,
  scope: Scope,
  keyset: KeysetOrder,
  page: Page,
  read: readonly Property[],
): Promise<Pick<Product, Property>[]> {
  const pageOf = (properties: readonly (keyof Product)[]) =>
    onPage(
      productsOf(db, scope, properties).where(sql<boolean>`status <> 'ARCHIVED'`),
      keyset,
      page,
    );
  const { isBackward, from } = page;
  const form = [keyset.isDescending, isBackward, limitOf(page), from?.isInclusive];
  const shape = [...form, ...read].join(' ');
  let text = pageStatements.get(shape);
  if (text === undefined) {
    if (pageStatements.size >= MOST_PAGE_STATEMENTS) return pageOf(PRODUCT_PROPERTIES).execute();
    text = pageOf(read).compile().sql;
    pageStatements.set(shape, text);
  }
  const values = [scope.organizationId, scope.environment, ...(from?.key ?? [])];
  return query<Pick<Product, Property>>(db, text, values);
}

function productsOf(db: Db, scope: Scope, properties: readonly (keyof Product)[]) {
  return db
    .selectFrom('products')
    .select(properties.map((property) => SELECTIONS[property]))
    .where('products.organization_id', '=', scope.organizationId)
    .where('products.environment', '=', scope.environment);
}

type Walk = {
  readonly keyset: KeysetOrder;
  readonly page: Page;
  readonly conditions: readonly Condition[];
};

/** Rows of an order up to the limit of a page: walked state by state, and merged. */
function walk(
  db: Db,
  scope: Scope,
  filter: ProductFilter,
  { keyset, page, conditions }: Walk,
): RawBuilder<unknown> {
  const walks = statesOf(filter).map((state) => {
    const rows = rowsOf(db, listed(scope, filter, [state]), conditions);
    return sql`(${onPage(rows.selectAll(), keyset, page)})`;
  });
  const merged = rowsOf(db, sql.join(walks, sql` union all `), []);
  return sql`${onPage(merged.selectAll(), keyset, { ...page, from: undefined })}`;
}

/** The ids of a page of rows that no order leads to; undefined when they are too many to fetch. */
async function idsOfFew(
  db: Db,
  matching: ReturnType<typeof rowsOf>,
  keyset: KeysetOrder,
  page: Page,
): Promise<string[] | undefined> {
  const fetched = matching.selectAll().limit(sql.lit(MOST_FETCHED));
  const inOrder = onPage(
    rowsOf(db, sql`select * from fetched`, []).select('products.id'),
    keyset,
    page,
  );
  const { rows } = await sql<{ id: string; areAll: boolean }>`
    select page.* from (
      with fetched as materialized (${fetched})
      select id, (select count(*) < ${sql.lit(MOST_FETCHED)} from fetched) as "areAll"
      from (${inOrder}) as products
    ) as page ${sql.raw(FOR_ITS_VALUES)}`.execute(db);
  return rows.every(({ areAll }) => areAll) ? rows.map(({ id }) => id) : undefined;
}

type Condition = RawBuilder<SqlBool>;

/** Rows of a query for which all conditions hold. */
function rowsOf(db: Db, rows: RawBuilder<unknown>, conditions: readonly Condition[]) {
  const all = db.selectFrom(sql<{ readonly id: string }>`(${rows})`.as('products'));
  return conditions.reduce((some, condition) => some.where(condition), all);
}

/** Products in some states, and of a sector if the filter has one. */
function listed(
  { organizationId, environment }: Scope,
  { sectorTag, text }: ProductFilter,
  states: readonly ProductStatus[],
  isByText = false,
): RawBuilder<unknown> {
  const isTextIndexed = isByText && text !== undefined && INDEXED_TEXT.test(text);
  const isOfSectors = sectorTag !== undefined && !isTextIndexed;
  const conditions = [
    sql`organization_id = ${organizationId}`,
    sql`environment = ${environment}`,
    sql`status in (${sql.join(states.map((state) => sql.lit(state)))})`,
    ...(sectorTag === undefined
      ? []
      : [isOfSectors ? sql`sector = ${sectorTag}` : sql`${sectorTag} = any(sector_tags)`]),
    ...(isTextIndexed
      ? [
          sql`product_trigrams(organization_id, environment, name)
            @> product_text_trigrams(${organizationId}, ${environment}, ${text})`,
        ]
      : []),
  ];
  const table = sql.raw(isOfSectors ? 'product_sectors' : 'products');
  return sql`select ${LISTED} from ${table} where ${sql.join(conditions, sql` and `)}`;
}

/**
 * Conditions of a filter in addition to states and sector: on the columns that the order walks, and
 * on others, which may have an index.
 */
function conditionsOf(filter: ProductFilter, field: ProductSortField) {
  const walked: readonly OrderColumn[] = ORDERS[field];
  const alongOrder: Condition[] = [];
  const besideOrder: Condition[] = [];
  for (const { name, ref, operator } of COMPARISONS) {
    if (filter[name] === undefined) continue;
    const conditions = walked.some((column) => column.ref === ref) ? alongOrder : besideOrder;
    conditions.push(sql`${sql.ref(ref)} ${sql.raw(operator)} ${filter[name]}`);
  }
  const isIndexed =
    besideOrder.length > 0 || (filter.text !== undefined && INDEXED_TEXT.test(filter.text));
  if (filter.text !== undefined) {
    besideOrder.push(sql`products.name ilike ${`%${escapeLike(filter.text)}%`}`);
  }
  if (field === 'PRICE') alongOrder.push(sql`products.price_minor is not null`);
  if (field === 'FOOTPRINT') alongOrder.push(sql`products.co2e_kg is not null`);
  return { alongOrder, besideOrder, isIndexed };
}

function statesOf({ status = ALL_SHOWN }: ProductFilter): ProductStatus[] {
  return [...new Set(status)];
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** All products shown by default, from their counters. */
export function countProducts(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'products', ALL_HIDDEN);
}

/** Matching products, counted no further than `limit`. */
export async function countMatching(
  db: Db,
  scope: Scope,
  filter: ProductFilter,
  order: ProductSort,
  limit: number,
): Promise<number> {
  const states = statesOf(filter);
  if (states.length === 0) return 0;
  const { alongOrder, besideOrder } = conditionsOf(filter, order.field);
  const matching = listed(scope, filter, states, true);
  return countRows(db, rowsOf(db, matching, [...alongOrder, ...besideOrder]), limit);
}
