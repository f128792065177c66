import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { rich, t } from '../../language.ts';
import { DayChart, lastDays } from '../../parts/page/day-chart.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { shortNumber } from '../../parts/texts/format.ts';

const REQUESTS = graphql(`
  query HomeRequests($from: Date!, $to: Date!) {
    usageTotals(from: $from, to: $to) { days { day requests cost } }
    rateLimit { limit }
  }
`);

const MINUTES_OF_DAY = 24 * 60;

/** Requests of the last days by all keys, and the limit of each. The service counts days, not minutes. */
export function Requests() {
  const period = lastDays();
  const query = useAnswer(REQUESTS, period);
  return (
    <QueryView query={query} purpose={t('Usage shows the requests by key, operation and day.')}>
      {({ usageTotals, rateLimit }) => {
        const days = usageTotals?.days ?? [];
        const limit = <Limit perMinute={rateLimit.limit} days={days} />;
        return days.length === 0 ? (
          <Panel title={t('Requests')}>
            <p className="quiet">{t('No requests in the last 14 days.')}</p>
            {limit}
          </Panel>
        ) : (
          <DayChart title={t('Requests')} note={t('By day')} isSmall days={days} {...period}>
            {limit}
          </DayChart>
        );
      }}
    </QueryView>
  );
}

/** The busiest day, if it had a request a minute, against the limit of a key. */
function Limit({
  perMinute,
  days,
}: {
  readonly perMinute: number;
  readonly days: readonly { readonly requests: number }[];
}) {
  const place = usePlace();
  const most = Math.max(0, ...days.map(({ requests }) => requests));
  return (
    <p className="quiet small">
      {most >= MINUTES_OF_DAY &&
        t('On the busiest day all keys together sent {average} requests a minute on average.', {
          average: shortNumber(most / MINUTES_OF_DAY),
        })}{' '}
      {rich(
        'By its tier, a key may send up to {perMinute, number} requests a minute. <link>Usage by key and operation</link>',
        {
          perMinute,
          link: (text) => (
            <Link to="/app/$organization/$world/settings/usage" params={place}>
              {text}
            </Link>
          ),
        },
      )}
    </p>
  );
}
