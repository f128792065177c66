import type { TenantDb } from '../../../platform/database/index.ts';
import { ApiError, badInput, orNotFound, type Problem } from '../../../rules/errors/api-error.ts';
import { recordAudit } from '../../../rules/events/audit.ts';
import { MAX_NAME, problem } from '../../../rules/inputs/problems.ts';
import type { AuditedTx } from '../../../rules/mutations/work.ts';
import { grantCreation, grantRevocation } from '../audit.ts';
import { schemaProblems } from '../content/draft.ts';
import { plainTextProblems } from '../content/personal-data.ts';
import type { Dpp, GrantedAudience, GrantState } from '../model.ts';
import { expiryProblems, hashOfToken, newToken } from '../tokens.ts';
import {
  type DppGrant,
  endGrant,
  findGrantByToken,
  type GrantDraft,
  grants,
  insertGrant,
  insertGrantUse,
} from './store.ts';

/** Longest grant: it is made again rather than forgotten. */
const MAX_DAYS = 2 * 366;

export function stateOfGrant({ revokedAt, expiresAt }: DppGrant): GrantState {
  if (revokedAt !== null) return 'REVOKED';
  return expiresAt.getTime() > Date.now() ? 'ACTIVE' : 'EXPIRED';
}

/** Grants a holder the fields of an audience; the token is shown once. */
export async function grantDppAccess(
  work: AuditedTx,
  draft: GrantDraft,
  expiresAt: Date,
): Promise<{ readonly grant: DppGrant; readonly token: string }> {
  const problems = [
    ...extentProblems(draft),
    ...plainTextProblems(draft.purpose, ['purpose'], MAX_NAME),
    ...plainTextProblems(draft.holder, ['holder'], MAX_NAME),
    ...endProblems(expiresAt),
  ];
  if (problems.length > 0) throw badInput(problems);
  const { token, tokenHash } = newToken('dpg');
  const grant = await insertGrant(work, draft, tokenHash, expiresAt);
  const { holder, audience, purpose } = grant;
  await recordAudit(work, grantCreation.of(grant.id, { holder, audience, purpose }));
  return { grant, token };
}

/** Problems of the end of a grant. */
export function endProblems(expiresAt: Date): Problem[] {
  return expiryProblems(expiresAt, 'A grant', MAX_DAYS);
}

/** A grant that names nothing would open every passport. */
function extentProblems({ dppId, productId, schemaId }: GrantDraft): Problem[] {
  if (schemaId !== null) return schemaProblems(schemaId, ['schema']);
  if (dppId !== null || productId !== null) return [];
  return [problem([], 'REQUIRED', 'Name at least one of dpp, product and schema.')];
}

/** Ends a grant at once. */
export async function revokeDppAccess(work: AuditedTx, id: string): Promise<DppGrant> {
  const grant = orNotFound('The grant', await grants.lock(work, { by: 'id', value: id }));
  if (grant.revokedAt !== null)
    throw new ApiError('CONFLICT', 'The grant is revoked already.', {
      state: 'REVOKED',
      allowed: [],
    });
  const revoked = await endGrant(work, id, new Date());
  const { holder, audience } = revoked;
  await recordAudit(work, grantRevocation.of(id, { holder, audience }));
  return revoked;
}

/**
 * The audience that a token opens for a passport, and the record of this use; undefined if the token is unknown,
 * expired or revoked, or of other passports.
 */
export async function audienceOfToken(
  tenant: TenantDb,
  token: string,
  dpp: Pick<Dpp, 'id' | 'productId' | 'schemaId'>,
): Promise<GrantedAudience | undefined> {
  const tokenHash = hashOfToken('dpg', token);
  const { organizationId, environment } = tenant.scope;
  const grant = tokenHash && (await findGrantByToken(tenant.db, tokenHash));
  if (grant === undefined || grant.organizationId !== organizationId) return undefined;
  if (grant.environment !== environment || !opens(grant, dpp)) return undefined;
  await insertGrantUse(tenant, grant.id, dpp.id);
  return grant.audience;
}

/** A grant without a passport, product and schema would open everything; none is made. */
function opens(
  { dppId, productId, schemaId }: DppGrant,
  dpp: Pick<Dpp, 'id' | 'productId' | 'schemaId'>,
): boolean {
  if (dppId === null && productId === null && schemaId === null) return false;
  return (
    (dppId === null || dppId === dpp.id) &&
    (productId === null || productId === dpp.productId) &&
    (schemaId === null || schemaId === dpp.schemaId)
  );
}
