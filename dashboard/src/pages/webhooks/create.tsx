import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { t } from '../../language.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { textOf } from '../../parts/form.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { usePlace } from '../../place.ts';
import { useReload } from '../../use-change.ts';
import { useTask } from '../../use-task.ts';

const CREATE = graphql(`
  mutation CreateEndpoint($input: CreateWebhookEndpointInput!) {
    createWebhookEndpoint(input: $input) { webhookEndpoint { id secret } }
  }
`);

type Made = { readonly id: string; readonly secret: string };

/** Asks for the address; then the same dialog reveals the signing secret. */
export function CreateEndpoint({
  types,
  onClose,
}: {
  readonly types: readonly string[];
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const navigate = useNavigate();
  const reload = useReload();
  const [made, setMade] = useState<Made>();
  const task = useTask(async (form: FormData) => {
    const chosen = form.getAll('type').map(String);
    const { createWebhookEndpoint } = await request(place, CREATE, {
      input: {
        url: textOf(form, 'url') ?? '',
        description: textOf(form, 'description') ?? null,
        eventTypes: chosen.length === 0 ? null : chosen,
      },
    });
    const endpoint = createWebhookEndpoint?.webhookEndpoint;
    if (endpoint?.secret != null) setMade({ id: endpoint.id, secret: endpoint.secret });
  });
  const done = async ({ id }: Made) => {
    await reload();
    await navigate({ to: '/app/$organization/$world/webhooks/$id', params: { ...place, id } });
  };
  if (made !== undefined)
    return <SecretDialog secret={made.secret} onClose={() => void done(made)} />;
  return (
    <FormDialog
      title={t('Add an endpoint')}
      action={t('Add endpoint')}
      task={task}
      onClose={onClose}
    >
      <Field
        label="URL"
        name="url"
        type="url"
        required
        placeholder={t('https://example.com/hooks')}
        problem={task.problemOf('url')}
      />
      <Field label={t('Description')} name="description" problem={task.problemOf('description')} />
      <details>
        <summary>{t('Only some event types')}</summary>
        <div className="cells">
          {types.map((type) => (
            <label key={type} className="check">
              <input type="checkbox" name="type" value={type} />{' '}
              <span className="code">{type}</span>
            </label>
          ))}
        </div>
      </details>
    </FormDialog>
  );
}

/** The secret is in this dialog's memory and goes with it. */
export function SecretDialog({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={t('Copy the signing secret now')} onCancel={onClose}>
      <div className="stack">
        <p className="quiet">
          {t(
            'Your endpoint checks the signature of each delivery with this secret (Standard Webhooks). It is shown only now.',
          )}
        </p>
        <p className="reveal code" data-testid="secret">
          {secret}
        </p>
        <div className="row">
          <CopyButton text={secret} label={t('Copy secret')} />
        </div>
        <div className="dialog-foot">
          <button type="button" className="main" onClick={onClose}>
            {t('Done')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
