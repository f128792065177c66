import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { dayOf, figure, wordsOf } from '../../parts/format.ts';
import { countOf, ListPanel, pageArguments } from '../../parts/list.tsx';
import { money } from '../../parts/money.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { StateChip } from '../../parts/state-chip.tsx';
import { usePlace } from '../../place.ts';

const ORDERS = graphql(`
  query Orders($filter: OrderFilter, $first: Int, $after: String, $last: Int, $before: String) {
    orders(
      filter: $filter
      sortBy: { field: PLACED_AT, direction: DESC }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes {
        id externalId state paymentState placedAt co2eKg estimatedCo2eKg
        total { amount currencyCode }
        customer { id name }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/orders';
const STATES = ['DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'RETURNED', 'CANCELLED'] as const;
const PAYMENT_STATES = [
  'UNPAID',
  'AUTHORIZED',
  'PARTIALLY_PAID',
  'PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VOIDED',
] as const;
const FILTERS = ['text', 'state', 'payment'] as const;

/** Orders, latest first. */
export function Orders() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { after: _after, before: _before, ...filters } = search;
  const state = STATES.find((each) => each === search.state);
  const payment = PAYMENT_STATES.find((each) => each === search.payment);
  const query = useQuery({
    queryKey: [place, 'orders', search],
    queryFn: () =>
      request(place, ORDERS, {
        filter: {
          ...(search.text !== undefined && { text: search.text }),
          ...(state !== undefined && { state: [state] }),
          ...(payment !== undefined && { paymentState: [payment] }),
        },
        ...pageArguments(search),
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title="Orders" about={countOf(query.data?.orders, 'order')} />
      <Filters
        label="Filter orders"
        keys={FILTERS}
        current={filters}
        onFilter={(next) => void navigate({ search: next })}
      >
        <TextFilter
          name="text"
          label="Find orders"
          placeholder="Your order id"
          value={search.text}
        />
        <ChoiceFilter
          name="state"
          label="State"
          value={state}
          choices={STATES.map((each) => [each, wordsOf(each)])}
        />
        <ChoiceFilter
          name="payment"
          label="Payment"
          value={payment}
          choices={PAYMENT_STATES.map((each) => [each, wordsOf(each)])}
        />
      </Filters>
      <QueryView
        query={query}
        purpose="An order keeps the footprint of what was bought, shipped and returned."
      >
        {({ orders }) => (
          <ListPanel
            caption="Orders"
            connection={orders}
            empty={
              <p>
                No order is here. Orders are made by <span className="code">createOrder</span> or by
                the checkout of a cart.
              </p>
            }
            onPage={(page) => void navigate({ search: { ...filters, ...page } })}
            columns={[
              {
                head: 'Order',
                cell: ({ id, externalId }) => (
                  <Link
                    className="strong"
                    to="/app/$organization/$world/orders/$id"
                    params={{ ...place, id }}
                  >
                    {externalId ?? id}
                  </Link>
                ),
              },
              { head: 'Placed', cell: ({ placedAt }) => dayOf(placedAt) },
              { head: 'Customer', cell: ({ customer }) => customer?.name ?? '–' },
              { head: 'State', cell: (row) => <StateChip state={row.state} /> },
              { head: 'Payment', cell: ({ paymentState }) => <StateChip state={paymentState} /> },
              { head: 'Total', isEnd: true, cell: ({ total }) => money(total) },
              {
                head: 'kg CO2e',
                isEnd: true,
                cell: ({ co2eKg, estimatedCo2eKg }) =>
                  co2eKg !== null ? (
                    <span className="strong">{figure(co2eKg)}</span>
                  ) : estimatedCo2eKg !== null ? (
                    `about ${figure(estimatedCo2eKg)}`
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
        )}
      </QueryView>
    </>
  );
}
