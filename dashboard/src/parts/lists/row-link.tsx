import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { Place } from '../../api/request.ts';

/** Pages of one object, as their addresses begin. */
type ObjectPage =
  | 'assets/batches'
  | 'customers'
  | 'factors'
  | 'imports'
  | 'orders'
  | 'partners/exchanges'
  | 'passports'
  | 'passports/jobs'
  | 'products'
  | 'products/footprints'
  | 'scenarios'
  | 'supply-chains'
  | 'webhooks';

/**
 * A link of one row to the page of its object. A `Link` of the router watches the address and works out
 * its target again with every change, which is work for each row of a list.
 */
export function RowLink({
  place: { organization, world },
  page,
  id,
  children,
}: {
  readonly place: Place;
  readonly page: ObjectPage;
  readonly id: string;
  readonly children: ReactNode;
}) {
  const router = useRouter();
  const href = `/app/${organization}/${world}/${page}/${encodeURIComponent(id)}`;
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a className="strong" href={href} onClick={follow}>
      {children}
    </a>
  );
}
