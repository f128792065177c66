import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { useMembership, usePlace } from '../../api/place.ts';
import { givenOnce, request } from '../../api/request.ts';
import type { Role } from '../../api/session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange, useReload } from '../../api/use-change.ts';
import { useTask } from '../../api/use-task.ts';
import { t, word } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { CopyButton } from '../../parts/page/copy.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { dayOf, wordsOf } from '../../parts/texts/format.ts';
import { useDescriptions } from './descriptions.ts';
import { SettingsPage } from './settings-page.tsx';

const MEMBERS = graphql(`
  query Members {
    members(first: 100) { totalCount nodes { id name email role hasTwoFactor joinedAt } }
    invitations(first: 100) { nodes { id email role invitedBy expiresAt } }
  }
`);
const INVITE = graphql(`
  mutation Invite($input: InviteMemberInput!) { inviteMember(input: $input) { url } }
`);
const CHANGE_ROLE = graphql(`
  mutation ChangeRole($input: ChangeMemberRoleInput!) {
    changeMemberRole(input: $input) { member { id } }
  }
`);
const REMOVE = graphql(`
  mutation Remove($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }
`);
const REVOKE = graphql(`
  mutation RevokeInvitation($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) { invitation { id } }
  }
`);
const RESET = graphql(`
  mutation Reset($input: CreatePasswordResetInput!) { createPasswordReset(input: $input) { url } }
`);

const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'];

/** The roles that this person may give, change and take: only owners decide on owners. */
function useGivenRoles(): readonly Role[] {
  const isOwner = useMembership()?.role === 'OWNER';
  return isOwner ? ROLES : ROLES.filter((role) => role !== 'OWNER');
}

type Member = NonNullable<NonNullable<ResultOf<typeof MEMBERS>['members']>['nodes'][number]>;
type Link = { readonly title: string; readonly url: string };

/** Settings, Members: who may enter, and how. */
export function Members() {
  const place = usePlace();
  const reload = useReload();
  const [isInviting, setInviting] = useState(false);
  const [removed, setRemoved] = useState<Member>();
  const [link, setLink] = useState<Link>();
  const members = useAnswer(MEMBERS, {});
  const change = useChange((work: () => Promise<unknown>) => work());
  const showLink = (shown: Link) => {
    setInviting(false);
    setLink(shown);
    void reload();
  };
  const invitations = members.data?.invitations?.nodes.filter((each) => each !== null) ?? [];
  return (
    <>
      <PageHead
        title={t('Members')}
        path={t('Settings')}
        about={t('Who may enter. The same people work in live and in the sandbox.')}
      >
        {members.data !== undefined && (
          <button type="button" className="main" onClick={() => setInviting(true)}>
            <UserPlus /> {t('Invite a person')}
          </button>
        )}
      </PageHead>
      <SettingsPage>
        <div className="stack">
          <TaskFailure task={change} />
          <QueryView
            query={members}
            purpose={t('Members are invited, change roles and leave here.')}
          >
            {(data) => (
              <div className="panel">
                <table>
                  <thead>
                    <tr>
                      <th>{t('Name')}</th>
                      <th>{t('E-mail address')}</th>
                      <th>{t('Second factor')}</th>
                      <th>{t('Role')}</th>
                      <th>
                        <span className="visually-hidden">{t('Actions')}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.members?.nodes.map(
                      (member) =>
                        member !== null && (
                          <MemberRow
                            key={member.id}
                            member={member}
                            onChange={(work) => void change.run(work)}
                            onRemove={() => setRemoved(member)}
                            onLink={showLink}
                          />
                        ),
                    )}
                  </tbody>
                </table>
              </div>
            )}
          </QueryView>
          {invitations.length > 0 && (
            <section className="panel">
              <header>
                <h2>{t('Open invitations')}</h2>
              </header>
              <table>
                <thead>
                  <tr>
                    <th>{t('For')}</th>
                    <th>{t('Role')}</th>
                    <th>{t('Invited by')}</th>
                    <th>{t('Works until')}</th>
                    <th>
                      <span className="visually-hidden">{t('Actions')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
                    <tr key={id}>
                      <td data-label={t('For')}>{email ?? t('Whoever has the link')}</td>
                      <td data-label={t('Role')}>{wordsOf(role)}</td>
                      <td data-label={t('Invited by')}>
                        {invitedBy ?? t('The operator of the service')}
                      </td>
                      <td data-label={t('Works until')}>{dayOf(expiresAt)}</td>
                      <td data-label={t('Actions')}>
                        <button
                          type="button"
                          className="plain"
                          onClick={() =>
                            void change.run(() => request(place, REVOKE, { input: { id } }))
                          }
                        >
                          {t('Take back')}
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </div>
      </SettingsPage>
      {isInviting && <Invite onClose={() => setInviting(false)} onLink={showLink} />}
      {removed !== undefined && (
        <RemoveMember member={removed} onClose={() => setRemoved(undefined)} />
      )}
      {link !== undefined && (
        // Escape would lose what is shown once.
        <Dialog title={link.title} onCancel={() => {}}>
          <div className="stack">
            <p className="quiet">
              {t(
                'Hand this link to the person by a way that you trust. It works once, and is shown only now.',
              )}
            </p>
            <p className="reveal code">{link.url}</p>
            <div className="row">
              <CopyButton text={link.url} label={t('Copy link')} />
            </div>
            <div className="dialog-foot">
              <button type="button" onClick={() => setLink(undefined)}>
                {t('Done')}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

function MemberRow({
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
      <td data-label={t('Actions')}>
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

function RemoveMember({
  member: { id, name },
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  return (
    <ConfirmDialog
      title={t('Remove {name}', { name })}
      typed={name}
      action={t('Remove member')}
      onClose={onClose}
      onConfirm={async () => {
        await request(place, REMOVE, { input: { id } });
      }}
    >
      <p>
        {t(
          'The next request of this person to the organization is refused. API keys and whatever else the person made stay.',
        )}
      </p>
    </ConfirmDialog>
  );
}

function Invite({
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
