import type { Caller } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Permission } from './permissions.ts';
import { includesTier, type Tier } from './tiers.ts';

/** Requirements on a caller; both parts may be absent. */
export type Requirement = { readonly tier?: Tier; readonly permission?: Permission };

/**
 * Throws FORBIDDEN if the caller's tier or permissions are too low; `what` names the requested
 * element.
 */
export function assertAllowed(caller: Caller, required: Requirement, what: string): void {
  if (required.tier !== undefined && !includesTier(caller.tier, required.tier)) {
    throw new ApiError(
      'FORBIDDEN',
      `${what} requires the ${required.tier} tier; this key has ${caller.tier}.`,
      { requiredTier: required.tier },
    );
  }
  if (required.permission !== undefined && !caller.permissions.has(required.permission)) {
    throw new ApiError('FORBIDDEN', `${what} requires the permission ${required.permission}.`, {
      requiredPermission: required.permission,
    });
  }
}
