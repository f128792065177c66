import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { Failure, fetchSession, send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { FailureNotice } from '../page/notice.tsx';

type Props = {
  /** Page that the provider leads back to; refusals lead to `failedAt` with `?error=`. */
  readonly doneAt: string;
  readonly failedAt: string;
  /** Code of a refusal, from the address. */
  readonly error: string | undefined;
  /** Secret of the invitation that lets a new person in. */
  readonly invitation?: string;
  /** True if the signed-in person connects the provider to the account. */
  readonly isConnecting?: boolean;
};

/** A button that leads to the identity provider; nothing if the service has none. */
export function SingleSignOn({ doneAt, failedAt, error, invitation, isConnecting }: Props) {
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  const name = session.data?.singleSignOn?.name;
  const leave = useTask(async (_: undefined) => {
    const { url } = await send<{ url: string }>(
      isConnecting === true ? '/app/auth/link-social' : '/app/auth/sign-in/social',
      {
        provider: 'oidc',
        callbackURL: doneAt,
        errorCallbackURL: failedAt,
        ...(invitation === undefined ? {} : { additionalData: { invitation } }),
      },
    );
    window.location.assign(url);
  });
  if (name === undefined) return null;
  const refusal = error === undefined ? undefined : new Failure(reasonOf(error, name));
  const failure = leave.error ?? refusal;
  return (
    <>
      {failure !== undefined && <FailureNotice error={failure} />}
      <button type="button" disabled={leave.isRunning} onClick={() => void leave.run(undefined)}>
        <LogIn /> {isConnecting === true ? t('Connect') : t('Continue with')} {name}
      </button>
    </>
  );
}

/** Refusals of a sign-in by the provider, each with what to do. */
function reasonOf(code: string, name: string): string {
  return (
    {
      access_denied: t('You cancelled the sign-in at {name}.', { name }),
      account_not_linked: t(
        'There is an account with this address already. Sign in with its password, then connect {name} under Settings, Security.',
        { name },
      ),
      account_already_linked_to_different_user: t(
        'This account of {name} belongs to another person here.',
        { name },
      ),
      email_does_not_match: t('The address at {name} is not that of your account here.', { name }),
      email_not_verified: t(
        '{name} has not verified your address. Verify it there, then try again.',
        { name },
      ),
      invitation_closed: t('This invitation was used, revoked or has expired: ask for a new one.'),
      invitation_of_another: t('This invitation is for another address.'),
      signup_disabled: t(
        'You have no account here. People join by invitation: ask an owner for one, then open its link.',
      ),
      state_mismatch: t('The sign-in took too long or began in another window. Try again.'),
    }[code] ??
    t('The sign-in at {name} failed ({code}). Try again, or ask your operator.', { name, code })
  );
}
