import type { Db } from '../../../platform/database/index.ts';
import type { JsonObject } from '../../../platform/json/index.ts';
import type { Scope } from '../../../platform/scope.ts';
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
  db: Db,
  scope: Scope,
  dpp: Dpp,
  { urls, isFull }: { readonly urls: PublicUrls; readonly isFull: boolean },
): Promise<JsonObject> {
  const project = isFull ? fullPassport : compressedPassport;
  const { view, isSigned } = await writtenView(db, scope, dpp);
  const { integrity, ...unsigned } = project(view, urls);
  return isSigned ? { ...unsigned, integrity } : unsigned;
}

/** An element of such a passport; undefined if it was removed. */
export async function writtenElement(
  db: Db,
  scope: Scope,
  dpp: Dpp,
  path: ElementPath,
): Promise<JsonObject | undefined> {
  const { view } = await writtenView(db, scope, dpp);
  const value = valueAt(view.content, path);
  return value === undefined ? undefined : elementOf(path.join('.'), value);
}

async function writtenView(db: Db, scope: Scope, dpp: Dpp) {
  const published = await findPublicPassport(db, dpp.id, { audience: 'OWNER' });
  if (published !== null) return { view: published, isSigned: true };
  return { view: await draftView(db, scope, dpp, 'OWNER'), isSigned: false };
}

/** A draft as an audience would see it; undefined for a passport that is unknown or published. */
export async function findDraft(
  db: Db,
  scope: Scope,
  id: string,
  audience: Audience,
): Promise<DppView | undefined> {
  const [dpp] = await dpps.find(db, scope, [id]);
  return dpp?.status === 'DRAFT' ? draftView(db, scope, dpp, audience) : undefined;
}

async function draftView(db: Db, scope: Scope, dpp: Dpp, audience: Audience): Promise<DppView> {
  const [stored] = await findContents(db, scope, [dpp.id]);
  return viewOfDraft(scope, dpp, stored?.content ?? {}, audience);
}
