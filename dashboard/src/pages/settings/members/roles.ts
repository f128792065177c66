import { useMembership } from '../../../api/place.ts';
import type { Role } from '../../../api/session.ts';

export const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'];

/** The roles that this person may give, change and take: only owners decide on owners. */
export function useGivenRoles(): readonly Role[] {
  const isOwner = useMembership()?.role === 'OWNER';
  return isOwner ? ROLES : ROLES.filter((role) => role !== 'OWNER');
}
