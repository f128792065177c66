import type { TenantDb, TenantTx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { DEFAULT_PERMISSIONS, type Permission } from '../../rules/access/permissions.ts';
import { includesTier, type Tier } from '../../rules/access/tiers.ts';
import type { Caller } from '../../rules/context.ts';
import { ApiError, badInput, notFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { graceProblems, problem } from '../../rules/inputs/problems.ts';
import { assertTransition } from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { lockOrganization } from '../accounts/index.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { keyCreation, keyRevocation, keyRotation } from './audit.ts';
import { apiKeyCreated, apiKeyRevoked, apiKeyRotated } from './events.ts';
import { type ApiKey, KEY_TRANSITIONS, type KeyState, stateOf, tierOfKey } from './model.ts';
import { digestOf, newSecret } from './secret.ts';
import { apiKeys, countActiveKeys, insertKey, updateKey } from './store.ts';

export const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_NAME = 200;

/**
 * Upper bound for a new key: tier and permissions of its creator. The operator at the command line
 * has all.
 */
type KeyCreator = Pick<Caller, 'identity' | 'permissions' | 'tier'>;

type NewKey = {
  readonly name: string;
  readonly tier: Tier | null;
  readonly permissions: readonly Permission[] | null;
  readonly expiresAt: Date | null;
};

/** A key and, this one time, its value. */
export type IssuedKey = { readonly apiKey: ApiKey; readonly secret: string };

export async function createKey(
  work: AuditedTx,
  pepper: Buffer,
  maker: KeyCreator | undefined,
  wanted: NewKey,
): Promise<IssuedKey> {
  const permissions = [...new Set(wanted.permissions ?? DEFAULT_PERMISSIONS)].filter(
    (permission) =>
      wanted.permissions !== null || maker === undefined || maker.permissions.has(permission),
  );
  const problems = keyProblems(wanted);
  if (problems.length > 0) throw badInput(problems);
  if (maker !== undefined) assertNoEscalation(maker, wanted.tier ?? maker.tier, permissions);
  const organization = await lockOrganization(work.db, work.scope.organizationId);
  if (
    work.scope.environment === 'LIVE' &&
    wanted.tier !== null &&
    !includesTier(organization.tier, wanted.tier)
  ) {
    throw new ApiError(
      'FORBIDDEN',
      `A live key cannot have a higher tier (${wanted.tier}) than its organization (${organization.tier}).`,
      { requiredTier: wanted.tier },
    );
  }
  await assertKeyLimit(work, organization.tier);
  const issued = await issue(work, pepper, {
    ...wanted,
    windowId: newUuid(),
    madeBy: personOf(maker),
    tier: wanted.tier ?? maker?.tier ?? null,
    permissions,
  });
  const { id, name, tier } = issued.apiKey;
  await recordEvents(work, apiKeyCreated.of(id, {}));
  await recordAudit(work, keyCreation.of(id, { name, tier, permissions }));
  return issued;
}

/** Problems of the values of a new key. */
export function keyProblems({ name, expiresAt }: Partial<NewKey>): Problem[] {
  const problems: Problem[] = [];
  if (name !== undefined && (name.trim() === '' || name.length > MAX_NAME)) {
    const message = `The name has 1 to ${MAX_NAME} characters.`;
    problems.push(problem(['name'], 'OUT_OF_RANGE', message));
  }
  if (expiresAt && expiresAt <= new Date()) {
    const message = 'The key would have expired already.';
    problems.push(problem(['expiresAt'], 'IN_THE_PAST', message));
  }
  return problems;
}

type Rotation = { readonly id: string; readonly gracePeriodSeconds: number };

/**
 * Creates a key with the properties of the old one, which works until its grace period ends. The
 * caller learns the value of the new key, so it may not exceed the caller's rights.
 */
export async function rotateKey(
  work: AuditedTx,
  pepper: Buffer,
  maker: KeyCreator | undefined,
  { id, gracePeriodSeconds }: Rotation,
): Promise<IssuedKey & { readonly previous: ApiKey }> {
  const organization = await lockOrganization(work.db, work.scope.organizationId);
  const key = await keyForStep(work, id, 'EXPIRING');
  const problems = graceProblems(gracePeriodSeconds, ['gracePeriodSeconds']);
  if (problems.length > 0) throw badInput(problems);
  if (maker !== undefined)
    assertNoEscalation(maker, tierOfKey(key, organization.tier), key.permissions);
  const now = new Date();
  const graceEnd = new Date(now.getTime() + gracePeriodSeconds * 1000);
  const expiresAt = key.expiresAt !== null && key.expiresAt < graceEnd ? key.expiresAt : graceEnd;
  const issued = await issue(work, pepper, { ...key, madeBy: personOf(maker) ?? key.madeBy });
  const previous = await updateKey(work, id, { rotatedAt: now, expiresAt });
  const event = apiKeyRotated.of(issued.apiKey.id, {
    previousApiKeyId: encodeId('apiKey', id),
    previousExpiresAt: expiresAt.toISOString(),
  });
  await recordEvents(work, event);
  const { name } = issued.apiKey;
  const previousApiKeyId = encodeId('apiKey', id);
  await recordAudit(
    work,
    keyRotation.of(issued.apiKey.id, { name, previousApiKeyId, gracePeriodSeconds }),
  );
  return { ...issued, previous };
}

/** Ends a key. Every process notices within a second. */
export async function revokeKey(work: AuditedTx, id: string): Promise<ApiKey> {
  await keyForStep(work, id, 'REVOKED');
  const revoked = await updateKey(work, id, { revokedAt: new Date() });
  await recordEvents(work, apiKeyRevoked.of(id, {}));
  await recordAudit(work, keyRevocation.of(id, { name: revoked.name }));
  return revoked;
}

async function issue(
  work: TenantTx,
  pepper: Buffer,
  key: Pick<ApiKey, 'name' | 'tier' | 'permissions' | 'expiresAt' | 'windowId' | 'madeBy'>,
): Promise<IssuedKey> {
  const secret = newSecret(work.scope.environment);
  const { name, tier, permissions, expiresAt, windowId, madeBy } = key;
  const apiKey = await insertKey(work, {
    id: newUuid(),
    name,
    tier,
    permissions,
    digest: digestOf(secret, pepper),
    last4: secret.slice(-4),
    expiresAt,
    windowId,
    madeBy,
  });
  return { apiKey, secret };
}

function personOf(maker: KeyCreator | undefined): string | null {
  return maker?.identity.kind === 'PERSON' ? maker.identity.id : null;
}

/** Locks a key, so that of several requests at a time one takes the step. */
async function keyForStep(work: TenantTx, id: string, next: KeyState): Promise<ApiKey> {
  const key = await apiKeys.lock(work, { by: 'id', value: id });
  if (key === undefined) throw notFound('The API key');
  assertTransition('The API key', stateOf(key, new Date()), next, KEY_TRANSITIONS);
  return key;
}

async function assertKeyLimit(tenant: TenantDb, tier: Tier): Promise<void> {
  const { activeKeys } = TIER_LIMITS[tier];
  if ((await countActiveKeys(tenant)) < activeKeys) return;
  throw new ApiError(
    'CONFLICT',
    `The ${tier} tier has ${activeKeys} active keys per environment, and all are in use; revoke one first.`,
    { activeKeys },
  );
}

function assertNoEscalation(
  maker: KeyCreator,
  tier: Tier,
  permissions: readonly Permission[],
): void {
  if (!includesTier(maker.tier, tier)) {
    throw new ApiError(
      'FORBIDDEN',
      `A key cannot make one of a higher tier (${tier}) than its own (${maker.tier}).`,
      {
        requiredTier: tier,
      },
    );
  }
  const missing = permissions.find((permission) => !maker.permissions.has(permission));
  if (missing !== undefined) {
    throw new ApiError(
      'FORBIDDEN',
      `A key cannot give the permission ${missing}, which it does not have.`,
      {
        requiredPermission: missing,
      },
    );
  }
}
