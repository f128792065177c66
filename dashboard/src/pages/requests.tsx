import { useNavigate, useSearch } from '@tanstack/react-router';
import { graphql } from '../api/graphql.ts';
import { useAnswer } from '../api/use-answer.ts';
import { language, t } from '../language.ts';
import { FilteredList } from '../parts/lists/filtered-list.tsx';
import { KEEP_EARLIER, pageArguments } from '../parts/lists/list.tsx';
import { CurlSample } from '../parts/page/curl-sample.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { Actor } from '../parts/people/actor.tsx';
import { exactMomentOf } from '../parts/texts/format.ts';
import { given } from '../search.ts';

const REQUESTS = graphql(`
  query RequestsPage(
    $filter: RequestFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    requests(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsExact
      nodes {
        id createdAt operation operationName outcome status cost durationMs responseBytes
        actor { kind id name email }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/requests';
const FILTERS = [
  { name: 'operation', label: t('Operation'), placeholder: t('products, createOrder …') },
  { name: 'outcome', label: t('Outcome'), placeholder: 'FORBIDDEN …' },
  {
    name: 'failed',
    label: t('Failed'),
    choices: [
      ['yes', t('Failed')],
      ['no', t('Answered')],
    ],
  },
] as const;

/** Requests of the last days, found by operation and outcome: never their variables or texts. */
export function Requests() {
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const query = useAnswer(
    REQUESTS,
    {
      filter: given({
        operation: search.operation,
        outcome: search.outcome,
        hasFailed: search.failed === undefined ? undefined : search.failed === 'yes',
      }),
      ...pageArguments(search),
    },
    KEEP_EARLIER,
  );
  return (
    <>
      <PageHead title={t('Requests')} about={t('Of the last days, without variables and texts.')} />
      <FilteredList
        caption={t('Requests')}
        filters={FILTERS}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={t('The log of requests finds a request by its id, operation or error.')}
        connectionOf={(data) => data.requests}
        empty={t('No request is here. Send one with a key of this environment.')}
        start={<CurlSample query="{ me { name tier } }" />}
        columns={[
          { head: t('When'), cell: ({ createdAt }) => exactMomentOf(createdAt) },
          {
            head: t('Operation'),
            cell: ({ operation, operationName, id }) => (
              <span>
                <span className="strong" translate="no">
                  {operationName ?? operation}
                </span>
                <br />
                <span className="quiet small code">{id}</span>
              </span>
            ),
          },
          { head: t('Who'), cell: ({ actor }) => <Actor actor={actor} /> },
          {
            head: t('Outcome'),
            cell: ({ outcome, status }) => (
              <span className={outcome === 'OK' ? 'chip ok' : 'chip warn'}>
                {outcome}
                {status === 200 ? '' : ` ${status}`}
              </span>
            ),
          },
          { head: t('Cost'), className: 'end', cell: ({ cost }) => cost.toLocaleString(language) },
          {
            head: 'ms',
            className: 'end',
            cell: ({ durationMs }) =>
              durationMs.toLocaleString(language, {
                minimumFractionDigits: 1,
                maximumFractionDigits: 1,
              }),
          },
        ]}
      />
    </>
  );
}
