import { useParams } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { exactMomentOf, labelled, momentOf, wordsOf } from '../../parts/texts/format.ts';
import { REDELIVER } from './document.ts';

const DELIVERY = graphql(`
  query WebhookDeliveryPage($id: ID!) {
    webhookDelivery(id: $id) {
      id eventType eventId state attemptCount createdAt nextAttemptAt finishedAt
      endpoint { id url }
      attempts {
        number startedAt status failure message totalMs dnsMs connectMs tlsMs firstByteMs
        requestHeaders requestBody responseHeaders responseBody
      }
    }
  }
`);

type Attempt = NonNullable<ResultOf<typeof DELIVERY>['webhookDelivery']>['attempts'][number];

/** One delivery with every attempt: request, answer and times. */
export function WebhookDeliveryPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/webhooks/deliveries/$id' });
  const query = useAnswer(
    DELIVERY,
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.webhookDelivery?.state === 'PENDING' ? 2_000 : false,
    },
  );
  const task = useChange(async (_: undefined) => {
    await request(place, REDELIVER, { input: { deliveryId: id } });
  });
  return (
    <QueryView
      query={query}
      purpose={t('A delivery shows each attempt with its request and answer.')}
    >
      {({ webhookDelivery: delivery }) =>
        delivery === null ? (
          <Missing>{t('This delivery does not exist any more.')}</Missing>
        ) : (
          <>
            <PageHead
              title={delivery.eventType}
              about={
                <span className="row">
                  <StateChip state={delivery.state} />
                  {t('Created {createdAt}', { createdAt: momentOf(delivery.createdAt) })}
                  {delivery.nextAttemptAt !== null && delivery.attempts.length > 0 && (
                    <span>{labelled(t('Next attempt'), momentOf(delivery.nextAttemptAt))}</span>
                  )}
                  <span className="code">{delivery.eventId}</span>
                </span>
              }
              path={
                <>
                  <PathLink to="/app/$organization/$world/webhooks" params={place}>
                    {t('Webhooks')}
                  </PathLink>
                  {delivery.endpoint !== null && (
                    <PathLink
                      to="/app/$organization/$world/webhooks/$id"
                      params={{ ...place, id: delivery.endpoint.id }}
                    >
                      {new URL(delivery.endpoint.url).host}
                    </PathLink>
                  )}
                </>
              }
            >
              <Allowed permission="WEBHOOKS_WRITE" tier="ENTERPRISE">
                <button
                  type="button"
                  disabled={task.isRunning}
                  onClick={() => void task.run(undefined)}
                >
                  {t('Send again')}
                </button>
              </Allowed>
            </PageHead>
            <TaskFailure task={task} />
            {delivery.attempts.length === 0 && (
              <p role="status">{t('The first attempt is under way.')}</p>
            )}
            {delivery.attempts.toReversed().map((attempt) => (
              <AttemptPanel key={attempt.number} attempt={attempt} />
            ))}
          </>
        )
      }
    </QueryView>
  );
}

function AttemptPanel({ attempt }: { readonly attempt: Attempt }) {
  const { number, startedAt, status, failure, message, totalMs } = attempt;
  const times = [
    ['DNS', attempt.dnsMs],
    [t('Connect'), attempt.connectMs],
    ['TLS', attempt.tlsMs],
    [t('First byte'), attempt.firstByteMs],
    [t('Total'), totalMs],
  ] as const;
  return (
    <Panel title={t('Attempt {number}', { number })} note={exactMomentOf(startedAt)}>
      <div className="stack">
        <p className="row">
          <span className={failure === null ? 'chip ok' : 'chip danger'}>
            {failure === null ? t('Delivered') : wordsOf(failure)}
          </span>
          {status !== null && <span className="chip">{t('Status {status}', { status })}</span>}
          {message}
        </p>
        <Facts
          facts={times.map(
            ([name, ms]): Fact => [name, ms === null ? '–' : `${Math.round(ms)} ms`],
          )}
        />
        <details>
          <summary>{t('Request')}</summary>
          <pre tabIndex={0}>{`${linesOf(attempt.requestHeaders)}\n\n${attempt.requestBody}`}</pre>
        </details>
        {status !== null && (
          <details>
            <summary>{t('Answer')}</summary>
            <pre
              tabIndex={0}
            >{`${linesOf(attempt.responseHeaders)}\n\n${attempt.responseBody ?? ''}`}</pre>
          </details>
        )}
      </div>
    </Panel>
  );
}

function linesOf(headers: unknown): string {
  return Object.entries(Object(headers))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}
