import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { fetchSession, send } from '../../../api/session.ts';
import { t } from '../../../language.ts';
import { FailureNotice, Loading } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { SingleSignOn } from '../../../parts/people/single-sign-on.tsx';

/** The identity provider of the service, and if the person's account is connected to it. */
export function ConnectedProvider() {
  const { error } = useSearch({ from: '/app/$organization/$world/settings/security' });
  const { pathname } = useLocation();
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  const name = session.data?.singleSignOn?.name;
  const accounts = useQuery({
    queryKey: ['accounts'],
    queryFn: () => send<readonly { readonly providerId: string }[]>('/app/auth/list-accounts'),
    enabled: name !== undefined,
  });
  if (name === undefined) return null;
  const isConnected = accounts.data?.some(({ providerId }) => providerId === 'oidc');
  return (
    <Panel title={name} note={t('Sign in there instead of with a password')}>
      {accounts.error !== null && (
        <FailureNotice error={accounts.error} onRetry={() => void accounts.refetch()} />
      )}
      {accounts.isPending && <Loading />}
      {isConnected === true && <p>{t('Your account is connected.')}</p>}
      {isConnected === false && (
        <SingleSignOn doneAt={pathname} failedAt={pathname} error={error} isConnecting />
      )}
    </Panel>
  );
}
