import { useState } from 'react';
import { request } from '../api.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogFoot } from '../parts/dialog-foot.tsx';
import { Field } from '../parts/field.tsx';
import { submit } from '../parts/form.ts';
import { sinceOf } from '../parts/format.ts';
import { FailureNotice } from '../parts/notice.tsx';
import { usePlace } from '../place.ts';
import { useTask } from '../use-task.ts';
import type { ApiKey } from './api-keys.tsx';
import { type NewKey, RevealKey } from './reveal-key.tsx';

const ROTATE = graphql(`
  mutation RotateKey($input: RotateApiKeyInput!) {
    rotateApiKey(input: $input) { key apiKey { name tier expiresAt permissions } }
  }
`);

const REVOKE = graphql(`
  mutation RevokeKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { apiKey { id } }
  }
`);

type Props = { readonly apiKey: ApiKey; readonly onClose: () => void };

/** A new key like the old one: both work until the grace period ends. */
export function RotateKey({ apiKey, onClose }: Props) {
  const place = usePlace();
  const [created, setCreated] = useState<NewKey>();
  const { run, isRunning, error } = useTask(async (form: FormData) => {
    const gracePeriodSeconds = Number(form.get('grace'));
    const { rotateApiKey } = await request(place, ROTATE, {
      input: { id: apiKey.id, gracePeriodSeconds },
    });
    if (rotateApiKey?.key != null && rotateApiKey.apiKey !== null)
      setCreated({ value: rotateApiKey.key, ...rotateApiKey.apiKey });
  });
  if (created !== undefined) return <RevealKey newKey={created} onClose={onClose} />;
  return (
    <Dialog title={t('Rotate “{name}”', { name: apiKey.name })} onCancel={onClose}>
      <form className="stack" onSubmit={(event) => submit(event, run)}>
        {error !== undefined && <FailureNotice error={error} />}
        <p>
          {t(
            'You get a new key with the same tier and permissions. The old one goes on working for a while, so that you can change your programs without an interruption.',
          )}
        </p>
        <div className="field">
          <label htmlFor="grace">{t('The old key works for')}</label>
          <select id="grace" name="grace" defaultValue={86_400}>
            <option value={3_600}>{t('one more hour')}</option>
            <option value={86_400}>{t('one more day')}</option>
            <option value={604_800}>{t('one more week')}</option>
          </select>
        </div>
        <DialogFoot action={t('Rotate key')} isDisabled={isRunning} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** Ends a key at once. Its name is typed, because programs that use it stop working. */
export function RevokeKey({ apiKey, onClose }: Props) {
  const place = usePlace();
  const [typed, setTyped] = useState('');
  const { run, isRunning, error } = useTask(async (_form: FormData) => {
    await request(place, REVOKE, { input: { id: apiKey.id } });
    onClose();
  });
  return (
    <Dialog title={t('Revoke “{name}”', { name: apiKey.name })} onCancel={onClose}>
      <form className="stack" onSubmit={(event) => submit(event, run)}>
        {error !== undefined && <FailureNotice error={error} />}
        <p>
          {t('Programs that use this key are refused within a second.')}{' '}
          {apiKey.lastUsedAt === null
            ? t('It was never used.')
            : t('It was last used {lastUsedAt}.', { lastUsedAt: sinceOf(apiKey.lastUsedAt) })}
        </p>
        <Field
          label={t('Type “{name}” to confirm', { name: apiKey.name })}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogFoot
          action={t('Revoke key')}
          isDanger
          isDisabled={isRunning || typed !== apiKey.name}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
