import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import { isPermission, type Permission } from '../../rules/access/permissions.ts';
import type { Caller, KeyIdentity } from '../../rules/context.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { stateOf, tierOfKey } from './model.ts';
import { digestOf, environmentOfSecret } from './secret.ts';
import {
  findKeyByDigest,
  type KeyOwner,
  type KeyUse,
  replaceDigest,
  writeKeyUses,
} from './store.ts';

/** A revoked key is refused everywhere within a second, so nothing found is trusted for longer. */
const TRUST_MS = 900;
const MAX_CACHED_KEYS = 20_000;
const WRITE_USES_EVERY_MS = 20_000;

/** At a host of its own the sandbox has both paths, so that the one of LIVE alone would lead back to it. */
function placeOf(environment: Environment, url: string, sandboxHost: string | undefined): string {
  const [path = ''] = url.replace(/^\/sandbox(?=\/)/, '').split('?');
  if (environment === 'SANDBOX') return `/sandbox${path}`;
  return sandboxHost === undefined ? path : `${path} at another host than ${sandboxHost}`;
}

export type KeyLookup = {
  /** The caller behind the key of a request to a URL of the environment, or a refusal. */
  readonly identify: (
    secret: string | undefined,
    environment: Environment,
    url: string,
  ) => Promise<Caller> | Caller;
  readonly close: () => Promise<void>;
};

type CachedKey = {
  readonly environment: Environment;
  /** A promise until it is found: most requests need not wait. */
  owner: Promise<KeyOwner | undefined> | KeyOwner | undefined;
};

/**
 * Looks keys up, remembers them for a moment, and notes in batches when they were last used. The first pepper is the
 * current one; a key that is known under an earlier one is taken over.
 */
export function createKeyLookup(
  db: Db,
  peppers: readonly Buffer[],
  onError: (error: unknown) => void,
  sandboxHost?: string,
): KeyLookup {
  /** By the secret itself, which the requests that bring it have in memory as well; not for longer. */
  const cached = new LRUCache<string, CachedKey>({
    max: MAX_CACHED_KEYS,
    ttl: TRUST_MS,
    // By default it remembers the time for a millisecond, with a timer for each, which costs more than to look.
    ttlResolution: 0,
  });
  const uses = new Map<string, KeyUse>();

  const writeUses = async (): Promise<void> => {
    const batch = [...uses.values()];
    uses.clear();
    if (batch.length > 0) await writeKeyUses(db, batch);
  };
  const timer = setInterval(() => void writeUses().catch(onError), WRITE_USES_EVERY_MS).unref();
  const purging = setInterval(() => cached.purgeStale(), TRUST_MS).unref();

  /** Undefined for a text that cannot be a key: no look-up happens. */
  const lookUp = (secret: string): CachedKey | undefined => {
    const known = cached.get(secret);
    if (known !== undefined) return known;
    const environment = environmentOfSecret(secret);
    if (environment === undefined) return undefined;
    const owner = findOwner(db, peppers, secret);
    const found: CachedKey = { environment, owner };
    cached.set(secret, found);
    owner.then(
      (known) => {
        found.owner = known;
      },
      () => cached.delete(secret),
    );
    return found;
  };

  const callerBehind = (owner: KeyOwner | undefined): Caller => {
    const now = new Date();
    assertActive(owner, now);
    const caller = callerOf(owner);
    uses.set(owner.id, { scope: caller.scope, keyId: owner.id, at: now });
    return caller;
  };

  return {
    identify: (secret, environment, url) => {
      if (secret === undefined || secret === '') {
        throw new ApiError(
          'UNAUTHENTICATED',
          'Authentication is required: give a valid API key in the header X-API-Key.',
        );
      }
      const found = lookUp(secret);
      if (found === undefined) throw invalidKey(NOT_VALID);
      if (found.environment !== environment) {
        throw invalidKey(
          `This key is for the ${found.environment} environment; send it to ${placeOf(found.environment, url, sandboxHost)}.`,
          'WRONG_ENVIRONMENT',
        );
      }
      const { owner } = found;
      return owner instanceof Promise ? owner.then(callerBehind) : callerBehind(owner);
    },
    close: async () => {
      clearInterval(timer);
      clearInterval(purging);
      await writeUses();
    },
  };
}

async function findOwner(
  db: Db,
  peppers: readonly Buffer[],
  secret: string,
): Promise<KeyOwner | undefined> {
  const digests = peppers.map((pepper) => digestOf(secret, pepper));
  const [digest] = digests;
  const owner = await findKeyByDigest(db, digests);
  if (owner !== undefined && digest !== undefined && !owner.isCurrent) {
    const { organizationId, environment, id } = owner;
    await replaceDigest({ db, scope: { organizationId, environment } }, id, digest);
  }
  return owner;
}

/** The same for all keys that are unknown, so that it does not say why. */
const NOT_VALID =
  'The API key is not valid: copy it whole, as this service has shown it (sk_live_tw_… or sk_sandbox_tw_…).';

function assertActive(owner: KeyOwner | undefined, now: Date): asserts owner is KeyOwner {
  if (owner === undefined) throw invalidKey(NOT_VALID);
  const state = stateOf(owner, now);
  if (state === 'REVOKED') throw invalidKey('The API key was revoked; use another one.', 'REVOKED');
  if (state === 'EXPIRED') throw invalidKey('The API key has expired; use another one.', 'EXPIRED');
}

const CALLERS = new WeakMap<KeyOwner, Caller>();

function callerOf(owner: KeyOwner): Caller {
  const known = CALLERS.get(owner);
  if (known !== undefined) return known;
  const tier = tierOfKey(owner, owner.organizationTier);
  const custom = tier === owner.organizationTier ? owner.organizationRequestsPerMinute : null;
  const caller: Caller = {
    scope: { organizationId: owner.organizationId, environment: owner.environment },
    identity: {
      kind: 'KEY',
      id: owner.id,
      name: owner.name,
      last4: owner.last4,
      createdAt: owner.createdAt,
      lastUsedAt: owner.lastUsedAt,
      expiresAt: owner.expiresAt,
      maker: makerOf(owner),
    },
    windowId: owner.windowId,
    sharedWindowId: `${owner.organizationId} ${owner.environment} ${tier}`,
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

function makerOf({ madeBy, makerName, makerEmail }: KeyOwner): KeyIdentity['maker'] {
  if (madeBy === null || makerName === null || makerEmail === null) return null;
  return { id: madeBy, name: makerName, email: makerEmail };
}

function invalidKey(message: string, reason?: string): ApiError {
  return new ApiError('INVALID_API_KEY', message, reason === undefined ? {} : { reason });
}
