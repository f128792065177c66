import { sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  columnsOfScope,
  columnValues,
  inScope,
  joinPerOwner,
  OWNER_ID,
  type Owned,
  onPage,
  type Page,
  selectionsOf,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Network, SupplyChain, SupplyChainVersion } from './model.ts';
import { VERSION } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    supply_chain_versions: SupplyChainVersionTable;
  }
}

type SupplyChainVersionTable = ColumnsOfScope &
  ColumnValuesOf<typeof VERSION> & { network: Network };

export async function insertVersion(
  { db, scope }: TenantTx,
  chain: SupplyChain,
  network: Network,
): Promise<void> {
  await db
    .insertInto('supply_chain_versions')
    .values({
      ...columnsOfScope(scope),
      ...columnValues(VERSION, { ...chain, supplyChainId: chain.id, createdAt: chain.updatedAt }),
      network: sql<Network>`${JSON.stringify(network)}::jsonb`,
    })
    .execute();
}

/** Names one version of one supply chain. */
export type VersionReference = { readonly supplyChainId: string; readonly version: number };

type VersionNetwork = VersionReference & { readonly network: Network };

/** The networks of some versions, in one statement and any order. */
export async function findNetworks(
  { db, scope }: TenantDb,
  references: readonly VersionReference[],
): Promise<VersionNetwork[]> {
  const ids = references.map(({ supplyChainId }) => supplyChainId);
  const versions = references.map(({ version }) => version);
  return db
    .selectFrom('supply_chain_versions')
    .select(['supply_chain_id as supplyChainId', 'version', 'network'])
    .where(inScope('supply_chain_versions', scope))
    .where(
      sql<boolean>`(supply_chain_id, version) in
        (select * from unnest(${ids}::uuid[], ${versions}::int[]))`,
    )
    .execute();
}

/** The same page of the versions of several supply chains, newest first, in one statement. */
export async function listVersions(
  { db, scope }: TenantDb,
  supplyChainIds: readonly string[],
  page: Page,
): Promise<Owned<SupplyChainVersion>[]> {
  const versions = db
    .selectFrom('supply_chain_versions')
    .select([...Object.values(selectionsOf('supply_chain_versions', VERSION))])
    .where(inScope('supply_chain_versions', scope))
    .where('supply_chain_id', '=', OWNER_ID);
  const columns = [{ ref: 'supply_chain_versions.version', type: 'int' } as const];
  return joinPerOwner(db, supplyChainIds, onPage(versions, { columns, isDescending: true }, page));
}
