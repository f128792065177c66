import { Link, useParams } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { ServiceText } from '../../parts/service-text/service-text.tsx';
import { figure, momentOf } from '../../parts/texts/format.ts';
import { supplierFacts } from '../../parts/texts/supplier-footprint.ts';
import { ANNOUNCED, EXCHANGE, KIND_NAMES } from './document.ts';
import { SendAgain } from './try-again.tsx';

const POLL_MS = 5_000;

/** One exchange with a partner: its progress, and the document that was received. */
export function ExchangePage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/partners/exchanges/$id' });
  const query = useAnswer(
    EXCHANGE,
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.footprintRequest?.finishedAt === null ? POLL_MS : false,
    },
  );
  return (
    <QueryView query={query} purpose={t('An exchange shows what was asked and what was received.')}>
      {({ footprintRequest: exchange }) =>
        exchange === null ? (
          <Missing>{t('This exchange does not exist any more.')}</Missing>
        ) : (
          <>
            <PageHead
              title={KIND_NAMES[exchange.kind]}
              about={
                <span className="row">
                  <StateChip state={exchange.state} />
                  {t('Created {createdAt}', { createdAt: momentOf(exchange.createdAt) })}
                </span>
              }
              path={
                <PathLink to="/app/$organization/$world/partners" params={place}>
                  {t('Partners')}
                </PathLink>
              }
            >
              <Allowed permission="PARTNERS_WRITE" tier="ENTERPRISE">
                <SendAgain exchange={exchange} />
              </Allowed>
            </PageHead>
            {exchange.error !== null && (
              <div className="notice danger">
                <p>
                  <ServiceText>{exchange.error}</ServiceText>
                </p>
              </div>
            )}
            <section className="panel">
              <Facts
                facts={[
                  [t('Partner'), exchange.partner?.name ?? '–'],
                  [t('Attempts'), exchange.attemptCount],
                  [
                    t('Next attempt'),
                    exchange.nextAttemptAt === null ? '–' : momentOf(exchange.nextAttemptAt),
                  ],
                  [t('Component'), exchange.component ?? '–'],
                  ...supplierFacts(exchange.document),
                  [
                    t('Product'),
                    exchange.product && (
                      <Link
                        to="/app/$organization/$world/products/$id"
                        params={{ ...place, id: exchange.product.id }}
                      >
                        {exchange.product.name}
                      </Link>
                    ),
                  ],
                ]}
              />
            </section>
            {exchange.calculationIds.length > 0 && <Announced ids={exchange.calculationIds} />}
            <Panel title={t('Criteria')} note={t('In the words of PACT')}>
              <pre tabIndex={0}>{JSON.stringify(exchange.criteria, null, 2)}</pre>
            </Panel>
            {exchange.document !== null && (
              <Panel
                title={t('Document')}
                note={<span className="code">SHA-256 {exchange.documentSha256}</span>}
              >
                <pre tabIndex={0}>{JSON.stringify(exchange.document, null, 2)}</pre>
              </Panel>
            )}
          </>
        )
      }
    </QueryView>
  );
}

/** The products whose footprints were announced. */
function Announced({ ids }: { readonly ids: readonly string[] }) {
  const place = usePlace();
  const query = useAnswer(ANNOUNCED, { ids: [...ids] });
  return (
    <Panel title={t('Footprints')} note="kg CO2e">
      <QueryView query={query} purpose={t('Footprints of products are announced here.')}>
        {({ nodes }) => (
          <ul className="list">
            {nodes?.map(
              (each) =>
                each !== null &&
                'product' in each &&
                each.product !== null && (
                  <li key={each.id}>
                    <Link
                      to="/app/$organization/$world/products/$id"
                      params={{ ...place, id: each.product.id }}
                    >
                      {each.product.name}
                    </Link>{' '}
                    {figure(each.co2eKg ?? 0)}
                  </li>
                ),
            )}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
