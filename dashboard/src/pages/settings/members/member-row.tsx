import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { givenOnce, request } from '../../../api/request.ts';
import { t } from '../../../language.ts';
import { wordsOf } from '../../../parts/texts/format.ts';
import type { Link, Member } from './document.ts';
import { ROLES, useGivenRoles } from './roles.ts';

const CHANGE_ROLE = graphql(`
  mutation ChangeRole($input: ChangeMemberRoleInput!) {
    changeMemberRole(input: $input) { member { id } }
  }
`);
const RESET = graphql(`
  mutation Reset($input: CreatePasswordResetInput!) { createPasswordReset(input: $input) { url } }
`);

/** A member, with their role and what can be done for them. */
export function MemberRow({
  member,
  onChange,
  onRemove,
  onLink,
}: {
  readonly member: Member;
  readonly onChange: (work: () => Promise<unknown>) => void;
  readonly onRemove: () => void;
  readonly onLink: (link: Link) => void;
}) {
  const place = usePlace();
  const roles = useGivenRoles();
  const mayChange = roles.includes(member.role);
  const { id } = member;
  return (
    <tr>
      <td data-label={t('Name')} className="strong">
        {member.name}
      </td>
      <td data-label={t('E-mail address')}>{member.email}</td>
      <td data-label={t('Second factor')}>{member.hasTwoFactor ? t('Yes') : t('No')}</td>
      <td data-label={t('Role')}>
        {mayChange ? (
          <select
            aria-label={t('Role of {name}', { name: member.name })}
            value={member.role}
            style={{ width: 'auto' }}
            onChange={({ target }) => {
              const role = ROLES.find((each) => each === target.value);
              if (role !== undefined)
                onChange(() => request(place, CHANGE_ROLE, { input: { id, role } }));
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {wordsOf(role)}
              </option>
            ))}
          </select>
        ) : (
          wordsOf(member.role)
        )}
      </td>
      <td data-label={t('Actions')} className="end">
        {mayChange && (
          <span className="row-actions">
            <button
              type="button"
              className="plain"
              aria-label={t('A new password for {name}', { name: member.name })}
              onClick={() =>
                onChange(async () => {
                  const { createPasswordReset } = await request(place, RESET, { input: { id } });
                  onLink({
                    title: t('A new password for {name}', { name: member.name }),
                    url: givenOnce(createPasswordReset?.url),
                  });
                })
              }
            >
              {t('New password')}
            </button>
            <button
              type="button"
              className="plain"
              aria-label={t('Remove {name}', { name: member.name })}
              onClick={onRemove}
            >
              {t('Remove')}
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}
