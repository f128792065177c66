import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { givenOnce, request } from '../../../api/request.ts';
import { useTask } from '../../../api/use-task.ts';
import { t, word } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { wordsOf } from '../../../parts/texts/format.ts';
import { useDescriptions } from '../descriptions.ts';
import type { Link } from './document.ts';
import { ROLES, useGivenRoles } from './roles.ts';

const INVITE = graphql(`
  mutation Invite($input: InviteMemberInput!) { inviteMember(input: $input) { url } }
`);

/** Asks for the address and the role of a new member. */
export function Invite({
  onClose,
  onLink,
}: {
  readonly onClose: () => void;
  readonly onLink: (link: Link) => void;
}) {
  const place = usePlace();
  const roles = useGivenRoles();
  const meanings = useDescriptions('Role');
  const task = useTask(async (form: FormData) => {
    const email = String(form.get('email')).trim();
    const role = ROLES.find((each) => each === form.get('role')) ?? 'VIEWER';
    const { inviteMember } = await request(place, INVITE, { input: { email, role } });
    onLink({
      title: t('Invitation for {email}', { email }),
      url: givenOnce(inviteMember?.url),
    });
  });
  return (
    <FormDialog
      title={t('Invite a person')}
      action={t('Make the link')}
      task={task}
      onClose={onClose}
    >
      <Field label={t('E-mail address')} name="email" type="email" required />
      <fieldset className="field">
        <legend>{t('Role')}</legend>
        {roles.map((role) => (
          <label key={role} className="check">
            <input type="radio" name="role" value={role} defaultChecked={role === 'MEMBER'} />
            <span>
              <span className="strong">{wordsOf(role)}</span>{' '}
              <span className="quiet small">{word(meanings.get(role) ?? '')}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
