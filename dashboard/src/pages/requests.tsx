import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../api.ts';
import { graphql } from '../graphql.ts';
import { Actor } from '../parts/actor.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { momentOf } from '../parts/format.ts';
import { ListPanel, pageArguments } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { usePlace } from '../place.ts';

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
const FILTERS = ['operation', 'outcome', 'failed'] as const;

/** Requests of the last days, found by operation and outcome: never their variables or texts. */
export function Requests() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { after: _after, before: _before, ...filters } = search;
  const query = useQuery({
    queryKey: [place, 'requests', search],
    queryFn: () =>
      request(place, REQUESTS, {
        filter: {
          ...(filters.operation !== undefined && { operation: filters.operation }),
          ...(filters.outcome !== undefined && { outcome: filters.outcome }),
          ...(filters.failed !== undefined && { hasFailed: filters.failed === 'yes' }),
        },
        ...pageArguments(search),
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title="Requests" about="Of the last days, without variables and texts." />
      <Filters
        label="Filter requests"
        keys={FILTERS}
        current={filters}
        onFilter={(next) => void navigate({ search: next })}
      >
        <TextFilter
          name="operation"
          label="Operation"
          placeholder="products, createOrder …"
          value={filters.operation}
        />
        <TextFilter
          name="outcome"
          label="Outcome"
          placeholder="FORBIDDEN …"
          value={filters.outcome}
        />
        <ChoiceFilter
          name="failed"
          label="Failed"
          value={filters.failed}
          choices={[
            ['yes', 'Failed'],
            ['no', 'Answered'],
          ]}
        />
      </Filters>
      <QueryView
        query={query}
        purpose="The log of requests finds a request by its id, operation or error."
      >
        {({ requests }) => (
          <ListPanel
            caption="Requests"
            connection={requests}
            empty={<p>No request is here. Send one with a key of this environment.</p>}
            onPage={(page) => void navigate({ search: { ...filters, ...page } })}
            columns={[
              { head: 'When', cell: ({ createdAt }) => momentOf(createdAt) },
              {
                head: 'Operation',
                cell: ({ operation, operationName, id }) => (
                  <span>
                    <span className="strong">{operationName ?? operation}</span>
                    <br />
                    <span className="quiet small code">{id}</span>
                  </span>
                ),
              },
              { head: 'Who', cell: ({ actor }) => <Actor actor={actor} /> },
              {
                head: 'Outcome',
                cell: ({ outcome, status }) => (
                  <span className={outcome === 'OK' ? 'chip ok' : 'chip warn'}>
                    {outcome}
                    {status === 200 ? '' : ` ${status}`}
                  </span>
                ),
              },
              { head: 'Cost', isEnd: true, cell: ({ cost }) => cost },
              {
                head: 'ms',
                isEnd: true,
                cell: ({ durationMs }) => Math.round(durationMs * 10) / 10,
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
}
