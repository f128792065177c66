import type { Db } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import type { JsonObject } from '../trust/index.ts';
import type { Dpp } from './model.ts';
import { compressedPassport, fullPassport } from './projections/en18223.ts';
import { findPublicPassport } from './public.ts';
import { findContents } from './version-store.ts';
import { viewOfDraft } from './view.ts';

/** A passport that its owner has just written, as EN 18223 names its parts. */
export async function writtenDocument(
  db: Db,
  scope: Scope,
  dpp: Dpp,
  { urls, isFull }: { readonly urls: PublicUrls; readonly isFull: boolean },
): Promise<JsonObject> {
  const project = isFull ? fullPassport : compressedPassport;
  const published = await findPublicPassport(db, dpp.id, { audience: 'OWNER' });
  if (published !== null) return project(published, urls);
  const [stored] = await findContents(db, scope, [dpp.id]);
  const document = project(viewOfDraft(scope, dpp, stored?.content ?? {}), urls);
  const { integrity: _none, ...unsigned } = document;
  return unsigned;
}
