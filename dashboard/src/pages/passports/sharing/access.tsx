import { useState } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useChange, useReload } from '../../../api/use-change.ts';
import { rich, t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { dayOf, momentOf, wordsOf } from '../../../parts/texts/format.ts';
import { type Passport, useMayWrite } from '../document.ts';
import { GiveAccess, type Given } from './give-access.tsx';
import { RevealToken } from './reveal-token.tsx';

const GRANTS = graphql(`
  query PassportGrants($id: ID!) {
    dpp(id: $id) {
      grants(last: 50) {
        totalCount
        nodes { id holder purpose audience expiresAt revokedAt uses { usedAt } }
      }
    }
  }
`);
const REVOKE = graphql(`
  mutation RevokeGrant($input: RevokeDppAccessInput!) {
    revokeDppAccess(input: $input) { grant { id } }
  }
`);

type Grant = NonNullable<
  NonNullable<NonNullable<ResultOf<typeof GRANTS>['dpp']>['grants']>['nodes'][number]
>;

/** Grants of exactly this passport: given, used, and revoked. */
export function AccessTab({ passport: { id, uri } }: { readonly passport: Passport }) {
  const place = usePlace();
  const reload = useReload();
  const mayWrite = useMayWrite();
  const [isGiving, setGiving] = useState(false);
  const [given, setGiven] = useState<Given>();
  const query = useAnswer(GRANTS, { id });
  const revoke = useChange(async (grantId: string) => {
    await request(place, REVOKE, { input: { id: grantId } });
  });
  return (
    <Panel
      title={t('Access')}
      note={
        mayWrite && (
          <button type="button" onClick={() => setGiving(true)}>
            {t('Give access')}
          </button>
        )
      }
    >
      <div className="stack">
        <p className="quiet">
          {t(
            'A grant shows one holder fields that are not public, until its last day. “Preview” shows what each audience sees.',
          )}
        </p>
        <TaskFailure task={revoke} />
        <QueryView
          query={query}
          purpose={t('Grants open fields that are not public to one holder.')}
        >
          {({ dpp }) => {
            const grants = (dpp?.grants?.nodes ?? []).toReversed();
            return grants.length === 0 ? (
              <p className="quiet">
                {t('Nobody has a grant for exactly this passport. Public fields need none.')}
              </p>
            ) : (
              <Rows
                caption={t('Grants')}
                rows={grants}
                columns={[
                  {
                    head: t('Holder'),
                    cell: ({ holder }) => <span className="strong">{holder}</span>,
                  },
                  { head: t('Audience'), cell: ({ audience }) => wordsOf(audience) },
                  { head: t('Purpose'), cell: ({ purpose }) => purpose },
                  { head: t('Ends'), cell: endOf },
                  { head: t('Last use'), cell: lastUseOf },
                  {
                    head: t('Revoke'),
                    className: 'end',
                    cell: (grant) =>
                      mayWrite &&
                      grant.revokedAt === null && (
                        <button
                          type="button"
                          className="plain"
                          disabled={revoke.isRunning}
                          aria-label={t('Revoke the grant of {holder}', { holder: grant.holder })}
                          onClick={() => void revoke.run(grant.id)}
                        >
                          {t('Revoke')}
                        </button>
                      ),
                  },
                ]}
              />
            );
          }}
        </QueryView>
      </div>
      {isGiving && (
        <GiveAccess
          dppId={id}
          onClose={() => setGiving(false)}
          onGiven={(grant) => {
            setGiving(false);
            setGiven(grant);
            void reload();
          }}
        />
      )}
      {given !== undefined && (
        <RevealToken
          token={given.token}
          use={rich(
            'Send it to {holder} with the address of the <link>public page</link>. There, “Access code” below the fields takes it and shows what is withheld from others. Programs send it as Authorization: Bearer.',
            { holder: given.holder, link: (text) => <a href={uri}>{text}</a> },
          )}
          onClose={() => setGiven(undefined)}
        />
      )}
    </Panel>
  );
}

function endOf({ revokedAt, expiresAt }: Grant): string {
  return revokedAt === null
    ? dayOf(expiresAt)
    : t('Revoked {revokedAt}', { revokedAt: dayOf(revokedAt) });
}

function lastUseOf({ uses: [last] }: Grant): string {
  return last === undefined ? t('Never used') : momentOf(last.usedAt);
}
