import { useNavigate, useSearch } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Filters } from '../../parts/lists/filters.tsx';
import { DayChart, lastDays } from '../../parts/page/day-chart.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { isNotAllowed, QueryView } from '../../parts/page/query-view.tsx';
import { dayOf } from '../../parts/texts/format.ts';
import { Bars } from './bars.tsx';
import { SettingsPage } from './settings-page.tsx';
import { STORAGE, Storage } from './storage.tsx';

const USAGE = graphql(
  `
  query UsagePage($from: Date!, $to: Date!) {
    usageTotals(from: $from, to: $to) {
      days { day requests cost }
      keys { requests cost apiKey { id name } }
      operations { operation requests cost }
      deprecated { coordinate reason requests lastDay apiKey { id name } }
    }
    rateLimit { limit remaining maxCost }
    storage { ...StoredBytes }
    me { organization { tier } }
  }
`,
  [STORAGE],
);

const ROUTE = '/app/$organization/$world/settings/usage';

/** Requests by key, operation and day, and the limit that they count against. */
export function Usage() {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const days = lastDays();
  const from = search.from ?? days.from;
  const to = search.to ?? days.to;
  const query = useAnswer(USAGE, { from, to });
  return (
    <>
      <PageHead
        title={t('Usage')}
        path={t('Settings')}
        about={t('Requests of the API keys and storage of this environment.')}
      />
      <SettingsPage>
        <div className="stack">
          {!isNotAllowed(query.error) && (
            <Filters
              label={t('Days')}
              keys={['from', 'to']}
              current={search}
              onFilter={(next) => void navigate({ search: next })}
            >
              <Field type="date" name="from" label={t('First day')} defaultValue={from} />
              <Field type="date" name="to" label={t('Last day')} defaultValue={to} />
            </Filters>
          )}
          <QueryView
            query={query}
            purpose={t('Usage shows the requests by key, operation and day.')}
          >
            {({ usageTotals, rateLimit, storage }) => (
              <>
                {usageTotals === null || usageTotals.days.length === 0 ? (
                  <p className="panel">{t('No requests in these days.')}</p>
                ) : (
                  <>
                    <DayChart
                      title={t('By day')}
                      note={t('Requests')}
                      days={usageTotals.days}
                      from={from}
                      to={to}
                    />
                    <Sums
                      title={t('By key')}
                      head={t('Key')}
                      sums={usageTotals.keys.map(({ apiKey, ...count }) => ({
                        name: apiKey?.name ?? t('A key that you may not see'),
                        ...count,
                      }))}
                    />
                    <Sums
                      title={t('By operation')}
                      head={t('Operation')}
                      sums={usageTotals.operations.map(({ operation, ...count }) => ({
                        name: OPERATION_WORDS[operation] ?? operation.replaceAll(',', ', '),
                        ...count,
                      }))}
                    />
                    {usageTotals.deprecated.length > 0 && (
                      <Deprecated uses={usageTotals.deprecated} />
                    )}
                  </>
                )}
                {storage !== null && <Storage stored={storage} />}
                <p className="quiet">
                  {t('You have {limit} requests a minute; one document may cost {maxCost}.', {
                    limit: rateLimit.limit.toLocaleString(language),
                    maxCost: rateLimit.maxCost.toLocaleString(language),
                  })}
                </p>
              </>
            )}
          </QueryView>
        </div>
      </SettingsPage>
    </>
  );
}

type DeprecatedUse = {
  readonly coordinate: string;
  readonly reason: string | null;
  readonly requests: number;
  readonly lastDay: string;
  readonly apiKey: { readonly id: string; readonly name: string } | null;
};

/** Parts of the API that will be removed, and the keys whose clients still use them. */
function Deprecated({ uses }: { readonly uses: readonly DeprecatedUse[] }) {
  return (
    <Panel title={t('Deprecated parts in use')} note={t('They will be removed from the API')}>
      <table className="wide">
        <thead>
          <tr>
            <th>{t('Part')}</th>
            <th>{t('Key')}</th>
            <th>{t('Last used')}</th>
            <th className="end">{t('Requests')}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ coordinate, reason, requests, lastDay, apiKey }) => (
            <tr key={`${coordinate} ${apiKey?.id}`}>
              <td data-label={t('Part')}>
                <code>{coordinate}</code>
                <div className="quiet small" lang="en">
                  {reason}
                </div>
              </td>
              <td data-label={t('Key')}>{apiKey?.name ?? t('A key that you may not see')}</td>
              <td data-label={t('Last used')}>{dayOf(lastDay)}</td>
              <td data-label={t('Requests')} className="end strong">
                {requests.toLocaleString(language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** Names that the service gives to what is not one operation. */
const OPERATION_WORDS: Readonly<Record<string, string>> = {
  refused: t('Refused requests'),
  other: t('All other operations'),
};

type Sum = { readonly name: string; readonly requests: number; readonly cost: number };

/** Requests by a name, with a bar for each. */
function Sums({
  title,
  head,
  sums,
}: {
  readonly title: string;
  readonly head: string;
  readonly sums: readonly Sum[];
}) {
  const most = Math.max(...sums.map(({ requests }) => requests));
  return (
    <Panel title={title} note={t('Requests')}>
      <Bars
        head={head}
        columns={[t('Requests'), t('Cost')]}
        bars={sums.map(({ name, requests, cost }) => ({
          name,
          length: requests / most,
          cells: [requests.toLocaleString(language), cost.toLocaleString(language)],
        }))}
      />
    </Panel>
  );
}
