import { useNavigate, useSearch } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { rich, t } from '../../language.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { CurlSample } from '../../parts/page/curl-sample.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { choicesOf, dayOf, figure } from '../../parts/texts/format.ts';
import { money } from '../../parts/texts/money.ts';
import { given } from '../../search.ts';

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
const FILTERS = [
  { name: 'text', label: t('Find orders'), placeholder: t('Your order id') },
  { name: 'state', label: t('State'), choices: choicesOf(STATES) },
  { name: 'payment', label: t('Payment'), choices: choicesOf(PAYMENT_STATES) },
] as const;

/** Orders, latest first. */
export function Orders() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const state = STATES.find((each) => each === search.state);
  const payment = PAYMENT_STATES.find((each) => each === search.payment);
  const query = useAnswer(
    ORDERS,
    {
      filter: given({
        text: search.text,
        state: state && [state],
        paymentState: payment && [payment],
      }),
      ...pageArguments(search),
    },
    KEEP_EARLIER,
  );
  return (
    <>
      <PageHead
        title={t('Orders')}
        about={countOf(query.data?.orders, (count) =>
          t('{count, plural, one {# order} other {# orders}}', { count }),
        )}
      />
      <FilteredList
        caption={t('Orders')}
        filters={FILTERS}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={t('An order keeps the footprint of what was bought, shipped and returned.')}
        connectionOf={(data) => data.orders}
        empty={rich(
          'No order is here. Orders are made by <span>createOrder</span> or by the checkout of a cart.',
          { span: (text) => <span className="code">{text}</span> },
        )}
        start={
          <Allowed permission="ORDERS_WRITE">
            <FirstOrder />
          </Allowed>
        }
        columns={[
          {
            head: t('Order'),
            cell: ({ id, externalId }) => (
              <RowLink place={place} page="orders" id={id}>
                {externalId ?? id}
              </RowLink>
            ),
          },
          { head: t('Placed'), cell: ({ placedAt }) => dayOf(placedAt) },
          { head: t('Customer'), cell: ({ customer }) => customer?.name ?? '–' },
          { head: t('State'), cell: (row) => <StateChip state={row.state} /> },
          { head: t('Payment'), cell: ({ paymentState }) => <StateChip state={paymentState} /> },
          { head: t('Total'), className: 'end', cell: ({ total }) => money(total) },
          {
            head: 'kg CO2e',
            className: 'end',
            cell: ({ co2eKg, estimatedCo2eKg }) =>
              co2eKg !== null ? (
                <span className="strong">{figure(co2eKg)}</span>
              ) : estimatedCo2eKg !== null ? (
                t('about {estimatedCo2eKg}', { estimatedCo2eKg: figure(estimatedCo2eKg) })
              ) : (
                '–'
              ),
          },
        ]}
      />
    </>
  );
}

const FIRST_PRODUCT = graphql(`
  query FirstProduct { products(first: 1) { nodes { id } } }
`);

/** The request that makes a first order, of a product of this place. */
function FirstOrder() {
  const { data } = useAnswer(FIRST_PRODUCT, {});
  const product = data?.products?.nodes?.[0]?.id ?? 'prod_…';
  return (
    <CurlSample
      query={`mutation { createOrder(input: { lines: [{ productId: "${product}", quantity: 1 }] }) { order { id estimatedCo2eKg } } }`}
    />
  );
}
