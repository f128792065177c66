import { type ExpressionBuilder, type Generated, sql } from 'kysely';
import {
  countedRows,
  countRows,
  type Database,
  type Db,
  type KeysetOrder,
  onPage,
  type Page,
  type Tx,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Network, SupplyChain, SupplyChainDraft } from './model.ts';
import { insertVersion } from './version-store.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    supply_chains: SupplyChainTable;
  }
}

type SupplyChainTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  name: string;
  description: string | null;
  product_id: string | null;
  tags: readonly string[];
  countries: readonly string[];
  facility_count: number;
  flow_count: number;
  search_text: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

const COLUMNS = [
  'supply_chains.id',
  'external_id as externalId',
  'name',
  'description',
  'product_id as productId',
  'tags',
  'countries',
  'facility_count as facilityCount',
  'flow_count as flowCount',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export type SupplyChainFilter = {
  readonly text?: string | undefined;
  readonly country?: string | undefined;
  readonly productId?: string | undefined;
  readonly tag?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
};

/** Orders of the list of supply chains, each with the column it walks; ids break ties. */
export const SUPPLY_CHAIN_ORDERS = {
  CREATED_AT: [{ ref: 'supply_chains.created_at', type: 'timestamptz' }],
  UPDATED_AT: [{ ref: 'supply_chains.updated_at', type: 'timestamptz' }],
  NAME: [{ ref: 'supply_chains.name', type: 'text' }],
} as const satisfies Record<string, KeysetOrder['columns']>;

export type SupplyChainOrderField = keyof typeof SUPPLY_CHAIN_ORDERS;
export type SupplyChainOrder = {
  readonly field: SupplyChainOrderField;
  readonly isDescending: boolean;
};

export async function listSupplyChains(
  db: Db,
  scope: Scope,
  filter: SupplyChainFilter,
  order: SupplyChainOrder,
  page: Page,
): Promise<SupplyChain[]> {
  const matching = db.selectFrom('supply_chains').select(COLUMNS).where(matches(scope, filter));
  const columns = [
    ...SUPPLY_CHAIN_ORDERS[order.field],
    { ref: 'supply_chains.id', type: 'uuid' } as const,
  ];
  return onPage(matching, { columns, isDescending: order.isDescending }, page).execute();
}

/** All supply chains, from their counters. */
export function countSupplyChains(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'supply_chains');
}

/** Matching supply chains, counted no further than `limit`. */
export async function countMatchingSupplyChains(
  db: Db,
  scope: Scope,
  filter: SupplyChainFilter,
  limit: number,
): Promise<number> {
  const matching = db.selectFrom('supply_chains').where(matches(scope, filter));
  return countRows(db, matching, limit);
}

function matches(scope: Scope, filter: SupplyChainFilter) {
  return (where: ExpressionBuilder<Database, 'supply_chains'>) => {
    const { text, country, productId, tag, createdFrom, createdUntil, updatedSince } = filter;
    return where.and([
      where('supply_chains.organization_id', '=', scope.organizationId),
      where('supply_chains.environment', '=', scope.environment),
      ...(text === undefined
        ? []
        : [where('search_text', 'like', `%${escapeLike(text.toLowerCase())}%`)]),
      ...(country === undefined ? [] : [sql<boolean>`countries @> array[${country}]::text[]`]),
      ...(productId === undefined ? [] : [where('product_id', '=', productId)]),
      ...(tag === undefined ? [] : [sql<boolean>`tags @> array[${tag}]::text[]`]),
      ...(createdFrom === undefined ? [] : [where('created_at', '>=', createdFrom)]),
      ...(createdUntil === undefined ? [] : [where('created_at', '<', createdUntil)]),
      ...(updatedSince === undefined ? [] : [where('updated_at', '>=', updatedSince)]),
    ]);
  };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

export async function findSupplyChains(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<SupplyChain[]> {
  return db
    .selectFrom('supply_chains')
    .select(COLUMNS)
    .where('supply_chains.organization_id', '=', scope.organizationId)
    .where('supply_chains.environment', '=', scope.environment)
    .where('supply_chains.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Of each product the supply chain that was made for it last. */
export async function findSupplyChainsOfProducts(
  db: Db,
  scope: Scope,
  productIds: readonly string[],
): Promise<SupplyChain[]> {
  return db
    .selectFrom('supply_chains')
    .distinctOn('product_id')
    .select(COLUMNS)
    .where('supply_chains.organization_id', '=', scope.organizationId)
    .where('supply_chains.environment', '=', scope.environment)
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .orderBy('product_id')
    .orderBy('supply_chains.id', 'desc')
    .execute();
}

/** How a supply chain can be named from outside. */
export type SupplyChainReference = { readonly by: 'id' | 'external_id'; readonly value: string };

export async function findSupplyChain(
  db: Db,
  scope: Scope,
  reference: SupplyChainReference,
): Promise<SupplyChain | undefined> {
  return named(db, scope, reference).executeTakeFirst();
}

/** The supply chain as it stands, held until the transaction ends. */
export async function lockSupplyChain(
  tx: Tx,
  scope: Scope,
  reference: SupplyChainReference,
): Promise<SupplyChain | undefined> {
  return named(tx, scope, reference).forUpdate().executeTakeFirst();
}

function named(db: Db, scope: Scope, reference: SupplyChainReference) {
  return db
    .selectFrom('supply_chains')
    .select(COLUMNS)
    .where('supply_chains.organization_id', '=', scope.organizationId)
    .where('supply_chains.environment', '=', scope.environment)
    .where(`supply_chains.${reference.by}`, '=', reference.value);
}

export async function insertSupplyChain(
  tx: Tx,
  scope: Scope,
  id: string,
  draft: SupplyChainDraft,
): Promise<SupplyChain> {
  const chain = await tx
    .insertInto('supply_chains')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id,
      ...columnsOf(draft),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await insertVersion(tx, scope, chain, draft.network);
  return chain;
}

export async function updateSupplyChainRow(
  tx: Tx,
  scope: Scope,
  id: string,
  draft: SupplyChainDraft,
): Promise<SupplyChain> {
  const chain = await tx
    .updateTable('supply_chains')
    .set({
      ...columnsOf(draft),
      version: sql`version + 1`,
      updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('supply_chains.organization_id', '=', scope.organizationId)
    .where('supply_chains.environment', '=', scope.environment)
    .where('supply_chains.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await insertVersion(tx, scope, chain, draft.network);
  return chain;
}

function columnsOf({ network, ...draft }: SupplyChainDraft) {
  return {
    external_id: draft.externalId,
    name: draft.name,
    description: draft.description,
    product_id: draft.productId,
    tags: draft.tags,
    countries: countriesOf(network),
    facility_count: network.facilities.length,
    flow_count: network.flows.length,
    search_text: searchTextOf(draft, network),
  };
}

function countriesOf({ facilities }: Network): string[] {
  const countries = facilities.flatMap(({ country }) => (country === undefined ? [] : [country]));
  return [...new Set(countries)].sort();
}

function searchTextOf(
  { name, externalId }: Pick<SupplyChainDraft, 'name' | 'externalId'>,
  { facilities }: Network,
): string {
  const words = facilities.flatMap((facility) => [facility.name, facility.supplier]);
  return [name, externalId, ...new Set(words)]
    .filter((word) => typeof word === 'string')
    .join('\n')
    .toLowerCase();
}

export async function deleteSupplyChainRow(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx
    .deleteFrom('supply_chains')
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .where('id', '=', id)
    .execute();
}
