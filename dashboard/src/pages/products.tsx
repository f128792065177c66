import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api.ts';
import { graphql } from '../graphql.ts';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { figure, wordsOf } from '../parts/format.ts';
import { countOf, ListPanel, pageArguments } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { StateChip } from '../parts/state-chip.tsx';
import { usePlace } from '../place.ts';
import { AddProduct } from './add-product.tsx';

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
      nodes { id name sku status footprint { co2eKg full { uncertainty { lowCo2eKg highCo2eKg } } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

const ROUTE = '/app/$organization/$world/products';
const STATUSES = ['DRAFT', 'ACTIVE', 'ARCHIVED'] as const;
const SORTS = {
  updated: ['Last changed', { field: 'UPDATED_AT', direction: 'DESC' }],
  name: ['Name', { field: 'NAME', direction: 'ASC' }],
  largest: ['Largest footprint', { field: 'FOOTPRINT', direction: 'DESC' }],
  smallest: ['Smallest footprint', { field: 'FOOTPRINT', direction: 'ASC' }],
} as const;
const FILTERS = ['text', 'status', 'sort'] as const;

/** The catalogue. Filters, order and page are part of the address. */
export function Products() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { after: _after, before: _before, ...filters } = search;
  const { text } = filters;
  const status = STATUSES.find((each) => each === filters.status);
  const sort = Object.entries(SORTS).find(([name]) => name === filters.sort)?.[1];
  const query = useQuery({
    queryKey: [place, 'products', search],
    queryFn: () =>
      request(place, PRODUCTS, {
        filter: {
          ...(text !== undefined && { text }),
          ...(status !== undefined && { status: [status] }),
        },
        sortBy: sort?.[1] ?? null,
        ...pageArguments(search),
      }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = text !== undefined || status !== undefined;
  return (
    <>
      <PageHead title="Products" about={countOf(query.data?.products, 'product')}>
        <Link className="button" to="/app/$organization/$world/imports" params={place}>
          Import CSV
        </Link>
        <button type="button" className="main" onClick={() => setAdding(true)}>
          <Plus size={18} strokeWidth={1.6} aria-hidden /> Add product
        </button>
      </PageHead>
      <Filters
        label="Filter products"
        keys={FILTERS}
        current={filters}
        onFilter={(next) => void navigate({ search: next })}
      >
        <TextFilter name="text" label="Find products" placeholder="Name" value={text} />
        <ChoiceFilter
          name="status"
          label="State"
          value={status}
          choices={STATUSES.map((each) => [each, wordsOf(each)])}
        />
        <ChoiceFilter
          name="sort"
          label="Order"
          value={filters.sort}
          choices={Object.entries(SORTS).map(([name, [label]]) => [name, label])}
        />
      </Filters>
      <QueryView query={query} purpose="Products are found here, with their footprints.">
        {({ products }) => (
          <ListPanel
            caption="Products"
            connection={products}
            empty={
              <p>
                {isFiltered
                  ? 'No product matches. Try fewer letters.'
                  : 'There are no products yet. Add one, or import a CSV file.'}
              </p>
            }
            onPage={(page) => void navigate({ search: { ...filters, ...page } })}
            columns={[
              {
                head: 'Name',
                cell: ({ id, name }) => (
                  <Link
                    className="strong"
                    to="/app/$organization/$world/products/$id"
                    params={{ ...place, id }}
                  >
                    {name}
                  </Link>
                ),
              },
              { head: 'SKU', cell: ({ sku }) => <span className="quiet">{sku ?? '–'}</span> },
              { head: 'State', cell: (row) => <StateChip state={row.status} /> },
              {
                head: 'kg CO2e',
                isEnd: true,
                cell: ({ footprint }) =>
                  footprint?.co2eKg == null ? (
                    <span className="quiet">Not calculated</span>
                  ) : (
                    <span className="strong">{figure(footprint.co2eKg)}</span>
                  ),
              },
              {
                head: '95% range',
                isEnd: true,
                cell: ({ footprint }) =>
                  footprint?.full == null
                    ? '–'
                    : `${figure(footprint.full.uncertainty.lowCo2eKg)} – ${figure(footprint.full.uncertainty.highCo2eKg)}`,
              },
            ]}
          />
        )}
      </QueryView>
      {isAdding && (
        <AddProduct
          onClose={() => setAdding(false)}
          onAdded={async (id) => {
            await queries.invalidateQueries({ queryKey: [place] });
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
