import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../api/place.ts';

type Props = { readonly id: string; readonly className?: string; readonly children: ReactNode };

/** Leads to a factor. The footprint of a supplier is used like one, but is in no set of factors. */
export function FactorLink({ id, className, children }: Props) {
  const place = usePlace();
  if (!id.startsWith('fac_')) return <span className={className}>{children}</span>;
  return (
    <Link
      className={className}
      to="/app/$organization/$world/factors/$id"
      params={{ ...place, id }}
    >
      {children}
    </Link>
  );
}
