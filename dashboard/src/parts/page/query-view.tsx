import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePlace } from '../../api/place.ts';
import { Failure } from '../../api/session.ts';
import { ServiceText } from '../service-text/service-text.tsx';
import { FailureNotice, Loading, needOf } from './notice.tsx';
import { TryInSandbox } from './tier-notice.tsx';

type Query<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
};

/**
 * The states of everything that is loaded: skeleton, error with Retry, not allowed, and the data. A failed refetch
 * keeps the earlier data under its error.
 */
export function QueryView<Data>({
  query,
  purpose,
  children,
}: {
  readonly query: Query<Data>;
  /** One sentence about the page, for a person who may not see its content. */
  readonly purpose: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error } = query;
  if (isNotAllowed(error)) return <NotAllowed purpose={purpose} error={error} />;
  return (
    <>
      {error !== null && <FailureNotice error={error} onRetry={() => void query.refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && children(data)}
    </>
  );
}

/** True if the person may not see what was asked for: then its filters and actions are of no use either. */
export function isNotAllowed(error: Error | null): error is Failure {
  return error instanceof Failure && error.code === 'FORBIDDEN';
}

function NotAllowed({ purpose, error }: { readonly purpose: string; readonly error: Failure }) {
  const { world } = usePlace();
  const need = needOf(error);
  return (
    <div className="notice">
      <Lock />
      <div className="stack-2">
        <p>{purpose}</p>
        <p className="quiet">{need ?? <ServiceText>{error.message}</ServiceText>}</p>
        {world === 'live' && error.needs.requiredTier !== undefined && <TryInSandbox />}
      </div>
    </div>
  );
}
