import { useNavigate, useSearch } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { rich, t } from '../../language.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { placeName } from '../../parts/texts/country.ts';
import { figure } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';

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
  const query = useAnswer(
    CUSTOMERS,
    { filter: given({ text: search.text }), ...pageArguments(search) },
    KEEP_EARLIER,
  );
  return (
    <>
      <PageHead
        title={t('Customers')}
        about={countOf(query.data?.customers, (count) =>
          t('{count, plural, one {# customer} other {# customers}}', { count }),
        )}
      />
      <FilteredList
        caption={t('Customers')}
        filters={[{ name: 'text', label: t('Find customers'), placeholder: t('Name') }]}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={t('Customers have their orders here, and their rights: access and erasure.')}
        connectionOf={(data) => data.customers}
        empty={rich(
          'No customer is here. Customers are made by <span>createCustomer</span> or imported.',
          { span: (text) => <span className="code">{text}</span> },
        )}
        columns={[
          {
            head: t('Name'),
            cell: ({ id, name, externalId, erasedAt }) => (
              <RowLink place={place} page="customers" id={id}>
                {erasedAt === null ? (name ?? externalId ?? id) : t('Erased person')}
              </RowLink>
            ),
          },
          {
            head: t('E-mail address'),
            className: 'named',
            cell: ({ email }) => email ?? '–',
          },
          {
            head: t('Country'),
            cell: ({ country }) => (country === null ? '–' : placeName(country)),
          },
          { head: t('Orders'), className: 'end', cell: ({ totals }) => totals.orderCount },
          {
            head: 'kg CO2e',
            className: 'end',
            cell: ({ totals }) => figure(totals.totalCo2eKg),
          },
        ]}
      />
    </>
  );
}
