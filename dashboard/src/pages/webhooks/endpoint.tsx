import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { givenOnce, request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { FilterField, Filters } from '../../parts/lists/filters.tsx';
import { KEEP_EARLIER, ListPanel, pageArguments } from '../../parts/lists/list.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { choicesOf, momentOf, share, sinceOf, wordsOf } from '../../parts/texts/format.ts';
import { SecretDialog } from './create.tsx';
import { DELETE, ROTATE, TEST, UPDATE } from './document.ts';
import { EndpointState } from './endpoint-state.tsx';
import { Redeliver } from './redeliver.tsx';

const ENDPOINT = graphql(`
  query WebhookEndpointPage(
    $id: ID!
    $filter: WebhookDeliveryFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    webhookEndpoint(id: $id) {
      id url description isEnabled disabledReason disabledAt eventTypes version apiVersion
      previousSecretExpiresAt
      health { attemptCount successShare p95AnswerMs failingSince oldestUndelivered { id createdAt } }
    }
    webhookDeliveries(
      filter: $filter
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes { id eventType eventId state attemptCount createdAt nextAttemptAt finishedAt }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

type Endpoint = NonNullable<ResultOf<typeof ENDPOINT>['webhookEndpoint']>;

const ROUTE = '/app/$organization/$world/webhooks/$id';
const STATES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
const STATE_FILTER = { name: 'state', label: t('State'), choices: choicesOf(STATES) } as const;
const POLL_MS = 5_000;

/** One endpoint: its health, its deliveries, and what helps when they fail. */
export function WebhookEndpointPage() {
  const place = usePlace();
  const { id } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const state = STATES.find((each) => each === search.state);
  const filter = { endpointId: id, ...(state !== undefined && { state: [state] }) };
  const query = useAnswer(
    ENDPOINT,
    { id, filter, ...pageArguments(search) },
    { ...KEEP_EARLIER, refetchInterval: POLL_MS },
  );
  return (
    <QueryView
      query={query}
      purpose={t('Webhooks send every change to your own systems, signed and retried.')}
    >
      {({ webhookEndpoint: endpoint, webhookDeliveries }) =>
        endpoint === null ? (
          <Missing>{t('This endpoint does not exist, or not in this environment.')}</Missing>
        ) : (
          <>
            <PageHead
              title={new URL(endpoint.url).host}
              about={
                <span className="row">
                  <EndpointState endpoint={endpoint} />
                  <span>
                    <span className="code">{endpoint.url}</span>
                    {endpoint.description !== null && ` · ${endpoint.description}`}
                  </span>
                </span>
              }
              path={
                <PathLink to="/app/$organization/$world/webhooks" params={place}>
                  {t('Webhooks')}
                </PathLink>
              }
            />
            <Health endpoint={endpoint} />
            <Allowed permission="WEBHOOKS_WRITE" tier="ENTERPRISE">
              <Actions endpoint={endpoint} />
              <Redeliver endpointId={endpoint.id} />
            </Allowed>
            <Filters
              label={t('Filter deliveries')}
              keys={['state']}
              current={search}
              onFilter={(next) => void navigate({ search: next })}
            >
              <FilterField filter={STATE_FILTER} value={state} />
            </Filters>
            <ListPanel
              caption={t('Deliveries')}
              connection={webhookDeliveries}
              empty={<p>{t('There are no deliveries here. Send a test event to see one.')}</p>}
              onPage={(page) => void navigate({ search: { ...(state && { state }), ...page } })}
              columns={[
                {
                  head: t('Event'),
                  cell: (row) => (
                    <Link
                      className="code"
                      to="/app/$organization/$world/webhooks/deliveries/$id"
                      params={{ ...place, id: row.id }}
                    >
                      {row.eventType}
                    </Link>
                  ),
                },
                { head: t('State'), cell: (row) => <StateChip state={row.state} /> },
                { head: t('Attempts'), cell: ({ attemptCount }) => attemptCount },
                {
                  head: t('Created'),
                  className: 'when',
                  cell: ({ createdAt }) => sinceOf(createdAt),
                },
                {
                  head: t('Next attempt'),
                  cell: ({ nextAttemptAt }) =>
                    nextAttemptAt === null ? '–' : momentOf(nextAttemptAt),
                },
              ]}
            />
          </>
        )
      }
    </QueryView>
  );
}

function Health({ endpoint }: { readonly endpoint: Endpoint }) {
  const { health, isEnabled, disabledAt, disabledReason, previousSecretExpiresAt } = endpoint;
  return (
    <section className="panel stack-2">
      {!isEnabled && (
        <div className="notice danger">
          <p>
            {disabledAt === null
              ? t('This endpoint is disabled.')
              : t('This endpoint is disabled since {disabledAt}.', {
                  disabledAt: momentOf(disabledAt),
                })}{' '}
            {disabledReason !== null && `${wordsOf(disabledReason)}. `}
            {t('Events wait in the log; enable it and redeliver them.')}
          </p>
        </div>
      )}
      <Facts
        facts={[
          [
            t('Delivered share'),
            health?.successShare == null ? t('No attempts yet') : share(health.successShare),
          ],
          [
            t('p95 of the answers'),
            health?.p95AnswerMs == null ? '–' : `${Math.round(health.p95AnswerMs)} ms`,
          ],
          [
            t('Oldest undelivered'),
            health?.oldestUndelivered == null
              ? t('None')
              : sinceOf(health.oldestUndelivered.createdAt),
          ],
          [
            t('Events'),
            endpoint.eventTypes.length === 0 ? t('All') : endpoint.eventTypes.join(', '),
          ],
        ]}
      />
      {isEnabled && health?.failingSince != null && (
        <p className="notice warn">
          {t('All attempts have failed since {since}.', { since: momentOf(health.failingSince) })}
        </p>
      )}
      {previousSecretExpiresAt !== null && (
        <p className="chip info">
          {t('Two secrets sign until {previousSecretExpiresAt}', {
            previousSecretExpiresAt: momentOf(previousSecretExpiresAt),
          })}
        </p>
      )}
    </section>
  );
}

function Actions({ endpoint: { id, url, version, isEnabled } }: { readonly endpoint: Endpoint }) {
  const place = usePlace();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const task = useChange((work: () => Promise<unknown>) => work());
  const rotate = async () => {
    const { rotateWebhookSecret } = await request(place, ROTATE, { input: { id } });
    setSecret(givenOnce(rotateWebhookSecret?.webhookEndpoint?.secret));
  };
  const buttons = [
    [t('Send a test event'), () => request(place, TEST, { input: { endpointId: id } })],
    [t('Rotate secret'), rotate],
    [
      isEnabled ? t('Disable') : t('Enable'),
      () =>
        request(place, UPDATE, {
          input: { id, expectedVersion: version, isEnabled: !isEnabled },
        }),
    ],
  ] as const;
  return (
    <>
      <div className="row">
        {buttons.map(([label, work]) => (
          <button
            key={label}
            type="button"
            disabled={task.isRunning}
            onClick={() => void task.run(work)}
          >
            {label}
          </button>
        ))}
        <button type="button" className="danger" onClick={() => setDeleting(true)}>
          {t('Delete endpoint')}
        </button>
      </div>
      <TaskFailure task={task} />
      {secret !== undefined && (
        <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t('Delete this endpoint')}
          typed={new URL(url).host}
          action={t('Delete endpoint')}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await request(place, DELETE, { input: { id } });
            await navigate({ to: '/app/$organization/$world/webhooks', params: place });
          }}
        >
          <p>{t('Nothing is sent to it any more, and its deliveries are deleted.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
