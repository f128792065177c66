import { graphql } from '../../api/graphql.ts';
import { useMay } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { clockOf, dayInYear } from '../../parts/texts/format.ts';
import { CalculationRow, EventRow } from './activity-rows.tsx';

/** Few of each group: an import leaves a thousand calculations, which must not hide everything else. */
const ACTIVITY = graphql(`
  query HomeActivity(
    $calculations: Boolean!, $passports: Boolean!, $orders: Boolean!, $keys: Boolean!
  ) {
    calculations(first: 4, filter: { isOfScenario: false }) @include(if: $calculations) {
      nodes { id kind detail co2eKg createdAt product { id name } }
    }
    passports: events(
      first: 3
      sortBy: { field: CREATED_AT, direction: DESC }
      filter: { types: ["dpp.published", "dpp.amended", "dpp.suspended", "dpp.revoked"] }
    ) @include(if: $passports) {
      nodes { id type createdAt data object { ... on DPP { product { name } } } }
    }
    works: events(
      first: 3
      sortBy: { field: CREATED_AT, direction: DESC }
      filter: { types: ["bulk_job.completed", "bulk_job.failed", "webhook_endpoint.disabled"] }
    ) {
      nodes { id type createdAt data }
    }
    orders: events(
      first: 3
      sortBy: { field: CREATED_AT, direction: DESC }
      filter: { types: ["order.confirmed", "order.returned"] }
    ) @include(if: $orders) {
      nodes { id type createdAt data }
    }
    keys: events(
      first: 3
      sortBy: { field: CREATED_AT, direction: DESC }
      filter: { types: ["api_key.created", "api_key.rotated", "api_key.revoked"] }
    ) @include(if: $keys) {
      nodes { id type createdAt data object { ... on ApiKey { name last4 } } }
    }
  }
`);

const SHOWN = 6;

/** The latest events that a person cares about, each with where it leads. */
export function Activity() {
  const query = useAnswer(ACTIVITY, {
    calculations: useMay('CALCULATIONS_READ', 'PRODUCTS_READ'),
    passports: useMay('DPPS_READ', 'PRODUCTS_READ'),
    orders: useMay('ORDERS_READ'),
    keys: useMay('API_KEYS_MANAGE'),
  });
  return (
    <QueryView query={query} purpose={t('This list shows what happened last.')}>
      {({ calculations, passports, works, orders, keys }) => {
        const calculated = (calculations?.nodes ?? []).filter((each) => each !== null);
        const events = [passports, works, orders, keys].flatMap((group) => group?.nodes ?? []);
        const rows = [
          ...calculated.map((each) => ({ ...each, row: <CalculationRow calculation={each} /> })),
          ...events.map((each) => ({ ...each, row: <EventRow event={each} /> })),
        ]
          .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
          .slice(0, SHOWN);
        return (
          <Panel title={t('Latest activity')}>
            {rows.length === 0 && <p className="quiet">{t('Nothing has happened yet.')}</p>}
            <ul className="activity">
              {rows.map(({ id, createdAt, row }) => (
                <li key={id}>
                  <time dateTime={createdAt} className="quiet small figures">
                    {timeOf(createdAt)}
                  </time>
                  {row}
                </li>
              ))}
            </ul>
          </Panel>
        );
      }}
    </QueryView>
  );
}

/** The hour of today, the day before it. */
function timeOf(time: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? clockOf(date.getTime()) : dayInYear(time);
}
