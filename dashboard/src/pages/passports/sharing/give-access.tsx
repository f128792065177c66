import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { givenOnce, request } from '../../../api/request.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Field, SelectField } from '../../../parts/forms/field.tsx';
import { textOf } from '../../../parts/forms/form.ts';
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
  const task = useTask(async (form: FormData) => {
    const holder = textOf(form, 'holder') ?? '';
    const audience = AUDIENCES.find(([each]) => each === textOf(form, 'audience'))?.[0];
    const { grantDppAccess } = await request(place, GRANT, {
      input: {
        dppId,
        audience: audience ?? 'LEGITIMATE_INTEREST',
        holder,
        purpose: textOf(form, 'purpose') ?? '',
        expiresAt: endOfDay(textOf(form, 'expiresAt')),
      },
    });
    onGiven({ holder, token: givenOnce(grantDppAccess?.token) });
  });
  return (
    <FormDialog title={t('Give access')} action={t('Give access')} task={task} onClose={onClose}>
      <Field
        label={t('Holder')}
        name="holder"
        required
        help={t('An organization, not a person.')}
      />
      <Field label={t('Purpose')} name="purpose" required />
      <SelectField label={t('Audience')} name="audience" choices={AUDIENCES} />
      <Field
        label={t('Last day')}
        name="expiresAt"
        type="date"
        required
        defaultValue={daysAhead(90)}
      />
    </FormDialog>
  );
}
