import type { ReactNode } from 'react';
import { useMay } from '../../api/place.ts';
import type { Permission } from '../../api/session.ts';

/** Shows an action only to people whose role may do it: the service would refuse the others. */
export function Allowed({
  permission,
  otherwise,
  children,
}: {
  readonly permission: Permission;
  /** Shown to the others. */
  readonly otherwise?: ReactNode;
  readonly children: ReactNode;
}) {
  return useMay(permission) ? children : otherwise;
}
