import { Link, useParams } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { NewScenario } from '../../parts/scenarios/new-scenario.tsx';
import { figure, labelled, momentOf, shortNumber, wordsOf } from '../../parts/texts/format.ts';
import { money } from '../../parts/texts/money.ts';
import { OrderActions } from './actions.tsx';

const ORDER = graphql(`
  query OrderPage($id: ID!) {
    order(id: $id) {
      id externalId version state paymentState placedAt confirmedAt shippedAt deliveredAt returnedAt
      cancelledAt co2eKg estimatedCo2eKg shippingCo2eKg linesWithoutFootprint
      subtotal { amount currencyCode }
      shippingPrice { amount currencyCode }
      taxTotal { amount currencyCode }
      discountTotal { amount currencyCode }
      total { amount currencyCode }
      customer { id name }
      lines {
        number name quantity returnedQuantity co2eKg estimatedCo2eKg
        unitPrice { amount currencyCode }
        total { amount currencyCode }
        product { id }
      }
      shippingLegs { method from to distanceKm }
      climateContributions { number project registry co2eKg state price { amount currencyCode } }
      footprintLedger(first: 100) { nodes { number kind part lineNumber quantity co2eKg createdAt } }
      transactions(first: 100) {
        nodes { id type state createdAt provider amount { amount currencyCode } }
      }
    }
  }
`);

export type Order = NonNullable<ResultOf<typeof ORDER>['order']>;

/** One purchase: its lines, the ledger of its footprint, its payments, and the steps that may come next. */
export function OrderPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/orders/$id' });
  const query = useAnswer(ORDER, { id });
  return (
    <QueryView
      query={query}
      purpose={t('An order keeps the footprint of what was bought, shipped and returned.')}
    >
      {({ order }) =>
        order === null ? (
          <Missing>{t('This order does not exist, or not in this environment.')}</Missing>
        ) : (
          <>
            <PageHead
              title={order.externalId ?? t('Order')}
              about={
                <span className="row">
                  <StateChip state={order.state} /> <StateChip state={order.paymentState} />
                  {t('Placed {placedAt}', { placedAt: momentOf(order.placedAt) })}
                  {order.customer !== null && (
                    <Link
                      to="/app/$organization/$world/customers/$id"
                      params={{ ...place, id: order.customer.id }}
                    >
                      {order.customer.name ?? t('Customer without a name')}
                    </Link>
                  )}
                </span>
              }
              path={
                <PathLink to="/app/$organization/$world/orders" params={place}>
                  {t('Orders')}
                </PathLink>
              }
            >
              <NewScenario
                name={labelled(t('What if'), order.externalId ?? order.id)}
                subject={{ orderId: order.id }}
              />
              <Allowed permission="ORDERS_WRITE">
                <OrderActions order={order} />
              </Allowed>
            </PageHead>
            <Footprint order={order} />
            <Lines order={order} />
            <Ledger order={order} />
            <Contributions order={order} />
            <Payments order={order} />
          </>
        )
      }
    </QueryView>
  );
}

function Footprint({ order }: { readonly order: Order }) {
  const { co2eKg, estimatedCo2eKg, shippingCo2eKg, linesWithoutFootprint } = order;
  const shown = co2eKg ?? estimatedCo2eKg;
  return (
    <section className="panel stack-2">
      <p className="quiet small">
        {co2eKg === null ? t('Estimate; frozen when the order is confirmed') : t('By the ledger')}
      </p>
      <p className="headline">
        <strong>{shown === null ? '–' : figure(shown)}</strong>
        <span>
          kg CO<sub>2</sub>e
        </span>
      </p>
      {shippingCo2eKg !== null && (
        <p>
          {t('Of this, shipping {shippingCo2eKg} kg.', { shippingCo2eKg: figure(shippingCo2eKg) })}
        </p>
      )}
      {linesWithoutFootprint > 0 && (
        <p className="chip warn">
          {t('{count, plural, one {# line has} other {# lines have}} no footprint', {
            count: linesWithoutFootprint,
          })}
        </p>
      )}
    </section>
  );
}

function Lines({ order }: { readonly order: Order }) {
  const place = usePlace();
  const sums = [
    [t('Subtotal'), order.subtotal],
    [t('Discounts'), order.discountTotal],
    [t('Shipping'), order.shippingPrice],
    [t('Taxes'), order.taxTotal],
    [t('Total'), order.total],
  ] as const;
  return (
    <Panel title={t('Lines')} note={order.shippingLegs.map(legText).join(', ')}>
      <Rows
        rows={order.lines}
        columns={[
          {
            head: t('Product'),
            cell: ({ product, name }) =>
              product === null ? (
                name
              ) : (
                <Link
                  to="/app/$organization/$world/products/$id"
                  params={{ ...place, id: product.id }}
                >
                  {name}
                </Link>
              ),
          },
          {
            head: t('Quantity'),
            className: 'end',
            cell: ({ quantity, returnedQuantity }) => (
              <>
                {quantity}
                {returnedQuantity > 0 && t(' ({returnedQuantity} returned)', { returnedQuantity })}
              </>
            ),
          },
          { head: t('Price'), className: 'end', cell: ({ unitPrice }) => money(unitPrice) },
          { head: t('Total'), className: 'end', cell: ({ total }) => money(total) },
          {
            head: 'kg CO2e',
            className: 'end strong',
            cell: (line) => {
              const co2eKg = line.co2eKg ?? line.estimatedCo2eKg;
              return co2eKg === null ? '–' : figure(co2eKg);
            },
          },
        ]}
      />
      <Facts facts={sums.map(([name, amount]): Fact => [name, money(amount)])} />
    </Panel>
  );
}

function legText({ method, from, to, distanceKm }: Order['shippingLegs'][number]): string {
  const way = [from, to].filter((each) => each !== null).join(' – ');
  const distance = distanceKm === null ? '' : ` ${shortNumber(distanceKm)} km`;
  return `${wordsOf(method)}${distance} ${way}`.trim();
}

function Ledger({ order }: { readonly order: Order }) {
  return (
    <Panel title={t('Footprint ledger')} note={t('Entries are added, never changed')}>
      {order.footprintLedger.nodes.length === 0 ? (
        <p className="quiet">{t('The first entries are written when the order is confirmed.')}</p>
      ) : (
        <Rows
          rows={order.footprintLedger.nodes}
          columns={[
            {
              head: t('Entry'),
              cell: (entry) => (
                <>
                  {entry.number}. {wordsOf(entry.kind)}
                </>
              ),
            },
            { head: t('Part'), cell: (entry) => wordsOf(entry.part) },
            {
              head: t('Line'),
              cell: (entry) =>
                entry.lineNumber === null ? '–' : `${entry.lineNumber} × ${entry.quantity}`,
            },
            { head: t('Written'), cell: (entry) => momentOf(entry.createdAt) },
            {
              head: 'kg CO2e',
              className: 'end strong',
              cell: (entry) => figure(Number(entry.co2eKg)),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** Payments to climate projects, which take nothing off the footprint. */
function Contributions({ order: { climateContributions } }: { readonly order: Order }) {
  if (climateContributions.length === 0) return null;
  return (
    <Panel title={t('Climate contributions')} note={t('Never taken off the footprint')}>
      <Rows
        rows={climateContributions}
        columns={[
          { head: t('Project'), cell: ({ project }) => project },
          { head: t('Registry'), cell: ({ registry }) => registry },
          { head: t('State'), cell: ({ state }) => <StateChip state={state} /> },
          {
            head: t('Price'),
            className: 'end',
            cell: ({ price }) => (price === null ? '–' : money(price)),
          },
          { head: 'kg CO2e', className: 'end', cell: ({ co2eKg }) => figure(co2eKg) },
        ]}
      />
    </Panel>
  );
}

function Payments({ order }: { readonly order: Order }) {
  const rows = order.transactions?.nodes ?? [];
  return (
    <Panel title={t('Payments')}>
      {rows.length === 0 ? (
        <p className="quiet">{t('No payment is recorded.')}</p>
      ) : (
        <Rows
          rows={rows}
          columns={[
            { head: t('Kind'), cell: (row) => wordsOf(row.type) },
            { head: t('State'), cell: (row) => <StateChip state={row.state} /> },
            { head: t('Provider'), cell: (row) => row.provider ?? '–' },
            { head: t('Recorded'), cell: (row) => momentOf(row.createdAt) },
            { head: t('Amount'), className: 'end', cell: (row) => money(row.amount) },
          ]}
        />
      )}
    </Panel>
  );
}
