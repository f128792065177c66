import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useMay, useMembership, usePlace } from '../../api/place.ts';
import { type Place, request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
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
const RESET = graphql(`mutation ResetSandbox { resetSandbox { isReset } }`);

const NEEDED_BY_RESET = [
  'PRODUCTS_WRITE',
  'SUPPLY_CHAINS_WRITE',
  'FACTORS_WRITE',
  'CALCULATIONS_WRITE',
  'SCENARIOS_WRITE',
  'CUSTOMERS_WRITE',
  'ORDERS_WRITE',
  'DPPS_WRITE',
  'ASSETS_WRITE',
  'WEBHOOKS_WRITE',
] as const;

/** The organization, its tier and its limits; in the sandbox, the way back to the mock data. */
export function OrganizationPage() {
  const place = usePlace();
  const role = useMembership()?.role;
  const mayReset = useMay(...NEEDED_BY_RESET);
  const [isResetting, setResetting] = useState(false);
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
          {place.world === 'sandbox' && mayReset && (
            <Panel title={t('Mock data')}>
              <p className="row">
                <button type="button" className="danger" onClick={() => setResetting(true)}>
                  {t('Reset the sandbox')}
                </button>
                {t('Everything in the sandbox is replaced by the mock data.')}
              </p>
            </Panel>
          )}
        </div>
      </SettingsPage>
      {isResetting && (
        <ConfirmDialog
          title={t('Reset the sandbox')}
          typed="reset"
          action={t('Reset the sandbox')}
          onClose={() => setResetting(false)}
          onConfirm={async () => {
            await resetSandbox(place);
          }}
        >
          <p>
            {t(
              'All products, orders, customers, scenarios and results of the sandbox are deleted. Live data are not touched.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The reset of a large sandbox goes on after the first answer. */
async function resetSandbox(place: Place): Promise<void> {
  for (let isReset = false; !isReset; ) {
    const { resetSandbox: answer } = await request(place, RESET, {});
    isReset = answer?.isReset ?? true;
  }
}
