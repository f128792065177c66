import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { Failure, send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { rich, t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { TaskForm } from '../../parts/forms/task-form.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';

/** Choosing a new password by a link. All sessions end with it. */
export function ResetPassword() {
  const { token } = useParams({ from: '/reset/$token' });
  const navigate = useNavigate();
  const task = useTask(async (form: FormData) => {
    await send('/app/auth/reset-password', { token, newPassword: form.get('newPassword') });
    await navigate({ to: '/sign-in' });
  });
  const isLinkSpent = task.error instanceof Failure && task.error.code === 'INVALID_TOKEN';
  return (
    <main className="door">
      <img src="/trackway.svg" alt="Trackway" width="48" height="48" />
      <TaskForm className="panel stack" task={task}>
        <PageTitle>{t('Choose a new password')}</PageTitle>
        {isLinkSpent ? (
          <p className="notice danger" role="alert">
            <CircleAlert />
            <span>
              {rich('This link was used or has expired. <link>Ask for a new one</link>.', {
                link: (text) => <Link to="/forgotten-password">{text}</Link>,
              })}
            </span>
          </p>
        ) : (
          !task.hasFieldProblems && <TaskFailure task={task} />
        )}
        <Field
          label={t('New password')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          help={t('At least 10 characters. You will be signed out everywhere.')}
        />
        <button type="submit" className="main" disabled={task.isRunning}>
          {t('Save and sign in')}
        </button>
      </TaskForm>
    </main>
  );
}
