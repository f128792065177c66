import { sql } from 'kysely';
import {
  columnsOfScope,
  inScope,
  NEXT_VERSION,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import type { Logo } from './logo.ts';
import { type Brand, type LogoFormat, NO_BRAND, type StoredLogo } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    brands: {
      organization_id: string;
      environment: Environment;
      name: string | null;
      color: string | null;
      logo_sha256: string | null;
      version: number;
      updated_at: Date;
    };
    brand_logos: {
      organization_id: string;
      environment: Environment;
      sha256: string;
      format: LogoFormat;
      width: number;
      height: number;
      drawing: Logo;
      replaced_at: Date | null;
    };
  }
}

/** The brand of a tenant; `NO_BRAND` before its first change. */
export async function findBrand({ db, scope }: TenantDb): Promise<Brand> {
  const row = await db
    .selectFrom('brands')
    .leftJoin('brand_logos', (join) =>
      join
        .onRef('brand_logos.organization_id', '=', 'brands.organization_id')
        .onRef('brand_logos.environment', '=', 'brands.environment')
        .onRef('brand_logos.sha256', '=', 'brands.logo_sha256'),
    )
    .select(['brands.name', 'brands.color', 'brands.version', 'brands.updated_at as updatedAt'])
    .select(['brand_logos.sha256', 'brand_logos.format', 'brand_logos.width', 'brand_logos.height'])
    .where(inScope('brands', scope))
    .executeTakeFirst();
  if (row === undefined) return NO_BRAND;
  const { sha256, format, width, height, ...brand } = row;
  if (sha256 === null || format === null || width === null || height === null) {
    return { ...brand, logo: null };
  }
  return { ...brand, logo: { sha256, format, width, height } };
}

/** Stores a logo, or takes back that it was replaced. */
export async function keepLogo(
  { db, scope }: TenantTx,
  { sha256, format, width, height }: StoredLogo,
  drawing: Logo,
): Promise<void> {
  await db
    .insertInto('brand_logos')
    .values({
      ...columnsOfScope(scope),
      ...{ sha256, format, width, height, replaced_at: null },
      drawing: sql<Logo>`${JSON.stringify(drawing)}::jsonb`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'environment', 'sha256'])
        .doUpdateSet({ replaced_at: null }),
    )
    .execute();
}

export async function markReplaced({ db, scope }: TenantTx, sha256: string): Promise<void> {
  await db
    .updateTable('brand_logos')
    .set({ replaced_at: sql<Date>`statement_timestamp()` })
    .where(inScope('brand_logos', scope))
    .where('sha256', '=', sha256)
    .execute();
}

export async function writeBrand(
  { db, scope }: TenantTx,
  { name, color, logo }: Pick<Brand, 'name' | 'color' | 'logo'>,
): Promise<void> {
  const values = { name, color, logo_sha256: logo?.sha256 ?? null };
  const { numUpdatedRows } = await db
    .updateTable('brands')
    .set({ ...values, ...NEXT_VERSION })
    .where(inScope('brands', scope))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('brands')
    .values({
      ...columnsOfScope(scope),
      ...values,
      version: 1,
      updated_at: sql<Date>`statement_timestamp()`,
    })
    .execute();
}

/** A logo by the hash of its file, also one that was replaced. */
export async function findLogo({ db, scope }: TenantDb, sha256: string): Promise<Logo | undefined> {
  const row = await db
    .selectFrom('brand_logos')
    .select('drawing')
    .where(inScope('brand_logos', scope))
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.drawing;
}
