import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../language.ts';
import { dayOf, wordsOf } from '../../../parts/texts/format.ts';
import type { Invitation } from './document.ts';

const REVOKE = graphql(`
  mutation RevokeInvitation($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) { invitation { id } }
  }
`);

/** Invitations that wait for their people. */
export function Invitations({
  invitations,
  onChange,
}: {
  readonly invitations: readonly Invitation[];
  readonly onChange: (work: () => Promise<unknown>) => void;
}) {
  const place = usePlace();
  return (
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
              <td data-label={t('Invited by')}>{invitedBy ?? t('The operator of the service')}</td>
              <td data-label={t('Works until')}>{dayOf(expiresAt)}</td>
              <td data-label={t('Actions')} className="end">
                <button
                  type="button"
                  className="plain"
                  onClick={() => onChange(() => request(place, REVOKE, { input: { id } }))}
                >
                  {t('Take back')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
