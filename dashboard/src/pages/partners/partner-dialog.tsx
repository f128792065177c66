import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../api.ts';
import { t } from '../../language.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { Field } from '../../parts/field.tsx';
import { submit, textOf } from '../../parts/form.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { usePlace } from '../../place.ts';
import { useTask } from '../../use-task.ts';
import { CREATE, type Partner, UPDATE } from './document.ts';

/** Registers a partner, or changes one. */
export function PartnerDialog({
  partner,
  onClose,
}: {
  readonly partner?: Partner;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const queries = useQueryClient();
  const { run, isRunning, error, problemOf } = useTask(async (form: FormData) => {
    const clientSecret = textOf(form, 'clientSecret');
    const [name = '', url = '', clientId = ''] = ['name', 'url', 'clientId'].map((field) =>
      textOf(form, field),
    );
    if (partner === undefined)
      await request(place, CREATE, {
        input: { name, url, clientId, clientSecret: clientSecret ?? '' },
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
        },
      });
    await queries.invalidateQueries({ queryKey: [place] });
    onClose();
  });
  const isNew = partner === undefined;
  return (
    <Dialog
      title={isNew ? t('Add a partner') : t('Edit {name}', { name: partner.name })}
      onCancel={onClose}
    >
      <form className="stack" onSubmit={(event) => submit(event, run)}>
        {error !== undefined && <FailureNotice error={error} />}
        <p className="quiet">
          {t(
            'Your partner gives you these values. They are the same in every system that speaks PACT.',
          )}
        </p>
        <Field
          label={t('Name')}
          name="name"
          required
          defaultValue={partner?.name}
          problem={problemOf('name')}
        />
        <Field
          label={t('Address')}
          name="url"
          type="url"
          required
          placeholder={t('https://pact.supplier.example')}
          defaultValue={partner?.url}
          problem={problemOf('url')}
        />
        <Field
          label={t('Client id')}
          name="clientId"
          required
          autoComplete="off"
          defaultValue={partner?.clientId}
          problem={problemOf('clientId')}
        />
        <Field
          label={t('Client secret')}
          name="clientSecret"
          type="password"
          required={isNew}
          autoComplete="new-password"
          help={isNew ? t('Stored encrypted and never shown.') : t('Empty keeps the present one.')}
          problem={problemOf('clientSecret')}
        />
        <DialogFoot
          action={isNew ? t('Add partner') : t('Save')}
          isDisabled={isRunning}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
