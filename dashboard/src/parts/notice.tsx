import { CircleAlert } from 'lucide-react';
import { Failure } from '../session.ts';

/** What failed, with the request id to quote. */
export function FailureNotice({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry?: () => void;
}) {
  const requestId = error instanceof Failure ? error.requestId : undefined;
  return (
    <div className="notice danger" role="alert">
      <CircleAlert size={18} strokeWidth={1.6} aria-hidden />
      <div className="stack-2">
        <p>{error.message}</p>
        {requestId !== undefined && (
          <p className="small">
            Request <span className="code">{requestId}</span>
          </p>
        )}
        {onRetry !== undefined && (
          <p>
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Lines of the shape of what is coming, after a third of a second. */
export function Loading() {
  return (
    <div className="stack" aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <div className="skeleton" style={{ width: '40%' }} />
      <div className="skeleton" />
      <div className="skeleton" style={{ width: '70%' }} />
    </div>
  );
}
