import { Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { ServiceText } from '../../parts/service-text/service-text.tsx';
import { share } from '../../parts/texts/format.ts';
import { CreateEndpoint } from './create.tsx';
import { EndpointState } from './endpoint-state.tsx';

const ENDPOINTS = graphql(`
  query WebhookEndpoints {
    webhookEndpoints(first: 100) {
      totalCount
      nodes {
        id url description isEnabled disabledReason disabledAt eventTypes createdAt
        health { attemptCount successShare p95AnswerMs }
      }
    }
    webhookEventTypes { name meaning }
  }
`);

/** Endpoints that events are sent to, with their health. */
export function Webhooks() {
  const place = usePlace();
  const [isCreating, setCreating] = useState(false);
  const query = useAnswer(ENDPOINTS, {});
  return (
    <>
      <PageHead
        title={t('Webhooks')}
        about={t('Events are sent to your endpoints, signed and retried.')}
      >
        <Allowed permission="WEBHOOKS_WRITE" tier="ENTERPRISE">
          <button type="button" className="main" onClick={() => setCreating(true)}>
            <Plus /> {t('Add endpoint')}
          </button>
        </Allowed>
      </PageHead>
      <QueryView
        query={query}
        purpose={t('Webhooks send every change to your own systems, signed and retried.')}
      >
        {({ webhookEndpoints, webhookEventTypes }) => (
          <>
            {webhookEndpoints !== null && webhookEndpoints.nodes.length > 0 && (
              <Panel title={t('Endpoints')}>
                <Rows
                  caption={t('Endpoints')}
                  rows={webhookEndpoints.nodes}
                  columns={[
                    {
                      head: 'URL',
                      cell: ({ id, url }) => (
                        <RowLink place={place} page="webhooks" id={id}>
                          {url}
                        </RowLink>
                      ),
                    },
                    {
                      head: t('Events'),
                      cell: ({ eventTypes }) =>
                        eventTypes.length === 0
                          ? t('All')
                          : t('{count, plural, one {# type} other {# types}}', {
                              count: eventTypes.length,
                            }),
                    },
                    {
                      head: t('State'),
                      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
                    },
                    {
                      head: t('Delivered share'),
                      className: 'end',
                      cell: ({ health }) =>
                        health?.successShare == null
                          ? t('No attempts')
                          : share(health.successShare),
                    },
                    {
                      head: t('p95, ms'),
                      className: 'end',
                      cell: ({ health }) =>
                        health?.p95AnswerMs == null ? '–' : Math.round(health.p95AnswerMs),
                    },
                  ]}
                />
              </Panel>
            )}
            <Panel
              title={t('Event types')}
              note={t('{count, plural, one {# type} other {# types}}', {
                count: webhookEventTypes?.length ?? 0,
              })}
            >
              <details open={webhookEndpoints?.nodes.length === 0 || undefined}>
                <summary>{t('Show them')}</summary>
                <Rows
                  rows={webhookEventTypes ?? []}
                  columns={[
                    { head: t('Type'), className: 'code', cell: ({ name }) => name },
                    {
                      head: t('Sent when'),
                      cell: ({ meaning }) => <ServiceText>{meaning}</ServiceText>,
                    },
                  ]}
                />
              </details>
            </Panel>
            {isCreating && (
              <CreateEndpoint
                types={(webhookEventTypes ?? []).map(({ name }) => name)}
                onClose={() => setCreating(false)}
              />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}
