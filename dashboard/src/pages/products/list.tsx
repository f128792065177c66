import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useReload } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { FilteredList } from '../../parts/lists/filtered-list.tsx';
import { countOf, KEEP_EARLIER, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { choicesOf, figure, wordsOf } from '../../parts/texts/format.ts';
import { given } from '../../search.ts';
import { AddProduct } from './add-product.tsx';
import { CalculateFootprints } from './catalogue-footprints/start.tsx';
import { intervalOf } from './interval.ts';

const PRODUCTS = graphql(`
  query Products(
    $filter: ProductFilter
    $sortBy: ProductSort
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    products(
      filter: $filter
      sortBy: $sortBy
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes { id name sku status footprintState footprint { co2eKg full { uncertainty { lowCo2eKg highCo2eKg } monteCarlo { lowCo2eKg highCo2eKg } } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/products';
const STATUSES = ['DRAFT', 'ACTIVE', 'ARCHIVED'] as const;
const FOOTPRINT_STATES = ['NOT_CALCULATED', 'OUTDATED', 'CURRENT'] as const;
const SORTS = {
  updated: [t('Last changed'), { field: 'UPDATED_AT', direction: 'DESC' }],
  name: [t('Name'), { field: 'NAME', direction: 'ASC' }],
  largest: [t('Largest footprint'), { field: 'FOOTPRINT', direction: 'DESC' }],
  smallest: [t('Smallest footprint'), { field: 'FOOTPRINT', direction: 'ASC' }],
} as const;
const FILTERS = [
  { name: 'text', label: t('Find products'), placeholder: t('Name') },
  { name: 'status', label: t('State'), choices: choicesOf(STATUSES) },
  { name: 'footprint', label: t('Footprint'), choices: choicesOf(FOOTPRINT_STATES) },
  {
    name: 'sort',
    label: t('Sorting'),
    none: t('Oldest first'),
    choices: Object.entries(SORTS).map(([name, [label]]) => [name, label] as const),
  },
] as const;

/** The catalogue. Filters, order and page are part of the address. */
export function Products() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const reload = useReload();
  const [isAdding, setAdding] = useState(false);
  const status = STATUSES.find((each) => each === search.status);
  const footprintState = FOOTPRINT_STATES.find((each) => each === search.footprint);
  const sort = Object.entries(SORTS).find(([name]) => name === search.sort)?.[1];
  const query = useAnswer(
    PRODUCTS,
    {
      filter: given({
        text: search.text,
        status: status && [status],
        footprintState: footprintState && [footprintState],
      }),
      sortBy: sort?.[1] ?? null,
      ...pageArguments(search),
    },
    KEEP_EARLIER,
  );
  const hasRange =
    query.data?.products?.nodes?.some(
      (product) => intervalOf(product?.footprint?.full) !== undefined,
    ) === true;
  return (
    <>
      <PageHead
        title={t('Products')}
        about={countOf(query.data?.products, (count) =>
          t('{count, plural, one {# product} other {# products}}', { count }),
        )}
      >
        <Allowed permission="PRODUCTS_WRITE">
          <Link className="button" to="/app/$organization/$world/imports" params={place}>
            {t('Import CSV')}
          </Link>
          <button type="button" className="main" onClick={() => setAdding(true)}>
            <Plus /> {t('Add product')}
          </button>
        </Allowed>
      </PageHead>
      {(footprintState === 'NOT_CALCULATED' || footprintState === 'OUTDATED') && (
        <CalculateFootprints />
      )}
      <FilteredList
        caption={t('Products')}
        filters={FILTERS}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        query={query}
        purpose={t('Products are found here, with their footprints.')}
        connectionOf={(data) => data.products}
        empty={t('There are no products yet. Add one, or import a CSV file.')}
        columns={[
          {
            head: t('Name'),
            cell: ({ id, name }) => (
              <RowLink place={place} page="products" id={id}>
                {name}
              </RowLink>
            ),
          },
          { head: 'SKU', cell: ({ sku }) => <span className="quiet breakable">{sku ?? '–'}</span> },
          { head: t('State'), cell: (row) => <StateChip state={row.status} /> },
          {
            head: 'kg CO2e',
            className: 'end',
            cell: ({ footprint, footprintState: state }) =>
              footprint?.co2eKg == null ? (
                <span className="quiet">{t('Not calculated')}</span>
              ) : (
                <>
                  <span className="strong">{figure(footprint.co2eKg)}</span>
                  {state === 'OUTDATED' && <span className="quiet small"> {wordsOf(state)}</span>}
                </>
              ),
          },
          {
            isShown: hasRange,
            head: t('95% range'),
            className: 'end',
            cell: ({ footprint }) => {
              const range = intervalOf(footprint?.full);
              return range === undefined
                ? '–'
                : `${figure(range.lowCo2eKg)} – ${figure(range.highCo2eKg)}`;
            },
          },
        ]}
      />
      {isAdding && (
        <AddProduct
          onClose={() => setAdding(false)}
          onAdded={async (id) => {
            await reload();
            await navigate({
              to: '/app/$organization/$world/products/$id',
              params: { ...place, id },
            });
          }}
        />
      )}
    </>
  );
}
