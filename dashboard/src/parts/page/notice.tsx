import { CircleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Failure, mayPass } from '../../api/session.ts';
import type { Task } from '../../api/use-task.ts';
import { rich, t } from '../../language.ts';
import { ServiceText } from '../service-text/service-text.tsx';
import { wordsOf } from '../texts/format.ts';
import { CopyLink } from './copy.tsx';

/** The tier or permission that a refused request needs, as a sentence; undefined for other failures. */
export function needOf(error: Error): string | undefined {
  if (!(error instanceof Failure)) return undefined;
  const { requiredTier, requiredPermission } = error.needs;
  if (requiredTier !== undefined) return t('This needs the tier {tier}.', { tier: requiredTier });
  if (requiredPermission === undefined) return undefined;
  return permissionNeed(requiredPermission);
}

/** A permission that a page needs, as a sentence. */
export function permissionNeed(permission: string): string {
  return t('This needs the permission “{permission}”: ask an owner for a role that has it.', {
    permission: wordsOf(permission),
  });
}

/** False for an ended session and a change by somebody else: the person goes on alone. */
function needsReport({ code, needs }: Failure): boolean {
  return code !== 'UNAUTHENTICATED' && needs.currentVersion === undefined;
}

/** A failure, with the request id to quote. */
export function FailureNotice({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}) {
  const requestId = error instanceof Failure && needsReport(error) ? error.requestId : undefined;
  return (
    <div className="notice danger" role="alert">
      <CircleAlert />
      <div className="stack-2">
        <p>
          <FailureText error={error} />
        </p>
        {requestId !== undefined && (
          <p className="small">
            {t('Request')} <span className="code">{requestId}</span> <CopyLink text={requestId} />
          </p>
        )}
        {onRetry !== undefined && (
          <p>
            <button type="button" onClick={onRetry}>
              {t('Try again')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function FailureText({ error }: { readonly error: Error }) {
  if (!(error instanceof Failure)) return error.message;
  const { requestId, code, needs } = error;
  if (code === 'UNAUTHENTICATED')
    return rich(
      'Your session has ended; what you entered is still here. <link>Sign in in another tab</link>, then try again.',
      { link: (text) => <OtherTab href="/sign-in">{text}</OtherTab> },
    );
  if (needs.currentVersion !== undefined)
    return rich(
      'Somebody changed this after you opened it; what you entered is still here. <link>Open the present state in another tab</link>, and repeat your change there.',
      { link: (text) => <OtherTab href={window.location.href}>{text}</OtherTab> },
    );
  if (code === 'TIMEOUT') return t('The service took too long to answer. Try again in a moment.');
  const need = needOf(error);
  if (need !== undefined) return need;
  // A failure without a request id is not of the service, but of the page or the network.
  return requestId === undefined ? error.message : <ServiceText>{error.message}</ServiceText>;
}

function OtherTab({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** Says why a task failed, and offers it again if it may succeed later: a form with what its fields hold by then. */
export function TaskFailure({
  task: { error, retry },
}: {
  readonly task: Pick<Task<never>, 'error' | 'retry'>;
}) {
  if (error === undefined) return null;
  const again = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) =>
    form === null ? retry() : form.requestSubmit();
  const isPassing = error instanceof Failure && mayPass(error.code);
  return <FailureNotice error={error} onRetry={isPassing ? again : undefined} />;
}

/** Lines of the shape of what is coming, after a third of a second. */
export function Loading() {
  return (
    <div className="stack" aria-busy="true">
      <span className="visually-hidden">{t('Loading')}</span>
      <div className="skeleton" style={{ width: '40%' }} />
      <div className="skeleton" />
      <div className="skeleton" style={{ width: '70%' }} />
    </div>
  );
}
