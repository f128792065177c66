import type { Db } from '../../../platform/database/index.ts';
import type { Environment } from '../../../platform/scope.ts';
import { audienceOfToken } from '../grants/service.ts';
import { identitiesOfKey, identityOf } from '../identity.ts';
import type { Audience, DigitalLinkKey, DppView } from '../model.ts';
import {
  type FoundPassport,
  findPublishedByGln,
  findPublishedById,
  findPublishedByIdentity,
  type GlnKey,
  isPublishedBelow,
  type VersionChoice,
} from './store.ts';
import { viewOf } from './view.ts';

type Reading = VersionChoice & {
  readonly audience?: Audience;
  /** Token of a grant; its use is recorded. One that opens nothing reads as the public does. */
  readonly token?: string | undefined;
};

/** A published passport by its uuid, in one read; null for one that is unknown or a draft. */
export async function findPublicPassport(
  db: Db,
  id: string,
  { audience = 'PUBLIC', token, ...choice }: Reading = {},
): Promise<DppView | null> {
  const found = await findPublishedById(db, id, choice);
  if (found === undefined) return null;
  const granted = token && (await audienceOfToken({ db, scope: found.scope }, token, found.dpp));
  return seen(found, granted || audience);
}

type Place = {
  readonly environment: Environment;
  /** The organization whose host was addressed; all if absent. */
  readonly organizationId?: string | undefined;
};

/**
 * The current passports of a GS1 Digital Link, the most specific first, up to the model: of item, batch and
 * model one each, in one read. Empty if nothing of the GTIN is published.
 */
export async function findPublicPassports(
  db: Db,
  { environment, organizationId }: Place,
  key: DigitalLinkKey,
  audience: Audience = 'PUBLIC',
): Promise<DppView[]> {
  const identities = identitiesOfKey(key);
  const found = await findPublishedByIdentity(db, environment, identities, organizationId);
  return found
    .toSorted((a, b) => identities.indexOf(a.dpp.identity) - identities.indexOf(b.dpp.identity))
    .map((each) => seen(each, audience));
}

/** True if batches or items of a GTIN have published passports, whatever became of them. */
export function hasPassportsBelow(
  db: Db,
  { environment, organizationId }: Place,
  gtin: string,
): Promise<boolean> {
  const model = identityOf({ gtin, productId: null, batchNumber: null, serialNumber: null });
  return isPublishedBelow(db, environment, model, organizationId);
}

/**
 * Public passports that name a GLN, those of models first: of the organization whose passport named it first,
 * because anybody can write the GLN of another.
 */
export async function findPassportsOfGln(
  db: Db,
  { environment, organizationId }: Place,
  { ai, gln }: { readonly ai: GlnKey; readonly gln: string },
): Promise<DppView[]> {
  const found = await findPublishedByGln(db, environment, ai, gln, organizationId);
  const views = found.map((each) => seen(each, 'PUBLIC')).filter(({ extent }) => extent === 'FULL');
  const [first] = views;
  return views.filter(({ scope }) => scope.organizationId === first?.scope.organizationId);
}

function seen({ scope, dpp, version }: FoundPassport, audience: Audience): DppView {
  return viewOf(scope, dpp, version, audience);
}
