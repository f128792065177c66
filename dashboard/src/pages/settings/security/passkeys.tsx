import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addPasskey, hasPasskeys, listPasskeys, removePasskey } from '../../../api/passkeys.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { submit, textOf } from '../../../parts/forms/form.ts';
import { FailureNotice, Loading, TaskFailure } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { dayOf } from '../../../parts/texts/format.ts';

const KEY = ['passkeys'];

/** The passkeys of the person: each replaces the password and the code. */
export function Passkeys() {
  const queries = useQueryClient();
  const passkeys = useQuery({ queryKey: KEY, queryFn: listPasskeys });
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const add = useTask(async (form: FormData) => {
    await addPasskey(textOf(form, 'name') ?? t('Passkey'));
    await refresh();
  });
  const remove = useTask(async (id: string) => {
    await removePasskey(id);
    await refresh();
  });
  return (
    <Panel title={t('Passkeys')} note={t('Sign in by fingerprint, face or PIN of your device')}>
      <div className="stack">
        <TaskFailure task={add} />
        <TaskFailure task={remove} />
        {passkeys.error !== null && (
          <FailureNotice error={passkeys.error} onRetry={() => void passkeys.refetch()} />
        )}
        {passkeys.isPending && <Loading />}
        {passkeys.data?.length === 0 && <p className="quiet">{t('You have no passkeys yet.')}</p>}
        {(passkeys.data?.length ?? 0) > 0 && (
          <ul className="list">
            {passkeys.data?.map(({ id, name, createdAt }) => (
              <li key={id}>
                <span className="strong">{name ?? t('Passkey')}</span>{' '}
                <span className="quiet small">
                  {t('added {createdAt}', { createdAt: dayOf(createdAt) })}
                </span>{' '}
                <button
                  type="button"
                  className="plain"
                  disabled={remove.isRunning}
                  onClick={() => void remove.run(id)}
                >
                  {t('Remove')}
                  <span className="visually-hidden"> {name ?? 'passkey'}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasPasskeys() ? (
          <form className="row form-row" onSubmit={(event) => submit(event, add.run)}>
            <Field
              label={t('Name of the new passkey')}
              name="name"
              required
              placeholder={t('Work laptop')}
            />
            <button type="submit" disabled={add.isRunning}>
              {t('Add passkey')}
            </button>
          </form>
        ) : (
          <p className="quiet">{t('This browser has no passkeys. A newer one has.')}</p>
        )}
      </div>
    </Panel>
  );
}
