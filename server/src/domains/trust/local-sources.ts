import type { Db } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { percentDecoded } from '../../platform/percent-decoded.ts';
import { ENVIRONMENTS, type Scope } from '../../platform/scope.ts';
import { signStatusList } from './credentials.ts';
import { didDocumentOf, didOf } from './did.ts';
import { listKeys } from './key-store.ts';
import { isStatusPurpose, type Trust } from './model.ts';
import { statusListUrl } from './status.ts';
import { findListOwner } from './status-store.ts';
import type { VerificationSources } from './verify.ts';

/** Sources of credentials that this service signed, from its database; those of other issuers are missing. */
export function localSources(db: Db, trust: Trust, now: Date): VerificationSources {
  return {
    didDocument: async (did) => {
      const scope = scopeOfDid(trust, did);
      if (scope === undefined) return undefined;
      const keys = await listKeys({ db, scope });
      return keys.length === 0 ? undefined : didDocumentOf(did, keys);
    },
    statusList: async (url) => {
      const [, id = '', purpose = ''] = /\/status\/(stl_\w+)-(\w+)$/.exec(url) ?? [];
      const listId = decodeId('statusList', id);
      if (listId === undefined || !isStatusPurpose(purpose)) return undefined;
      const owner = await findListOwner(db, listId);
      if (owner === undefined || statusListUrl(trust.urls.of(owner), listId, purpose) !== url)
        return undefined;
      return (await signStatusList({ db, scope: owner }, trust, listId, purpose)).jws;
    },
    now,
  };
}

/** The tenant behind an identifier of this service. */
function scopeOfDid({ urls }: Trust, did: string): Scope | undefined {
  const [, id] = /:dids:(org_\w+)$/.exec(did) ?? [];
  const host = percentDecoded(did.slice('did:web:'.length).split(':')[0] ?? '');
  const organizationId =
    id === undefined ? urls.organizationOf(host) : decodeId('organization', id);
  if (organizationId === undefined) return undefined;
  return ENVIRONMENTS.map((environment): Scope => ({ organizationId, environment })).find(
    (scope) => didOf(urls, scope) === did,
  );
}
