import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useMay, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { download } from '../../parts/page/download.ts';
import { Facts } from '../../parts/page/facts.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { placeName } from '../../parts/texts/country.ts';
import { dayOf, figure, languageName } from '../../parts/texts/format.ts';
import { money } from '../../parts/texts/money.ts';

const CUSTOMER = graphql(`
  query CustomerPage($id: ID!) {
    customer(id: $id) {
      id externalId name email country language tags version createdAt erasedAt isErasurePending
      totals { orderCount totalCo2eKg totalSpent { amount currencyCode } }
      orders(last: 50) {
        totalCount
        nodes { id externalId state placedAt co2eKg total { amount currencyCode } }
      }
    }
  }
`);
const DATA = graphql(`query CustomerData($id: ID!) { customerData(id: $id) }`);
const ERASE = graphql(`
  mutation EraseCustomer($input: DeleteCustomerInput!) {
    deleteCustomer(input: $input) { deletedCustomerId }
  }
`);

/** One person: their orders, all that is held about them, and erasure. */
export function CustomerPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/customers/$id' });
  const [isErasing, setErasing] = useState(false);
  const mayWrite = useMay('CUSTOMERS_WRITE');
  const query = useAnswer(CUSTOMER, { id });
  const handOut = useTask(async (_: undefined) => {
    const { customerData } = await request(place, DATA, { id });
    download(`${id}.json`, JSON.stringify(customerData, null, 2));
  });
  return (
    <QueryView
      query={query}
      purpose={t('Customers have their orders here, and their rights: access and erasure.')}
    >
      {({ customer }) => {
        if (customer === null)
          return (
            <Missing>{t('This customer does not exist, or not in this environment.')}</Missing>
          );
        const name = customer.name ?? customer.externalId ?? customer.id;
        const title = customer.erasedAt === null ? name : t('Erased person');
        const orders = (customer.orders?.nodes ?? []).toReversed();
        return (
          <>
            <PageHead
              title={title}
              about={[
                customer.email,
                customer.country && placeName(customer.country),
                customer.language && (languageName(customer.language) ?? customer.language),
                ...customer.tags,
              ]
                .filter((each) => each !== null)
                .join(' · ')}
              path={
                <PathLink to="/app/$organization/$world/customers" params={place}>
                  {t('Customers')}
                </PathLink>
              }
            >
              <button
                type="button"
                disabled={handOut.isRunning}
                onClick={() => void handOut.run(undefined)}
              >
                <Download /> {t('Hand out all data')}
              </button>
              {customer.erasedAt === null && mayWrite && (
                <button type="button" className="danger" onClick={() => setErasing(true)}>
                  {t('Erase person')}
                </button>
              )}
            </PageHead>
            <TaskFailure task={handOut} />
            {customer.erasedAt !== null && (
              <div className="notice">
                <p>
                  {customer.isErasurePending
                    ? t('This person has very many orders. Their data are being erased.')
                    : t(
                        'The data of this person were erased {erasedAt}. Their orders stay without a name.',
                        { erasedAt: dayOf(customer.erasedAt) },
                      )}
                </p>
              </div>
            )}
            <section className="panel">
              <Facts
                facts={[
                  [t('Orders'), customer.totals.orderCount],
                  ['kg CO2e', figure(customer.totals.totalCo2eKg)],
                  [t('Spent'), customer.totals.totalSpent.map(money).join(', ') || '–'],
                  [t('Since'), dayOf(customer.createdAt)],
                ]}
              />
            </section>
            <Panel
              title={t('Orders')}
              note={
                (customer.orders?.totalCount ?? 0) > orders.length
                  ? t('The latest {count} of {totalCount}', {
                      count: orders.length,
                      totalCount: customer.orders?.totalCount ?? 0,
                    })
                  : undefined
              }
            >
              {orders.length === 0 ? (
                <p className="quiet">{t('This customer has no orders.')}</p>
              ) : (
                <Rows
                  caption={t('Orders of the customer')}
                  rows={orders}
                  columns={[
                    {
                      head: t('Order'),
                      cell: (order) => (
                        <Link
                          to="/app/$organization/$world/orders/$id"
                          params={{ ...place, id: order.id }}
                        >
                          {order.externalId ?? order.id}
                        </Link>
                      ),
                    },
                    { head: t('Placed'), cell: ({ placedAt }) => dayOf(placedAt) },
                    { head: t('State'), cell: ({ state }) => <StateChip state={state} /> },
                    { head: t('Total'), className: 'end', cell: ({ total }) => money(total) },
                    {
                      head: 'kg CO2e',
                      className: 'end',
                      cell: ({ co2eKg }) => (co2eKg === null ? '–' : figure(co2eKg)),
                    },
                  ]}
                />
              )}
            </Panel>
            {isErasing && (
              <ConfirmDialog
                title={t('Erase {name}', { name })}
                typed={name}
                action={t('Erase person')}
                onClose={() => setErasing(false)}
                onConfirm={async () => {
                  await request(place, ERASE, {
                    input: { id, expectedVersion: customer.version },
                  });
                }}
              >
                <p>
                  {t(
                    'Name, addresses and metadata of this person are deleted for good, in their orders, carts and payments as well. Amounts and footprints of the orders stay.',
                  )}
                </p>
              </ConfirmDialog>
            )}
          </>
        );
      }}
    </QueryView>
  );
}
