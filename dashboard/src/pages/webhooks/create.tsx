import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { givenOnce, request } from '../../api/request.ts';
import { useReload } from '../../api/use-change.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { RevealDialog } from '../../parts/dialogs/reveal-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { textOf } from '../../parts/forms/form.ts';

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
    if (endpoint != null) setMade({ id: endpoint.id, secret: givenOnce(endpoint.secret) });
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
      />
      <Field label={t('Description')} name="description" />
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

/** Shows the signing secret of an endpoint. */
export function SecretDialog({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  return (
    <RevealDialog
      title={t('Copy the signing secret now')}
      secret={secret}
      copyLabel={t('Copy secret')}
      onClose={onClose}
    >
      {t(
        'Your endpoint checks the signature of each delivery with this secret (Standard Webhooks). It is shown only now.',
      )}
    </RevealDialog>
  );
}
