import { type Generated, sql } from 'kysely';
import {
  columnsOfScope,
  conditionsOn,
  type Db,
  inScope,
  NEXT_VERSION,
  scopedList,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
import type { Asset, AssetFormat, AssetKind, AssetSize } from './model.ts';
import type { Rendering } from './render.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    assets: {
      organization_id: string;
      environment: Environment;
      id: string;
      kind: AssetKind;
      size: AssetSize;
      format: AssetFormat;
      locale: string;
      product_id: string | null;
      calculation_id: string | null;
      supply_chain_id: string | null;
      dpp_id: string | null;
      logo_sha256: string | null;
      snapshot_hash: string | null;
      rendering: Rendering;
      sha256: string;
      file_bytes: number;
      width_mm: number;
      height_mm: number;
      description: string;
      is_public: boolean;
      is_outdated: boolean;
      version: Generated<number>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

const COLUMNS = [
  'assets.id',
  'kind',
  'size',
  'format',
  'locale',
  'product_id as productId',
  'calculation_id as calculationId',
  'supply_chain_id as supplyChainId',
  'dpp_id as dppId',
  'snapshot_hash as snapshotHash',
  'sha256',
  'file_bytes as fileBytes',
  'width_mm as widthMm',
  'height_mm as heightMm',
  'assets.description',
  'is_public as isPublic',
  'is_outdated as isOutdated',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const { equals, isAtLeast, isBelow } = conditionsOn('assets');

export const assets = scopedList({
  table: 'assets',
  rows: (db: Db) => db.selectFrom('assets').select(COLUMNS),
  orders: { CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }] },
  conditions: {
    kind: equals('kind'),
    format: equals('format'),
    productId: equals('product_id'),
    calculationId: equals('calculation_id'),
    supplyChainId: equals('supply_chain_id'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
  },
});

/** A new asset, before its row exists. */
export type AssetDraft = Omit<Asset, 'version' | 'createdAt' | 'updatedAt'> & {
  readonly rendering: Rendering;
};

export function insertAssets(
  { db, scope }: TenantTx,
  drafts: readonly AssetDraft[],
): Promise<Asset[]> {
  const rows = drafts.map((draft) => ({
    ...columnsOfScope(scope),
    id: draft.id,
    kind: draft.kind,
    size: draft.size,
    format: draft.format,
    locale: draft.locale,
    product_id: draft.productId,
    calculation_id: draft.calculationId,
    supply_chain_id: draft.supplyChainId,
    dpp_id: draft.dppId,
    logo_sha256: storedLogoOf(draft.rendering),
    snapshot_hash: draft.snapshotHash,
    rendering: sql<Rendering>`${JSON.stringify(draft.rendering)}::jsonb`,
    sha256: draft.sha256,
    file_bytes: draft.fileBytes,
    width_mm: draft.widthMm,
    height_mm: draft.heightMm,
    description: draft.description,
    is_public: draft.isPublic,
    is_outdated: draft.isOutdated,
  }));
  return db.insertInto('assets').values(rows).returning(COLUMNS).execute();
}

function storedLogoOf({ brand }: Rendering): string | null {
  const logo = brand?.logo ?? null;
  return logo !== null && 'sha256' in logo ? logo.sha256 : null;
}

/** Deletes logos that were replaced before a moment and that no asset shows. */
export async function deleteUnusedLogos(db: Db, before: Date): Promise<void> {
  await sql`
    delete from brand_logos logos where logos.replaced_at < ${before} and not exists (
      select from assets where assets.organization_id = logos.organization_id
        and assets.environment = logos.environment and assets.logo_sha256 = logos.sha256)`.execute(
    db,
  );
}

/** Locks an asset until the transaction ends. */
export function lockAsset({ db, scope }: TenantTx, id: string): Promise<Asset | undefined> {
  return db
    .selectFrom('assets')
    .select(COLUMNS)
    .where(inScope('assets', scope))
    .where('assets.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function setVisibility(
  { db, scope }: TenantTx,
  id: string,
  isPublic: boolean,
): Promise<Asset> {
  return db
    .updateTable('assets')
    .set({ is_public: isPublic, ...NEXT_VERSION })
    .where(inScope('assets', scope))
    .where('assets.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** A file to serve, of any tenant. */
export type ServedAsset = {
  readonly scope: Scope;
  readonly format: AssetFormat;
  readonly sha256: string;
  readonly isPublic: boolean;
  readonly rendering: Rendering;
};

/** The asset behind a public address, which names no tenant; its id is unique. */
export async function findServedAsset(db: Db, id: string): Promise<ServedAsset | undefined> {
  const { rows } = await sql<Omit<ServedAsset, 'scope'> & Scope>`
    select organization_id as "organizationId", environment, format, sha256,
      is_public as "isPublic", rendering
    from assets where assets.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { organizationId, environment, ...asset } = row;
  return { ...asset, scope: { organizationId, environment } };
}

/** Those of some files of a tenant that an asset has. */
export async function findUsedHashes(
  { db, scope }: TenantDb,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('assets')
    .select('sha256')
    .where(inScope('assets', scope))
    .where('sha256', '=', sql<string>`any(${hashes}::text[])`)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The asset with some bytes, with everything that they follow from. */
export function findRenderingByHash(
  { db, scope }: TenantDb,
  sha256: string,
): Promise<
  | { readonly id: string; readonly calculationId: string | null; readonly rendering: Rendering }
  | undefined
> {
  return db
    .selectFrom('assets')
    .select(['assets.id', 'calculation_id as calculationId', 'rendering'])
    .where(inScope('assets', scope))
    .where('sha256', '=', sha256)
    .orderBy('assets.id')
    .limit(1)
    .executeTakeFirst();
}
