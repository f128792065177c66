import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { textOf } from '../../parts/forms/form.ts';
import { CREATE, PARTNER_KEYS, type Partner, UPDATE } from './document.ts';

/** Registers a partner, or changes one. */
export function PartnerDialog({
  partner,
  onClose,
}: {
  readonly partner?: Partner;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const task = useChange(async (form: FormData) => {
    const clientSecret = textOf(form, 'clientSecret');
    const apiKey = form.has('apiKeyId') ? { apiKeyId: textOf(form, 'apiKeyId') ?? null } : {};
    const [name = '', url = '', clientId = ''] = ['name', 'url', 'clientId'].map((field) =>
      textOf(form, field),
    );
    if (partner === undefined)
      await request(place, CREATE, {
        input: { name, url, clientId, clientSecret: clientSecret ?? '', ...apiKey },
      });
    else
      await request(place, UPDATE, {
        input: {
          id: partner.id,
          expectedVersion: partner.version,
          name,
          url,
          clientId,
          ...(clientSecret !== undefined && { clientSecret }),
          ...apiKey,
        },
      });
  }, onClose);
  const isNew = partner === undefined;
  const keys = useAnswer(
    PARTNER_KEYS,
    {},
    {
      // People without the permission to see keys leave them as they are.
      retry: false,
    },
  );
  const partners = keys.data?.footprintPartners?.nodes ?? [];
  const keyId = partners.find((each) => each?.id === partner?.id)?.apiKey?.id;
  return (
    <FormDialog
      title={isNew ? t('Add a partner') : t('Edit {name}', { name: partner.name })}
      action={isNew ? t('Add partner') : t('Save')}
      task={task}
      onClose={onClose}
    >
      <p className="quiet">
        {t(
          'Your partner gives you these values. They are the same in every system that speaks PACT.',
        )}
      </p>
      <Field label={t('Name')} name="name" required defaultValue={partner?.name} />
      <Field
        label={t('Address')}
        name="url"
        type="url"
        required
        placeholder={t('https://pact.supplier.example')}
        defaultValue={partner?.url}
      />
      <Field
        label={t('Client id')}
        name="clientId"
        required
        autoComplete="off"
        defaultValue={partner?.clientId}
      />
      <Field
        label={t('Client secret')}
        name="clientSecret"
        type="password"
        required={isNew}
        autoComplete="new-password"
        help={isNew ? t('Stored encrypted and never shown.') : t('Empty keeps the present one.')}
      />
      {keys.data !== undefined && (
        <SelectField
          // Loaded again after a look at another window, the same key keeps the choice of the person.
          key={keyId}
          label={t('Key that the partner uses here')}
          name="apiKeyId"
          defaultValue={keyId}
          help={t(
            'A key with the permission to read your footprints. Without one the partner cannot ask for them or send updates.',
          )}
          choices={[
            ['', t('None')],
            ...(keys.data.apiKeys?.nodes ?? []).flatMap((key) =>
              key?.permissions.includes('FOOTPRINTS_READ') === true && key.state !== 'REVOKED'
                ? [[key.id, key.name] as const]
                : [],
            ),
          ]}
        />
      )}
    </FormDialog>
  );
}
