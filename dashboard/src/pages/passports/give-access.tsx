import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { t } from '../../language.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { submit, textOf } from '../../parts/form.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { usePlace } from '../../place.ts';
import { useTask } from '../../use-task.ts';
import { daysAhead, endOfDay } from './days.ts';

const GRANT = graphql(`
  mutation GrantAccess($input: GrantDppAccessInput!) { grantDppAccess(input: $input) { token } }
`);

const AUDIENCES = [
  ['LEGITIMATE_INTEREST', t('Legitimate interest, such as repair')],
  ['AUTHORITY', t('Authority')],
] as const;

export type Given = { readonly holder: string; readonly token: string };

/** Grants one holder the fields of an audience. */
export function GiveAccess({
  dppId,
  onClose,
  onGiven,
}: {
  readonly dppId: string;
  readonly onClose: () => void;
  readonly onGiven: (given: Given) => void;
}) {
  const place = usePlace();
  const { run, isRunning, error, problemOf } = useTask(async (form: FormData) => {
    const holder = textOf(form, 'holder') ?? '';
    const audience = AUDIENCES.find(([each]) => each === textOf(form, 'audience'))?.[0];
    const { grantDppAccess } = await request(place, GRANT, {
      input: {
        dppId,
        audience: audience ?? 'LEGITIMATE_INTEREST',
        holder,
        purpose: textOf(form, 'purpose') ?? '',
        expiresAt: endOfDay(textOf(form, 'end')),
      },
    });
    if (grantDppAccess?.token != null) onGiven({ holder, token: grantDppAccess.token });
  });
  return (
    <Dialog title={t('Give access')} onCancel={onClose}>
      <form className="stack" onSubmit={(event) => submit(event, run)}>
        {error !== undefined && <FailureNotice error={error} />}
        <Field
          label={t('Holder')}
          name="holder"
          required
          help={t('An organization, not a person.')}
          problem={problemOf('holder')}
        />
        <Field label={t('Purpose')} name="purpose" required problem={problemOf('purpose')} />
        <SelectField label={t('Audience')} name="audience" choices={AUDIENCES} />
        <Field
          label={t('Last day')}
          name="end"
          type="date"
          required
          defaultValue={daysAhead(90)}
          problem={problemOf('expiresAt')}
        />
        <DialogFoot action={t('Give access')} isDisabled={isRunning} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
