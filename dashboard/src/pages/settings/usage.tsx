import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { graphql, type ResultOf } from '../../graphql.ts';
import { Filters } from '../../parts/filters.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SettingsPage } from '../../parts/settings-menu.tsx';
import { usePlace } from '../../place.ts';

const USAGE = graphql(`
  query UsagePage($from: Date!, $to: Date!) {
    usage(from: $from, to: $to, first: 100) {
      totalCount
      nodes { day operation requests cost apiKey { id name } }
      pageInfo { hasNextPage }
    }
    rateLimit { limit remaining maxCost }
    me { organization { tier } }
  }
`);

type Row = NonNullable<NonNullable<ResultOf<typeof USAGE>['usage']>['nodes'][number]>;

const ROUTE = '/app/$organization/$world/settings/usage';
const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;

/** Requests by key, operation and day, and the limit that they count against. */
export function Usage() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const from = search.from ?? dateOf(Date.now() - (SHOWN_DAYS - 1) * DAY_MS);
  const to = search.to ?? dateOf(Date.now());
  const query = useQuery({
    queryKey: [place, 'usage', from, to],
    queryFn: () => request(place, USAGE, { from, to }),
  });
  return (
    <>
      <PageHead title="Usage" about="Requests of the API keys of this environment." />
      <SettingsPage>
        <div className="stack">
          <Filters
            label="Days"
            keys={['from', 'to']}
            current={search}
            onFilter={(next) => void navigate({ search: next })}
          >
            <input type="date" name="from" aria-label="From" defaultValue={from} />
            <input type="date" name="to" aria-label="To" defaultValue={to} />
          </Filters>
          <QueryView query={query} purpose="Usage shows the requests by key, operation and day.">
            {({ usage, rateLimit }) => {
              const rows = (usage?.nodes ?? []).filter((row) => row !== null);
              return (
                <>
                  {rows.length === 0 ? (
                    <p className="panel">No requests in these days.</p>
                  ) : (
                    <>
                      <Sums title="By day" rows={rows} nameOf={({ day }) => day} />
                      <Sums
                        title="By key"
                        rows={rows}
                        nameOf={({ apiKey }) => apiKey?.name ?? 'Dashboard or deleted key'}
                      />
                      <Sums
                        title="By operation"
                        rows={rows}
                        nameOf={({ operation }) => operation}
                      />
                    </>
                  )}
                  {usage?.pageInfo.hasNextPage === true && (
                    <p className="notice warn">
                      The sums are of the first 100 of {usage.totalCount.toLocaleString('en')}{' '}
                      entries. Choose fewer days.
                    </p>
                  )}
                  <p className="quiet">
                    You have {rateLimit.limit.toLocaleString('en')} requests a minute; one document
                    may cost {rateLimit.maxCost.toLocaleString('en')}.
                  </p>
                </>
              );
            }}
          </QueryView>
        </div>
      </SettingsPage>
    </>
  );
}

/** Requests added up by a name, with a bar for each. */
function Sums({
  title,
  rows,
  nameOf,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
}) {
  const sums = [...Map.groupBy(rows, nameOf)].map(([name, own]) => ({
    name,
    requests: own.reduce((sum, row) => sum + row.requests, 0),
    cost: own.reduce((sum, row) => sum + row.cost, 0),
  }));
  const most = Math.max(...sums.map(({ requests }) => requests));
  return (
    <Panel title={title} note="Requests">
      <table className="bars">
        <thead>
          <tr>
            <th>{title.replace('By ', '')}</th>
            <th>Bar</th>
            <th className="end">Requests</th>
            <th className="end">Cost</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ name, requests, cost }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="track" aria-hidden>
                <span
                  style={{ width: `${(requests / most) * 100}%`, background: 'var(--series)' }}
                />
              </td>
              <td className="end strong">{requests.toLocaleString('en')}</td>
              <td className="end quiet">{cost.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
