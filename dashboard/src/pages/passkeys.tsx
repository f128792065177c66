import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Field } from '../parts/field.tsx';
import { submit, textOf } from '../parts/form.ts';
import { dayOf } from '../parts/format.ts';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { addPasskey, hasPasskeys, listPasskeys, removePasskey } from '../passkeys.ts';
import { useTask } from '../use-task.ts';

const KEY = ['passkeys'];

/** The passkeys of the person: each replaces the password and the code. */
export function Passkeys() {
  const queries = useQueryClient();
  const passkeys = useQuery({ queryKey: KEY, queryFn: listPasskeys });
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const add = useTask(async (form: FormData) => {
    await addPasskey(textOf(form, 'name') ?? 'Passkey');
    await refresh();
  });
  const remove = useTask(async (id: string) => {
    await removePasskey(id);
    await refresh();
  });
  const error = add.error ?? remove.error;
  return (
    <Panel title="Passkeys" note="Sign in by fingerprint, face or PIN of your device">
      {error !== undefined && <FailureNotice error={error} />}
      {passkeys.error !== null && <FailureNotice error={passkeys.error} />}
      {passkeys.isPending && <Loading />}
      {passkeys.data?.length === 0 && <p className="quiet">You have no passkeys yet.</p>}
      <ul className="list">
        {passkeys.data?.map(({ id, name, createdAt }) => (
          <li key={id}>
            <span className="strong">{name ?? 'Passkey'}</span>{' '}
            <span className="quiet small">added {dayOf(createdAt)}</span>{' '}
            <button
              type="button"
              className="plain"
              disabled={remove.isRunning}
              onClick={() => void remove.run(id)}
            >
              Remove<span className="visually-hidden"> {name ?? 'passkey'}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasPasskeys() ? (
        <form className="row form-row" onSubmit={(event) => submit(event, add.run)}>
          <Field label="Name of the new passkey" name="name" required placeholder="Work laptop" />
          <button type="submit" disabled={add.isRunning}>
            Add passkey
          </button>
        </form>
      ) : (
        <p className="quiet">This browser has no passkeys. A newer one has.</p>
      )}
    </Panel>
  );
}
