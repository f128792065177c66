import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fetchSession, send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { rich, t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { TaskForm } from '../../parts/forms/task-form.tsx';
import { FailureNotice, Loading, TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';

/** The way to a new password: by mail if the service sends mail, else by a person who hands on a link. */
export function ForgottenPassword() {
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  return (
    <main className="door">
      <img src="/trackway.svg" alt="Trackway" width="48" height="48" />
      <div className="panel stack">
        <PageTitle>{t('Forgotten your password?')}</PageTitle>
        {session.error !== null && (
          <FailureNotice error={session.error} onRetry={() => void session.refetch()} />
        )}
        {session.isPending && <Loading />}
        {session.data?.hasMail === true && <LinkForm />}
        {session.data?.hasMail === false && (
          <p>
            {rich(
              'Ask an owner or administrator of your organization for a link to a new password: they make it under Settings, Members. The operator of the service makes one by <span>trackway members reset</span>.',
              { span: (text) => <span className="code">{text}</span> },
            )}
          </p>
        )}
        <p>
          <Link to="/sign-in">{t('Sign in')}</Link>
        </p>
      </div>
    </main>
  );
}

function LinkForm() {
  const [isAsked, setAsked] = useState(false);
  const task = useTask(async (form: FormData) => {
    await send('/app/auth/request-password-reset', { email: form.get('email') });
    setAsked(true);
  });
  if (isAsked)
    return (
      <p role="status">
        {t(
          'If an account has this address, a mail with a link to a new password is on its way. The link works for an hour.',
        )}
      </p>
    );
  return (
    <TaskForm task={task}>
      {!task.hasFieldProblems && <TaskFailure task={task} />}
      <Field
        label={t('E-mail address')}
        name="email"
        type="email"
        autoComplete="username"
        required
      />
      <button type="submit" className="main" disabled={task.isRunning}>
        {t('Send a link')}
      </button>
    </TaskForm>
  );
}
