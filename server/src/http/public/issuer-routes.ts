import {
  didDocumentOf,
  didOf,
  didOfUrl,
  findListOwner,
  isStatusPurpose,
  listKeys,
  signStatusList,
} from '../../domains/trust/index.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { jsonAnswer, type PublicAnswer, type PublicRequest, refusal, WORK } from './answers.ts';
import { chooseType } from './negotiate.ts';
import type { PublicDependencies } from './public-endpoint.ts';

const DID_TYPE = 'application/did+json';
const LIST_TYPES = ['application/vc+jwt', 'application/vc', 'application/ld+json'] as const;

/** The DID document of an organization, or of the host for an address without one. */
export async function answerDid(
  { db, services }: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const { path, environment, organizationId: host, root } = request;
  const [, id] = /^\/dids\/([^/]+)\/did\.json$/.exec(path) ?? [];
  const named = id === undefined ? host : decodeId('organization', id);
  if (named === undefined) {
    if (id !== undefined || path.startsWith('/dids/'))
      return refusal(404, 'No organization has this address.');
    // The host signs nothing: each organization has an identifier below it.
    return jsonAnswer(200, didDocumentOf(didOfUrl(root), []), { type: DID_TYPE, tags: [] });
  }
  const scope: Scope = { organizationId: named, environment };
  const keys = await listKeys({ db, scope });
  const tags = [`keys:${named}`];
  if (keys.length === 0 || (host !== undefined && host !== named))
    return refusal(404, 'This organization has signed nothing yet.', { tags });
  const document = didDocumentOf(didOf(services.publicUrls, scope), keys);
  return jsonAnswer(200, document, { type: DID_TYPE, tags });
}

/** A status list as a signed credential. */
export async function answerStatusList(
  { db, services }: PublicDependencies,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const [, id = '', purpose = ''] = /^\/status\/(stl_\w+)-(\w+)$/.exec(request.path) ?? [];
  const listId = decodeId('statusList', id);
  const owner = listId === undefined ? undefined : await findListOwner(db, listId);
  const isHere =
    owner?.environment === request.environment &&
    (request.organizationId ?? owner.organizationId) === owner.organizationId;
  if (listId === undefined || owner === undefined || !isHere || !isStatusPurpose(purpose))
    return refusal(404, 'No status list has this address.');
  const type = chooseType(request.accept, LIST_TYPES)?.type ?? 'application/vc+jwt';
  request.spend(WORK.statusList);
  const { credential, jws } = await signStatusList(
    { db, scope: owner },
    services.trust,
    listId,
    purpose,
  );
  const tags = [`status:${listId}`, `keys:${owner.organizationId}`];
  if (type === 'application/vc+jwt') return { status: 200, type, body: jws, tags };
  return jsonAnswer(200, credential, { type, tags });
}
