import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { useMay, usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { type Period, periodsOf, showsLimit, sumOf } from '../../charts/rates.ts';
import { language, t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { ChartPanel } from '../../parts/page/chart-panel.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { clockOf, exactShare } from '../../parts/texts/format.ts';
import { RateChart } from './rate-chart.tsx';

const REQUESTS = graphql(`
  query HomeRequests {
    requestRates { from requests failed p99UnderMs failures { outcome requests } }
    rateLimit { limit }
  }
`);

const MINUTE_MS = 60_000;

/** The frequent reasons in words; of others their code. */
const REASONS: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: t('bad input'),
  CONFLICT: t('conflicts'),
  FORBIDDEN: t('lacking permissions'),
  GRAPHQL_VALIDATION_FAILED: t('wrong documents'),
  NOT_FOUND: t('missing objects'),
  QUERY_TOO_COMPLEX: t('too costly documents'),
  RATE_LIMITED: t('the limit of requests'),
};

type Rates = {
  readonly from: string;
  readonly requests: readonly number[];
  readonly failed: readonly number[];
  readonly p99UnderMs: number | null;
  readonly failures: readonly { readonly outcome: string; readonly requests: number }[];
};

/** Requests of all keys by minute, over a day, and the limit of each key. */
export function Requests() {
  const query = useAnswer(REQUESTS, {});
  return (
    <QueryView query={query} purpose={t('Usage shows the requests by key, operation and day.')}>
      {({ requestRates, rateLimit }) =>
        requestRates === null ? null : <Day rates={requestRates} limit={rateLimit.limit} />
      }
    </QueryView>
  );
}

function Day({ rates, limit }: { readonly rates: Rates; readonly limit: number }) {
  const periods = periodsOf(rates.requests, rates.failed);
  const peak = periods.reduce<Period | undefined>(
    (most, period) => (period.most > (most?.most ?? 0) ? period : most),
    undefined,
  );
  const title = t('Requests per minute');
  const note = t('Last 24 hours, all keys');
  const limitWords = (
    <p className="quiet small">
      {t('By its tier, a key may send up to {limit, number} requests a minute.', { limit })}
    </p>
  );
  if (peak === undefined) {
    return (
      <Panel title={title} note={note}>
        <p className="quiet">{t('No key has sent a request in the last 24 hours.')}</p>
        {limitWords}
      </Panel>
    );
  }
  const from = Date.parse(rates.from);
  const finding = t(
    '{total, plural, one {# request} other {# requests}} in 24 hours; the busiest minute, at {time}, had {most, number}.',
    {
      total: sumOf(rates.requests),
      time: clockOf(from + peak.busiest * MINUTE_MS),
      most: peak.most,
    },
  );
  return (
    <ChartPanel
      title={title}
      note={note}
      chart={
        <RateChart
          from={from}
          minutes={rates.requests.length}
          {...{ periods, peak, limit, finding }}
        />
      }
      table={<PeriodRows from={from} periods={periods} />}
    >
      <KeyFigures rates={rates} />
      {!showsLimit(peak.most, limit) && limitWords}
    </ChartPanel>
  );
}

/** The rows of the chart; periods without requests are left out, as the line says it of many at once. */
function PeriodRows({
  from,
  periods,
}: {
  readonly from: number;
  readonly periods: readonly Period[];
}) {
  return (
    <section className="scroll-y" aria-label={t('Requests per minute')} tabIndex={0}>
      <Rows
        rows={periods.filter(({ requests }) => requests > 0)}
        columns={[
          { head: t('15 minutes from'), cell: ({ start }) => clockOf(from + start * MINUTE_MS) },
          {
            head: t('Busiest minute'),
            className: 'end strong',
            cell: ({ most }) => most.toLocaleString(language),
          },
          {
            head: t('Requests'),
            className: 'end',
            cell: ({ requests }) => requests.toLocaleString(language),
          },
          {
            head: t('Failed'),
            className: 'end quiet',
            cell: ({ failed }) => failed.toLocaleString(language),
          },
        ]}
      />
    </section>
  );
}

function KeyFigures({
  rates: { requests, failed, p99UnderMs, failures },
}: {
  readonly rates: Rates;
}) {
  const place = usePlace();
  const mayReadLog = useMay('REQUESTS_READ');
  const total = sumOf(requests);
  const failedTotal = sumOf(failed);
  const [reason] = failures;
  return (
    <div className="key-figures">
      <dl>
        <div>
          <dt>{t('Requests')}</dt>
          <dd>{total.toLocaleString(language)}</dd>
        </div>
        {p99UnderMs !== null && (
          <div>
            <dt>{t('Answered under')}</dt>
            <dd>
              {p99UnderMs.toLocaleString(language)} ms <span>p99</span>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('Refused or failed')}</dt>
          <dd>
            {exactShare(failedTotal / total)}{' '}
            {reason !== undefined && (
              <span>
                {t('{count, number}, mostly {reason}', {
                  count: failedTotal,
                  reason: REASONS[reason.outcome] ?? reason.outcome,
                })}
              </span>
            )}
          </dd>
        </div>
      </dl>
      {mayReadLog && (
        <Link
          to="/app/$organization/$world/requests"
          params={place}
          search={failedTotal > 0 ? { failed: 'yes' } : {}}
        >
          {failedTotal > 0 ? t('Open failed requests') : t('Open requests')}
        </Link>
      )}
    </div>
  );
}
