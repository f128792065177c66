import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { givenOnce, request } from '../../../api/request.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { sinceOf } from '../../../parts/texts/format.ts';
import type { ApiKey } from './list.tsx';
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
  const task = useTask(async (form: FormData) => {
    const gracePeriodSeconds = Number(form.get('grace'));
    const { rotateApiKey } = await request(place, ROTATE, {
      input: { id: apiKey.id, gracePeriodSeconds },
    });
    if (rotateApiKey?.apiKey != null)
      setCreated({ value: givenOnce(rotateApiKey.key), ...rotateApiKey.apiKey });
  });
  if (created !== undefined) return <RevealKey newKey={created} onClose={onClose} />;
  return (
    <FormDialog
      title={t('Rotate “{name}”', { name: apiKey.name })}
      action={t('Rotate key')}
      task={task}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

/** Ends a key at once. Its name is typed, because programs that use it stop working. */
export function RevokeKey({ apiKey: { id, name, lastUsedAt }, onClose }: Props) {
  const place = usePlace();
  return (
    <ConfirmDialog
      title={t('Revoke “{name}”', { name })}
      typed={name}
      action={t('Revoke key')}
      onConfirm={async () => {
        await request(place, REVOKE, { input: { id } });
      }}
      onClose={onClose}
    >
      <p>
        {t('Programs that use this key are refused within a second.')}{' '}
        {lastUsedAt === null
          ? t('It was never used.')
          : t('It was last used {lastUsedAt}.', { lastUsedAt: sinceOf(lastUsedAt) })}
      </p>
    </ConfirmDialog>
  );
}
