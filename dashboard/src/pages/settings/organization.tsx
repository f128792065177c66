import { graphql } from '../../api/graphql.ts';
import { useMembership, usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { wordsOf } from '../../parts/texts/format.ts';
import { BrandPanel } from './brand.tsx';
import { SettingsPage } from './settings-page.tsx';

const ORGANIZATION = graphql(`
  query OrganizationPage {
    me { tier organization { id name tier } }
    rateLimit { limit maxCost }
  }
`);
/** The organization, its tier, its limits and its brand. */
export function OrganizationPage() {
  const place = usePlace();
  const role = useMembership()?.role;
  const query = useAnswer(ORGANIZATION, {});
  return (
    <>
      <PageHead
        title={t('Organization')}
        path={t('Settings')}
        about={t('Tier, limits and brand.')}
      />
      <SettingsPage>
        <div className="stack">
          <QueryView query={query} purpose={t('The organization with its tier and limits.')}>
            {({ me: { tier, organization }, rateLimit }) => (
              <Panel title={organization.name}>
                <Facts
                  inRows
                  facts={[
                    [t('Id'), organization.id],
                    [t('Tier'), wordsOf(organization.tier)],
                    [t('Tier in {world}', { world: wordsOf(place.world) }), wordsOf(tier)],
                    [t('Your role'), wordsOf(role ?? '')],
                    [t('Requests a minute'), rateLimit.limit.toLocaleString(language)],
                    [
                      t('Cost of a document'),
                      t('at most {maxCost, number}', { maxCost: rateLimit.maxCost }),
                    ],
                  ]}
                />
              </Panel>
            )}
          </QueryView>
          <TierNotice tier="ENTERPRISE">
            {t('Name, colour and logo that assets and passports show.')}
          </TierNotice>
          <Allowed permission="ASSETS_WRITE" tier="ENTERPRISE">
            <BrandPanel />
          </Allowed>
        </div>
      </SettingsPage>
    </>
  );
}
