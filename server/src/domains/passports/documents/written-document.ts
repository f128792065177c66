import type { TenantDb } from '../../../platform/database/index.ts';
import type { JsonObject } from '../../../platform/json/index.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import type { Audience, Dpp, DppView } from '../model.ts';
import { compressedPassport, elementOf, fullPassport } from '../projections/en18223.ts';
import { findPublicPassport } from '../public/find.ts';
import { viewOfDraft } from '../public/view.ts';
import { dpps } from '../store.ts';
import { findContents } from '../versions/store.ts';
import { type ElementPath, valueAt } from './element.ts';

/** A passport that its owner has just written, as EN 18223 names its parts. */
export async function writtenDocument(
  tenant: TenantDb,
  dpp: Dpp,
  { urls, isFull }: { readonly urls: PublicUrls; readonly isFull: boolean },
): Promise<JsonObject> {
  const project = isFull ? fullPassport : compressedPassport;
  const { view, isSigned } = await writtenView(tenant, dpp);
  const { integrity, ...unsigned } = project(view, urls);
  return isSigned ? { ...unsigned, integrity } : unsigned;
}

/** An element of such a passport; undefined if it was removed. */
export async function writtenElement(
  tenant: TenantDb,
  dpp: Dpp,
  path: ElementPath,
): Promise<JsonObject | undefined> {
  const { view } = await writtenView(tenant, dpp);
  const value = valueAt(view.content, path);
  return value === undefined ? undefined : elementOf(path.join('.'), value);
}

async function writtenView(tenant: TenantDb, dpp: Dpp) {
  const published = await findPublicPassport(tenant.db, dpp.id, { audience: 'OWNER' });
  if (published !== null) return { view: published, isSigned: true };
  return { view: await draftView(tenant, dpp, 'OWNER'), isSigned: false };
}

/** A draft as an audience would see it; undefined for a passport that is unknown or published. */
export async function findDraft(
  tenant: TenantDb,
  id: string,
  audience: Audience,
): Promise<DppView | undefined> {
  const [dpp] = await dpps.find(tenant, [id]);
  return dpp?.status === 'DRAFT' ? draftView(tenant, dpp, audience) : undefined;
}

async function draftView(tenant: TenantDb, dpp: Dpp, audience: Audience): Promise<DppView> {
  const [stored] = await findContents(tenant, [dpp.id]);
  return viewOfDraft(tenant.scope, dpp, stored?.content ?? {}, audience);
}
