import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { fetchSession, type Role, send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { TaskForm } from '../../parts/forms/task-form.tsx';
import { FailureNotice, Loading, TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { SingleSignOn } from '../../parts/people/single-sign-on.tsx';
import { inSentence, wordsOf } from '../../parts/texts/format.ts';
import { PersonFields } from './person-fields.tsx';

type Invitation = {
  readonly organizationName: string;
  readonly role: Role;
  readonly email: string | null;
  readonly invitedBy: string | null;
};

/** An invitation, and what a person needs to accept it. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invite/$token' });
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => send<Invitation>(`/app/invitations/${encodeURIComponent(token)}`),
    retry: false,
  });
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  return (
    <main className="door">
      <img src="/trackway.svg" alt="Trackway" width="48" height="48" />
      <div className="panel stack">
        {invitation.error !== null && (
          <>
            <PageTitle>{t('Invitation')}</PageTitle>
            <FailureNotice error={invitation.error} />
            <p>
              <a href="/sign-in">{t('Sign in')}</a>
            </p>
          </>
        )}
        {invitation.isPending || session.isPending ? (
          <Loading />
        ) : (
          invitation.data !== undefined && (
            <Join
              token={token}
              invitation={invitation.data}
              signedInAs={session.data?.person?.email}
            />
          )
        )}
      </div>
    </main>
  );
}

function Join({
  token,
  invitation,
  signedInAs,
}: {
  readonly token: string;
  readonly invitation: Invitation;
  readonly signedInAs: string | undefined;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { error: refusal } = useSearch({ from: '/invite/$token' });
  const page = `/invite/${encodeURIComponent(token)}`;
  const task = useTask(async (form: FormData) => {
    await send('/app/join', {
      token,
      name: form.get('name'),
      email: invitation.email ?? form.get('email'),
      password: form.get('password'),
    });
    await queries.fetchQuery({ queryKey: ['session'], queryFn: fetchSession, staleTime: 0 });
    await navigate({ to: '/' });
  });
  return (
    <TaskForm task={task}>
      <PageTitle>
        {t('Join {organizationName}', { organizationName: invitation.organizationName })}
      </PageTitle>
      <p className="quiet">
        {t('{invitedBy} invites you as {role}.', {
          invitedBy: invitation.invitedBy ?? t('The operator of the service'),
          role: inSentence(wordsOf(invitation.role)),
        })}
      </p>
      {!task.hasFieldProblems && <TaskFailure task={task} />}
      {signedInAs === undefined ? (
        <PersonFields email={invitation.email} />
      ) : (
        <p>{t('You are signed in as {signedInAs}.', { signedInAs })}</p>
      )}
      <button type="submit" className="main" disabled={task.isRunning}>
        {t('Join')}
      </button>
      {signedInAs === undefined && (
        <SingleSignOn doneAt={page} failedAt={page} error={refusal} invitation={token} />
      )}
    </TaskForm>
  );
}
