import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { hasPasskeys, signInByPasskey } from '../../api/passkeys.ts';
import { fetchSession, send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { rich, t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { submit } from '../../parts/forms/form.ts';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { SingleSignOn } from '../../parts/people/single-sign-on.tsx';

/** An address from outside must not choose where people land. */
const OWN_PAGE = /^\/app\/org_[0-9a-z]+\//;

export function SignIn() {
  const { to, error } = useSearch({ from: '/sign-in' });
  const target = to !== undefined && OWN_PAGE.test(to) ? to : '/';
  const [needsCode, setNeedsCode] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = async () => {
    await queries.fetchQuery({ queryKey: ['session'], queryFn: fetchSession, staleTime: 0 });
    await navigate({ href: target });
  };
  return (
    <main className="door">
      <img src="/trackway.svg" alt="Trackway" width="48" height="48" />
      <div className="panel stack">
        <PageTitle>{needsCode ? t('Enter your code') : t('Sign in')}</PageTitle>
        {needsCode ? (
          <CodeForm onDone={enter} />
        ) : (
          <PasswordForm onDone={enter} onCode={() => setNeedsCode(true)} />
        )}
        {!needsCode && hasPasskeys() && <PasskeyButton onDone={enter} />}
        {!needsCode && <SingleSignOn doneAt={target} failedAt="/sign-in" error={error} />}
        {!needsCode && <Registration />}
      </div>
    </main>
  );
}

function Registration() {
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  if (session.data?.isSignUpOpen !== true) return null;
  return (
    <p className="quiet">
      {rich('New here? <link>Create an organization</link>.', {
        link: (text) => <Link to="/sign-up">{text}</Link>,
      })}
    </p>
  );
}

function PasswordForm({
  onDone,
  onCode,
}: {
  readonly onDone: () => Promise<void>;
  readonly onCode: () => void;
}) {
  const task = useTask(async (form: FormData) => {
    const { twoFactorRedirect } = await send<{ twoFactorRedirect?: boolean }>(
      '/app/auth/sign-in/email',
      { email: form.get('email'), password: form.get('password') },
    );
    if (twoFactorRedirect === true) onCode();
    else await onDone();
  });
  return (
    <form className="stack" onSubmit={(event) => submit(event, task.run)}>
      <TaskFailure task={task} />
      <Field
        label={t('E-mail address')}
        name="email"
        type="email"
        autoComplete="username"
        required
      />
      <Field
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <button type="submit" className="main" disabled={task.isRunning}>
        {t('Sign in')}
      </button>
      <Link to="/forgotten-password">{t('Forgotten your password?')}</Link>
    </form>
  );
}

function PasskeyButton({ onDone }: { readonly onDone: () => Promise<void> }) {
  const task = useTask(async (_: undefined) => {
    await signInByPasskey();
    await onDone();
  });
  return (
    <>
      <TaskFailure task={task} />
      <button type="button" disabled={task.isRunning} onClick={() => void task.run(undefined)}>
        <KeyRound /> {t('Use a passkey')}
      </button>
    </>
  );
}

function CodeForm({ onDone }: { readonly onDone: () => Promise<void> }) {
  const [isRecovery, setRecovery] = useState(false);
  const task = useTask(async (form: FormData) => {
    const code = String(form.get('code')).replaceAll(' ', '');
    await send(`/app/auth/two-factor/verify-${isRecovery ? 'backup-code' : 'totp'}`, { code });
    await onDone();
  });
  return (
    <form className="stack" onSubmit={(event) => submit(event, task.run)}>
      <TaskFailure task={task} />
      <Field
        label={isRecovery ? t('Recovery code') : t('Six digits of your authenticator')}
        name="code"
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        required
      />
      <button type="submit" className="main" disabled={task.isRunning}>
        {t('Continue')}
      </button>
      <button type="button" className="plain" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t('Use the authenticator') : t('Use a recovery code')}
      </button>
    </form>
  );
}
