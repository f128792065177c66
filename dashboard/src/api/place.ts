import { useParams, useRouteContext } from '@tanstack/react-router';
import type { Place } from './request.ts';
import { type Membership, type Permission, type Session, TIERS, type Tier } from './session.ts';

/** Organization and world that the address names. */
export function usePlace(): Place {
  return useParams({ from: '/app/$organization/$world' });
}

export function useSession(): Session {
  return useRouteContext({ from: '/app/$organization/$world' }).session;
}

/** The person's place in this organization; undefined if they are no member of it. */
export function useMembership(): Membership | undefined {
  const { organization } = usePlace();
  return useSession().organizations.find(({ id }) => id === organization);
}

/** True if the organization has what a tier has; the sandbox has it all. */
export function useHasTier(tier: Tier): boolean {
  const { world } = usePlace();
  const own = useMembership()?.tier ?? 'FREE';
  return world === 'sandbox' || TIERS.indexOf(own) >= TIERS.indexOf(tier);
}

/** True if the person's role has the permission and the organization what the tier has. */
export function useAllowed(permission: Permission, tier: Tier): boolean {
  const may = useMay(permission);
  return useHasTier(tier) && may;
}

/** True if the person's role has the permissions: a page offers nothing that the service would refuse. */
export function useMay(...permissions: readonly Permission[]): boolean {
  const membership = useMembership();
  return permissions.every((each) => membership?.permissions.includes(each) === true);
}
