import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/session.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { submit } from '../../../parts/forms/form.ts';
import { TaskForm } from '../../../parts/forms/task-form.tsx';
import { FailureNotice, Loading, TaskFailure } from '../../../parts/page/notice.tsx';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { sinceOf } from '../../../parts/texts/format.ts';
import { SettingsPage } from '../settings-page.tsx';
import { ConnectedProvider } from './connected-provider.tsx';
import { EmailAddress } from './email-address.tsx';
import { Passkeys } from './passkeys.tsx';
import { QrCode } from './qr-code.tsx';

type SessionRow = {
  readonly id: string;
  readonly token: string;
  readonly updatedAt: string;
  readonly userAgent: string | null;
};

type Enrolment = { readonly totpURI: string; readonly backupCodes: readonly string[] };

/** Settings, Security: the person's own address, password, second factor and sessions. */
export function Security() {
  return (
    <>
      <PageTitle path={t('Settings')}>{t('Security')}</PageTitle>
      <SettingsPage>
        <div className="stack">
          <EmailAddress />
          <NewPassword />
          <SecondFactor />
          <Passkeys />
          <ConnectedProvider />
          <Sessions />
        </div>
      </SettingsPage>
    </>
  );
}

function NewPassword() {
  const [isDone, setDone] = useState(false);
  const task = useTask(async (form: FormData) => {
    await send('/app/auth/change-password', {
      currentPassword: form.get('current'),
      newPassword: form.get('newPassword'),
      revokeOtherSessions: true,
    });
    setDone(true);
  });
  return (
    <section className="panel">
      <header>
        <h2>{t('Password')}</h2>
      </header>
      <TaskForm style={{ maxWidth: '26rem' }} task={task}>
        {!task.hasFieldProblems && <TaskFailure task={task} />}
        {isDone && <p role="status">{t('The password was changed. Other sessions have ended.')}</p>}
        <Field
          label={t('Present password')}
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label={t('New password')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
        />
        <p>
          <button type="submit" disabled={task.isRunning}>
            {t('Change password')}
          </button>
        </p>
      </TaskForm>
    </section>
  );
}

function SecondFactor() {
  const session = useQuery({
    queryKey: ['auth-session'],
    queryFn: () => send<{ user: { twoFactorEnabled: boolean | null } }>('/app/auth/get-session'),
  });
  const queries = useQueryClient();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const refresh = () => {
    setEnrolment(undefined);
    return queries.invalidateQueries({ queryKey: ['auth-session'] });
  };
  const enable = useTask(async (form: FormData) => {
    setEnrolment(
      await send<Enrolment>('/app/auth/two-factor/enable', { password: form.get('password') }),
    );
  });
  const verify = useTask(async (form: FormData) => {
    await send('/app/auth/two-factor/verify-totp', {
      code: String(form.get('code')).replaceAll(' ', ''),
    });
    await refresh();
  });
  const disable = useTask(async (form: FormData) => {
    await send('/app/auth/two-factor/disable', { password: form.get('password') });
    await refresh();
  });
  const isEnabled = session.data?.user.twoFactorEnabled === true;
  const task = isEnabled ? disable : enable;
  return (
    <section className="panel">
      <header>
        <h2>{t('Second factor')}</h2>
        <span className={isEnabled ? 'chip ok' : 'chip'}>{isEnabled ? t('On') : t('Off')}</span>
      </header>
      {enrolment === undefined ? (
        <form
          className="stack"
          style={{ maxWidth: '26rem' }}
          onSubmit={(event) => submit(event, task.run)}
        >
          <TaskFailure task={task} />
          <p className="quiet">
            {isEnabled
              ? t('You are asked for a code of your authenticator when you sign in.')
              : t('An authenticator on your phone shows a code that you type when you sign in.')}
          </p>
          <Field
            label={t('Your password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
          <p>
            <button type="submit" disabled={task.isRunning}>
              {isEnabled ? t('Turn off') : t('Set up')}
            </button>
          </p>
        </form>
      ) : (
        <form className="stack" onSubmit={(event) => submit(event, verify.run)}>
          <TaskFailure task={verify} />
          <p>
            {t('Scan this code with your authenticator, then type the six digits that it shows.')}
          </p>
          <QrCode content={enrolment.totpURI} label={t('QR code of the secret')} />
          <div className="stack-2">
            <p>
              <a href={enrolment.totpURI}>{t('Open in an authenticator on this device')}</a>
            </p>
            <p className="quiet">{t('Or enter this secret there by hand:')}</p>
            <p className="reveal code">
              {new URL(enrolment.totpURI).searchParams.get('secret') ?? ''}
            </p>
          </div>
          <div className="stack-2">
            <p className="strong">{t('Recovery codes')}</p>
            <p className="quiet">
              {t('Keep them in a safe place. Each replaces a code once, if you lose your phone.')}
            </p>
            <pre tabIndex={0}>{enrolment.backupCodes.join('\n')}</pre>
          </div>
          <Field
            label={t('Code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <p>
            <button type="submit" className="main" disabled={verify.isRunning}>
              {t('Turn on')}
            </button>
          </p>
        </form>
      )}
    </section>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => send<readonly SessionRow[]>('/app/auth/list-sessions'),
  });
  const task = useTask(async () => {
    await send('/app/auth/revoke-other-sessions', {});
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  });
  return (
    <section className="panel">
      <header>
        <h2>{t('Sessions')}</h2>
        <button type="button" disabled={task.isRunning} onClick={() => void task.run(undefined)}>
          {t('End all others')}
        </button>
      </header>
      <TaskFailure task={task} />
      {sessions.error !== null && (
        <FailureNotice error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.isPending && <Loading />}
      {sessions.data !== undefined && (
        <table>
          <thead>
            <tr>
              <th>{t('Browser')}</th>
              <th>{t('Last renewed')}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.data.map(({ id, userAgent, updatedAt }) => (
              <tr key={id}>
                <td data-label={t('Browser')} title={userAgent ?? undefined}>
                  {browserOf(userAgent ?? '') ?? t('Unknown')}
                </td>
                <td data-label={t('Last renewed')}>{sinceOf(updatedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Programs and systems by their words in a user agent; those that also have the word of a later one come first. */
const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** "Firefox, Windows"; undefined for a user agent that names neither. */
function browserOf(userAgent: string): string | undefined {
  const names = [BROWSERS, SYSTEMS].flatMap(
    (known) => known.find(([word]) => word.test(userAgent))?.[1] ?? [],
  );
  return names.length === 0 ? undefined : names.join(', ');
}
