import type { Environment } from '../../platform/scope.ts';
import type { Permission } from '../../rules/access/permissions.ts';
import { includesTier, type Tier } from '../../rules/access/tiers.ts';
import type { Transitions } from '../../rules/mutations/preconditions.ts';

export type KeyState = 'ACTIVE' | 'EXPIRING' | 'EXPIRED' | 'REVOKED';

/** An API key as stored: all but the key itself. */
export type ApiKey = {
  readonly id: string;
  readonly environment: Environment;
  readonly name: string;
  readonly tier: Tier | null;
  readonly permissions: readonly Permission[];
  readonly last4: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly rotatedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The window that its requests count in; a rotated key and its successor share one. */
  readonly windowId: string;
  /** The person who made it in the dashboard. */
  readonly madeBy: string | null;
};

/** A rotated key is EXPIRING until its grace ends. */
export const KEY_TRANSITIONS: Transitions<KeyState> = {
  ACTIVE: ['EXPIRING', 'EXPIRED', 'REVOKED'],
  EXPIRING: ['REVOKED'],
  EXPIRED: [],
  REVOKED: [],
};

export function stateOf(
  key: Pick<ApiKey, 'expiresAt' | 'rotatedAt' | 'revokedAt'>,
  now: Date,
): KeyState {
  if (key.revokedAt !== null) return 'REVOKED';
  const hasEnded = key.expiresAt !== null && key.expiresAt <= now;
  if (key.rotatedAt !== null) return hasEnded ? 'REVOKED' : 'EXPIRING';
  return hasEnded ? 'EXPIRED' : 'ACTIVE';
}

/** The time from which a key is REVOKED; null if it is not. A rotated key is when its grace ends. */
export function revocationOf(
  key: Pick<ApiKey, 'expiresAt' | 'rotatedAt' | 'revokedAt'>,
  now: Date,
): Date | null {
  return key.revokedAt ?? (stateOf(key, now) === 'REVOKED' ? key.expiresAt : null);
}

/**
 * The tier of a key: in LIVE its own, but never above the organization's; in SANDBOX any, so that
 * everything can be tried before it is paid for.
 */
export function tierOfKey(key: Pick<ApiKey, 'tier' | 'environment'>, organizationTier: Tier): Tier {
  if (key.tier === null) return organizationTier;
  if (key.environment === 'SANDBOX' || includesTier(organizationTier, key.tier)) return key.tier;
  return organizationTier;
}
