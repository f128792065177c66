import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/database/index.ts';
import type { Scope } from '../../../platform/scope.ts';
import { ApiError, badInput, orNotFound, type Problem } from '../../../rules/api-error.ts';
import { recordAudit } from '../../../rules/audit.ts';
import { problem, textProblems } from '../../../rules/problems.ts';
import type { AuditedTx } from '../../../rules/work.ts';
import { grantCreation, grantRevocation } from '../audit.ts';
import { personalDataProblem } from '../content/personal-data.ts';
import type { Dpp, GrantedAudience } from '../model.ts';
import {
  type DppGrant,
  endGrant,
  findGrantByToken,
  type GrantDraft,
  grants,
  insertGrant,
  insertGrantUse,
} from './store.ts';

const TOKEN_FORM = /^dpg_[\w-]{43}$/;
const DAY_MS = 86_400_000;
/** Longest grant: it is made again rather than forgotten. */
const MAX_DAYS = 2 * 366;

/** Grants a holder the fields of an audience; the token is shown once. */
export async function grantDppAccess(
  work: AuditedTx,
  draft: GrantDraft,
  expiresAt: Date,
): Promise<{ readonly grant: DppGrant; readonly token: string }> {
  const problems = [
    ...textProblems(draft.purpose, ['purpose'], 255),
    ...textProblems(draft.holder, ['holder'], 255),
    ...personalProblems({ purpose: draft.purpose, holder: draft.holder }),
    ...expiryProblems(expiresAt),
  ];
  if (problems.length > 0) throw badInput(problems);
  const token = `dpg_${randomBytes(32).toString('base64url')}`;
  const grant = await insertGrant(work.tx, work.scope, draft, hashOfToken(token), expiresAt);
  const { holder, audience, purpose } = grant;
  await recordAudit(work, grantCreation.of(grant.id, { holder, audience, purpose }));
  return { grant, token };
}

function personalProblems(texts: Readonly<Record<string, string>>): Problem[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const fault = personalDataProblem(text);
    return fault === undefined ? [] : [problem([name], 'PERSONAL_DATA', fault)];
  });
}

function expiryProblems(expiresAt: Date): Problem[] {
  const days = (expiresAt.getTime() - Date.now()) / DAY_MS;
  if (days <= 0) return [problem(['expiresAt'], 'IN_THE_PAST', 'The end must be in the future.')];
  if (days <= MAX_DAYS) return [];
  return [problem(['expiresAt'], 'OUT_OF_RANGE', `A grant lasts ${MAX_DAYS} days at most.`)];
}

/** Ends a grant at once. */
export async function revokeDppAccess(work: AuditedTx, id: string): Promise<DppGrant> {
  const { tx, scope } = work;
  const grant = orNotFound('The grant', await grants.lock(tx, scope, { by: 'id', value: id }));
  if (grant.revokedAt !== null)
    throw new ApiError('CONFLICT', 'The grant is revoked already.', {
      state: 'REVOKED',
      allowed: [],
    });
  const revoked = await endGrant(tx, scope, id, new Date());
  const { holder, audience } = revoked;
  await recordAudit(work, grantRevocation.of(id, { holder, audience }));
  return revoked;
}

/**
 * The audience that a token opens for a passport, and the record of this use; undefined if the token is unknown,
 * expired or revoked, or of other passports.
 */
export async function audienceOfToken(
  db: Db,
  token: string,
  scope: Scope,
  dpp: Pick<Dpp, 'id' | 'productId' | 'schemaId'>,
): Promise<GrantedAudience | undefined> {
  if (!TOKEN_FORM.test(token)) return undefined;
  const grant = await findGrantByToken(db, hashOfToken(token));
  if (grant === undefined || grant.organizationId !== scope.organizationId) return undefined;
  if (grant.environment !== scope.environment || !opens(grant, dpp)) return undefined;
  await insertGrantUse(db, scope, grant.id, dpp.id);
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

function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
