import { hash } from 'node:crypto';
import type { Caller } from '../../graphql/context.ts';
import { Refusal } from '../../graphql/refusal.ts';
import { isPermission, type Permission } from '../../graphql/tiers.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { stateOf, tierOfKey } from './model.ts';
import { digestOf, environmentOfSecret } from './secret.ts';
import { findKeyByDigest, type KeyOwner, type KeyUse, writeKeyUses } from './store.ts';

/** A revoked key is refused everywhere within a second, so nothing found is trusted for longer. */
const TRUST_MS = 900;
const MAX_REMEMBERED = 20_000;
const WRITE_USES_EVERY_MS = 20_000;

const ENDPOINTS: Readonly<Record<Environment, string>> = {
  LIVE: '/graphql',
  SANDBOX: '/sandbox/graphql',
};

export type KeyRing = {
  /** The caller behind a key, or a refusal. */
  readonly identify: (secret: string | undefined, environment: Environment) => Promise<Caller>;
  readonly close: () => Promise<void>;
};

/** Looks keys up, remembers them for a moment, and notes in batches when they were last used. */
export function createKeyRing(db: Db, pepper: Buffer, onError: (error: unknown) => void): KeyRing {
  const remembered = new Map<
    string,
    { readonly owner: Promise<KeyOwner | undefined>; readonly until: number }
  >();
  const uses = new Map<string, KeyUse>();

  const writeUses = async (): Promise<void> => {
    const batch = [...uses.values()];
    uses.clear();
    if (batch.length > 0) await writeKeyUses(db, batch);
  };
  const timer = setInterval(() => void writeUses().catch(onError), WRITE_USES_EVERY_MS).unref();

  const ownerOf = (secret: string): Promise<KeyOwner | undefined> => {
    // Only its hash is remembered: a plain one, a tenth of the digest's cost, never leaves the memory.
    const name = hash('sha256', secret, 'base64');
    const now = performance.now();
    const known = remembered.get(name);
    if (known !== undefined && known.until > now) return known.owner;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const owner = findKeyByDigest(db, digestOf(secret, pepper));
    remembered.set(name, { owner, until: now + TRUST_MS });
    owner.catch(() => remembered.delete(name));
    return owner;
  };

  return {
    identify: async (secret, environment) => {
      if (secret === undefined || secret === '') {
        throw new Refusal(
          'UNAUTHENTICATED',
          'Authentication is required: give a valid API key in the header X-API-Key.',
        );
      }
      const ownEnvironment = environmentOfSecret(secret);
      if (ownEnvironment === undefined) throw invalidKey('The API key is not valid.');
      if (ownEnvironment !== environment) {
        throw invalidKey(
          `This key is for the ${ownEnvironment} environment; send it to ${ENDPOINTS[ownEnvironment]}.`,
          'WRONG_ENVIRONMENT',
        );
      }
      const owner = await ownerOf(secret);
      if (owner === undefined) throw invalidKey('The API key is not valid.');
      const now = new Date();
      const state = stateOf(owner, now);
      if (state === 'REVOKED')
        throw invalidKey('The API key was revoked; use another one.', 'REVOKED');
      if (state === 'EXPIRED')
        throw invalidKey('The API key has expired; use another one.', 'EXPIRED');
      const caller = callerOf(owner);
      uses.set(owner.id, { scope: caller.scope, keyId: owner.id, at: now });
      return caller;
    },
    close: async () => {
      clearInterval(timer);
      await writeUses();
    },
  };
}

const CALLERS = new WeakMap<KeyOwner, Caller>();

function callerOf(owner: KeyOwner): Caller {
  const known = CALLERS.get(owner);
  if (known !== undefined) return known;
  const tier = tierOfKey(owner, owner.organizationTier);
  const custom = tier === owner.organizationTier ? owner.organizationRequestsPerMinute : null;
  const caller: Caller = {
    scope: { organizationId: owner.organizationId, environment: owner.environment },
    key: owner,
    tier,
    permissions: new Set<Permission>(owner.permissions.filter(isPermission)),
    organization: {
      id: owner.organizationId,
      name: owner.organizationName,
      tier: owner.organizationTier,
    },
    requestsPerMinute: custom ?? TIER_LIMITS[tier].requestsPerMinute,
  };
  CALLERS.set(owner, caller);
  return caller;
}

function invalidKey(message: string, reason?: string): Refusal {
  return new Refusal('INVALID_API_KEY', message, reason === undefined ? {} : { reason });
}
