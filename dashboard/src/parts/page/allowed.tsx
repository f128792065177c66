import type { ReactNode } from 'react';
import { useAllowed } from '../../api/place.ts';
import type { Permission, Tier } from '../../api/session.ts';

/** Shows an action only to people whose role and tier may do it: the service would refuse the others. */
export function Allowed({
  permission,
  tier = 'FREE',
  otherwise,
  children,
}: {
  readonly permission: Permission;
  /** The lowest tier that may do it. */
  readonly tier?: Tier;
  /** Shown to the others. */
  readonly otherwise?: ReactNode;
  readonly children: ReactNode;
}) {
  return useAllowed(permission, tier) ? children : otherwise;
}
