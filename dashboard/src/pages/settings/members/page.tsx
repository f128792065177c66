import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../../api/use-answer.ts';
import { useChange, useReload } from '../../../api/use-change.ts';
import { t } from '../../../language.ts';
import { RevealDialog } from '../../../parts/dialogs/reveal-dialog.tsx';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { PageHead } from '../../../parts/page/page-head.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { type Link, MEMBERS, type Member } from './document.ts';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { MemberRow } from './member-row.tsx';
import { RemoveMember } from './remove-member.tsx';

/** Settings, Members: who may enter, and how. */
export function Members() {
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
            <Invitations invitations={invitations} onChange={(work) => void change.run(work)} />
          )}
        </div>
      </SettingsPage>
      {isInviting && <Invite onClose={() => setInviting(false)} onLink={showLink} />}
      {removed !== undefined && (
        <RemoveMember member={removed} onClose={() => setRemoved(undefined)} />
      )}
      {link !== undefined && (
        <RevealDialog
          title={link.title}
          secret={link.url}
          copyLabel={t('Copy link')}
          onClose={() => setLink(undefined)}
        >
          {t(
            'Hand this link to the person by a way that you trust. It works once, and is shown only now.',
          )}
        </RevealDialog>
      )}
    </>
  );
}
