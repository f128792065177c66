import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { fetchSession, send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { rich, t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { TaskForm } from '../../parts/forms/task-form.tsx';
import { FailureNotice, Loading, TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { SingleSignOn } from '../../parts/people/single-sign-on.tsx';
import { PersonFields } from './person-fields.tsx';

/** Registration with an organization of one's own, where the operator allows it. */
export function SignUp() {
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  return (
    <main className="door">
      <img src="/trackway.svg" alt="Trackway" width="48" height="48" />
      <div className="panel stack">
        <PageTitle>{t('Create an organization')}</PageTitle>
        {session.error !== null && (
          <FailureNotice error={session.error} onRetry={() => void session.refetch()} />
        )}
        {session.isPending && <Loading />}
        {session.data?.isSignUpOpen === false && (
          <p>
            {rich(
              'People join this service by invitation: ask an owner of your organization for one, then open its link. <a>Sign in</a>.',
              { a: (text) => <a href="/sign-in">{text}</a> },
            )}
          </p>
        )}
        {session.data?.isSignUpOpen === true && (
          <SignUpForm isSignedIn={session.data.person !== null} />
        )}
      </div>
    </main>
  );
}

function SignUpForm({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const task = useTask(async (form: FormData) => {
    await send('/app/sign-up', Object.fromEntries(form));
    await queries.fetchQuery({ queryKey: ['session'], queryFn: fetchSession, staleTime: 0 });
    await navigate({ to: '/' });
  });
  return (
    <TaskForm task={task}>
      {!task.hasFieldProblems && <TaskFailure task={task} />}
      <Field
        label={t('Name of your organization')}
        name="organization"
        autoComplete="organization"
        required
      />
      {!isSignedIn && <PersonFields />}
      <button type="submit" className="main" disabled={task.isRunning}>
        {t('Create')}
      </button>
      {!isSignedIn && <SingleSignOn doneAt="/" failedAt="/sign-in" error={undefined} />}
    </TaskForm>
  );
}
