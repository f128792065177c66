import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  columnsOfScope,
  columnValues,
  conditionsOn,
  type Db,
  inScope,
  NEXT_VERSION,
  rowsBy,
  scopedList,
  selectionsOf,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Network, SupplyChain, SupplyChainDraft } from './model.ts';
import { SUPPLY_CHAIN, WRITTEN } from './properties.ts';
import { insertVersion } from './version-store.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    supply_chains: SupplyChainTable;
  }
}

type SupplyChainTable = ColumnsOfScope &
  ColumnValuesOf<typeof SUPPLY_CHAIN> & { search_text: string };

const COLUMNS = Object.values(selectionsOf('supply_chains', SUPPLY_CHAIN));

const { equals, isAtLeast, isBelow, includes, contains } = conditionsOn('supply_chains');

export const supplyChains = scopedList({
  table: 'supply_chains',
  rows: (db: Db) => db.selectFrom('supply_chains').select(COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
    NAME: [{ column: 'name', property: 'name', type: 'text' }],
  },
  conditions: {
    text: contains('search_text'),
    country: includes('countries'),
    productId: equals('product_id'),
    tag: includes('tags'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
    settledBefore: isBelow('updated_at'),
  },
});

/** The newest supply chain of each product. */
export const findSupplyChainsOfProducts = rowsBy('supply_chains', 'product_id', (db) =>
  db
    .selectFrom('supply_chains')
    .distinctOn('product_id')
    .select(COLUMNS)
    .orderBy('product_id')
    .orderBy('supply_chains.id', 'desc'),
);

export async function insertSupplyChain(
  work: TenantTx,
  id: string,
  draft: SupplyChainDraft,
): Promise<SupplyChain> {
  const chain = await work.db
    .insertInto('supply_chains')
    .values({
      ...columnsOfScope(work.scope),
      id,
      ...columnsOf(draft),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await insertVersion(work, chain, draft.network);
  return chain;
}

export async function updateSupplyChainRow(
  work: TenantTx,
  id: string,
  draft: SupplyChainDraft,
): Promise<SupplyChain> {
  const chain = await work.db
    .updateTable('supply_chains')
    .set({
      ...columnsOf(draft),
      ...NEXT_VERSION,
    })
    .where(inScope('supply_chains', work.scope))
    .where('supply_chains.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await insertVersion(work, chain, draft.network);
  return chain;
}

function columnsOf({ network, ...draft }: SupplyChainDraft) {
  return {
    ...columnValues(WRITTEN, draft),
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
