import { sql } from 'kysely';
import type { TenantDb, TenantTx, Tx } from '../../../platform/database/index.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { PictureType, PlainPicture } from './model.ts';

declare module '../../../platform/database/schema.ts' {
  interface Database {
    dpp_pictures: { organization_id: string; environment: string; sha256: string };
  }
}

/** Stores a picture; one that is there already stays. */
export async function insertPicture(
  { db, scope: { organizationId, environment } }: TenantTx,
  sha256: string,
  { mediaType, widthPx, heightPx, bytes }: PlainPicture,
): Promise<void> {
  await sql`insert into dpp_pictures (organization_id, environment, sha256, media_type, width_px, height_px, bytes)
    values (${organizationId}, ${environment}, ${sha256}, ${mediaType}, ${widthPx}, ${heightPx}, ${bytes})
    on conflict do nothing`.execute(db);
}

export async function countPictures({ db, scope }: TenantDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from dpp_pictures
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function hasPicture({ db, scope }: TenantDb, sha256: string): Promise<boolean> {
  const { rows } =
    await sql`select from dpp_pictures where organization_id = ${scope.organizationId}
    and environment = ${scope.environment} and sha256 = ${sha256}`.execute(db);
  return rows.length > 0;
}

export type StoredPicture = { readonly mediaType: PictureType; readonly bytes: Buffer };

export async function findPicture(
  { db, scope }: TenantDb,
  sha256: string,
): Promise<StoredPicture | undefined> {
  const { rows } =
    await sql<StoredPicture>`select media_type as "mediaType", bytes from dpp_pictures
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and sha256 = ${sha256}`.execute(db);
  return rows[0];
}

/** Copies the pictures of all versions of a passport to another organization, to which it passes on. */
export async function copyPictures(
  tx: Tx,
  { from, to }: { readonly from: Scope; readonly to: Scope },
  dppId: string,
): Promise<void> {
  await sql`insert into dpp_pictures (organization_id, environment, sha256, media_type, width_px, height_px, bytes)
    select ${to.organizationId}, environment, sha256, media_type, width_px, height_px, bytes from dpp_pictures
    where organization_id = ${from.organizationId} and environment = ${from.environment}
      and sha256 in (select picture_sha256 from dpp_versions where organization_id = ${from.organizationId}
        and environment = ${from.environment} and dpp_id = ${dppId})
    on conflict do nothing`.execute(tx);
}
