import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { Filters, TextFilter } from '../../parts/filters.tsx';
import { figure } from '../../parts/format.ts';
import { countOf, ListPanel, pageArguments } from '../../parts/list.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { usePlace } from '../../place.ts';

const CUSTOMERS = graphql(`
  query Customers($filter: CustomerFilter, $first: Int, $after: String, $last: Int, $before: String) {
    customers(
      filter: $filter
      sortBy: { field: CREATED_AT, direction: DESC }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes { id externalId name email country erasedAt totals { orderCount totalCo2eKg } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/customers';

/** Customers, newest first. */
export function Customers() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { text } = search;
  const query = useQuery({
    queryKey: [place, 'customers', search],
    queryFn: () =>
      request(place, CUSTOMERS, {
        filter: text === undefined ? null : { text },
        ...pageArguments(search),
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title="Customers" about={countOf(query.data?.customers, 'customer')} />
      <Filters
        label="Filter customers"
        keys={['text']}
        current={search}
        onFilter={(next) => void navigate({ search: next })}
      >
        <TextFilter name="text" label="Find customers" placeholder="Name" value={text} />
      </Filters>
      <QueryView
        query={query}
        purpose="Customers have their orders here, and their rights: access and erasure."
      >
        {({ customers }) => (
          <ListPanel
            caption="Customers"
            connection={customers}
            empty={
              <p>
                No customer is here. Customers are made by{' '}
                <span className="code">createCustomer</span> or imported.
              </p>
            }
            onPage={(page) => void navigate({ search: { ...(text && { text }), ...page } })}
            columns={[
              {
                head: 'Name',
                cell: ({ id, name, externalId, erasedAt }) => (
                  <Link
                    className="strong"
                    to="/app/$organization/$world/customers/$id"
                    params={{ ...place, id }}
                  >
                    {erasedAt === null ? (name ?? externalId ?? id) : 'Erased person'}
                  </Link>
                ),
              },
              { head: 'E-mail address', cell: ({ email }) => email ?? '–' },
              { head: 'Country', cell: ({ country }) => country ?? '–' },
              { head: 'Orders', isEnd: true, cell: ({ totals }) => totals.orderCount },
              {
                head: 'kg CO2e',
                isEnd: true,
                cell: ({ totals }) => figure(totals.totalCo2eKg),
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
}
