import { Link, useParams } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../graphql.ts';
import { t } from '../../language.ts';
import { figure, labelled, momentOf, shortNumber, wordsOf } from '../../parts/format.ts';
import { Missing } from '../../parts/missing.tsx';
import { money } from '../../parts/money.ts';
import { NewScenario } from '../../parts/new-scenario.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { StateChip } from '../../parts/state-chip.tsx';
import { usePlace } from '../../place.ts';
import { useAnswer } from '../../use-answer.ts';
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
                <>
                  <Link to="/app/$organization/$world/orders" params={place}>
                    {t('Orders')}
                  </Link>{' '}
                  / <bdi>{order.externalId ?? order.id}</bdi>
                </>
              }
            >
              <NewScenario
                name={labelled(t('What if'), order.externalId ?? order.id)}
                subject={{ orderId: order.id }}
              />
              <OrderActions order={order} />
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
      <table>
        <thead>
          <tr>
            <th>{t('Product')}</th>
            <th className="end">{t('Quantity')}</th>
            <th className="end">{t('Price')}</th>
            <th className="end">{t('Total')}</th>
            <th className="end">kg CO2e</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => {
            const co2eKg = line.co2eKg ?? line.estimatedCo2eKg;
            return (
              <tr key={line.number}>
                <td data-label={t('Product')}>
                  {line.product === null ? (
                    line.name
                  ) : (
                    <Link
                      to="/app/$organization/$world/products/$id"
                      params={{ ...place, id: line.product.id }}
                    >
                      {line.name}
                    </Link>
                  )}
                </td>
                <td data-label={t('Quantity')} className="end">
                  {line.quantity}
                  {line.returnedQuantity > 0 &&
                    t(' ({returnedQuantity} returned)', {
                      returnedQuantity: line.returnedQuantity,
                    })}
                </td>
                <td data-label={t('Price')} className="end">
                  {money(line.unitPrice)}
                </td>
                <td data-label={t('Total')} className="end">
                  {money(line.total)}
                </td>
                <td data-label="kg CO2e" className="end strong">
                  {co2eKg === null ? '–' : figure(co2eKg)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <dl className="facts">
        {sums.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
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
        <table>
          <thead>
            <tr>
              <th>{t('Entry')}</th>
              <th>{t('Part')}</th>
              <th>{t('Line')}</th>
              <th>{t('Written')}</th>
              <th className="end">kg CO2e</th>
            </tr>
          </thead>
          <tbody>
            {order.footprintLedger.nodes.map(
              (entry) =>
                entry !== null && (
                  <tr key={entry.number}>
                    <td data-label={t('Entry')}>
                      {entry.number}. {wordsOf(entry.kind)}
                    </td>
                    <td data-label={t('Part')}>{wordsOf(entry.part)}</td>
                    <td data-label={t('Line')}>
                      {entry.lineNumber === null ? '–' : `${entry.lineNumber} × ${entry.quantity}`}
                    </td>
                    <td data-label={t('Written')}>{momentOf(entry.createdAt)}</td>
                    <td data-label="kg CO2e" className="end strong">
                      {figure(Number(entry.co2eKg))}
                    </td>
                  </tr>
                ),
            )}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** Payments to climate projects, which take nothing off the footprint. */
function Contributions({ order: { climateContributions } }: { readonly order: Order }) {
  if (climateContributions.length === 0) return null;
  return (
    <Panel title={t('Climate contributions')} note={t('Never taken off the footprint')}>
      <table>
        <thead>
          <tr>
            <th>{t('Project')}</th>
            <th>{t('Registry')}</th>
            <th>{t('State')}</th>
            <th className="end">{t('Price')}</th>
            <th className="end">kg CO2e</th>
          </tr>
        </thead>
        <tbody>
          {climateContributions.map(({ number, project, registry, state, price, co2eKg }) => (
            <tr key={number}>
              <td data-label={t('Project')}>{project}</td>
              <td data-label={t('Registry')}>{registry}</td>
              <td data-label={t('State')}>
                <StateChip state={state} />
              </td>
              <td data-label={t('Price')} className="end">
                {price === null ? '–' : money(price)}
              </td>
              <td data-label="kg CO2e" className="end">
                {figure(co2eKg)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
        <table>
          <thead>
            <tr>
              <th>{t('Kind')}</th>
              <th>{t('State')}</th>
              <th>{t('Provider')}</th>
              <th>{t('Recorded')}</th>
              <th className="end">{t('Amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(
              (row) =>
                row !== null && (
                  <tr key={row.id}>
                    <td data-label={t('Kind')}>{wordsOf(row.type)}</td>
                    <td data-label={t('State')}>
                      <StateChip state={row.state} />
                    </td>
                    <td data-label={t('Provider')}>{row.provider ?? '–'}</td>
                    <td data-label={t('Recorded')}>{momentOf(row.createdAt)}</td>
                    <td data-label={t('Amount')} className="end">
                      {money(row.amount)}
                    </td>
                  </tr>
                ),
            )}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
