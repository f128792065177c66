import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api.ts';
import { graphql } from '../graphql.ts';
import { figure, wordsOf } from '../parts/format.ts';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { usePlace } from '../place.ts';
import { AddProduct } from './add-product.tsx';

const PRODUCTS = graphql(`
  query Products($first: Int!, $after: String, $filter: ProductFilter) {
    products(first: $first, after: $after, filter: $filter) {
      totalCount
      totalCountIsExact
      nodes { id name sku status footprint { co2eKg full { uncertainty { lowCo2eKg highCo2eKg } } } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const PAGE_SIZE = 50;

/** The catalogue: found by text, which is part of the address. */
export function Products() {
  const place = usePlace();
  const { text } = useSearch({ from: '/app/$organization/$world/products' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const products = useInfiniteQuery({
    queryKey: [place, 'products', text],
    queryFn: ({ pageParam }) =>
      request(place, PRODUCTS, {
        first: PAGE_SIZE,
        after: pageParam,
        filter: text === undefined ? null : { text },
      }),
    initialPageParam: noCursor(),
    getNextPageParam: ({ products: page }) =>
      page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : undefined,
    placeholderData: keepPreviousData,
  });
  const first = products.data?.pages[0]?.products;
  const rows = products.data?.pages.flatMap((page) => page.products?.nodes ?? []) ?? [];
  return (
    <>
      <div className="page-head">
        <div className="stack-2">
          <h1>Products</h1>
          {first != null && (
            <p className="quiet">
              {first.totalCountIsExact ? '' : 'More than '}
              {first.totalCount.toLocaleString('en')} products
              {text === undefined ? '' : ` match “${text}”`}
            </p>
          )}
        </div>
        <button type="button" className="main" onClick={() => setAdding(true)}>
          <Plus size={18} strokeWidth={1.6} aria-hidden /> Add product
        </button>
      </div>
      <search>
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = String(new FormData(event.currentTarget).get('text')).trim();
            void navigate({
              to: '/app/$organization/$world/products',
              params: place,
              search: wanted === '' ? {} : { text: wanted },
            });
          }}
        >
          <input
            key={text}
            type="search"
            name="text"
            aria-label="Find products"
            placeholder="Name, SKU or GTIN"
            defaultValue={text}
            style={{ maxWidth: '24rem' }}
          />
          <button type="submit">Find</button>
        </form>
      </search>
      {products.error !== null && (
        <FailureNotice error={products.error} onRetry={() => void products.refetch()} />
      )}
      {products.isPending && <Loading />}
      {first != null && rows.length === 0 && (
        <div className="panel stack">
          <p>
            {text === undefined
              ? 'There are no products yet. Add one, or import a file by bulkImport.'
              : 'No product matches. Try fewer letters.'}
          </p>
        </div>
      )}
      {rows.length > 0 && (
        <div className="panel">
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>SKU</th>
                <th>State</th>
                <th className="end">kg CO2e</th>
                <th className="end">95 % range</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(
                (row) =>
                  row !== null && (
                    <tr key={row.id}>
                      <td data-label="Name">
                        <Link
                          className="strong"
                          to="/app/$organization/$world/products/$id"
                          params={{ ...place, id: row.id }}
                        >
                          {row.name}
                        </Link>
                      </td>
                      <td data-label="SKU" className="quiet">
                        {row.sku ?? '–'}
                      </td>
                      <td data-label="State">
                        <span className="chip">{wordsOf(row.status)}</span>
                      </td>
                      <td data-label="kg CO2e" className="end strong">
                        {row.footprint?.co2eKg == null
                          ? 'Not calculated'
                          : figure(row.footprint.co2eKg)}
                      </td>
                      <td data-label="95 % range" className="end quiet">
                        {row.footprint?.full == null
                          ? '–'
                          : `${figure(row.footprint.full.uncertainty.lowCo2eKg)} to ${figure(row.footprint.full.uncertainty.highCo2eKg)}`}
                      </td>
                    </tr>
                  ),
              )}
            </tbody>
          </table>
          {products.hasNextPage && (
            <p className="row" style={{ justifyContent: 'center', marginBlockStart: '1rem' }}>
              <button
                type="button"
                disabled={products.isFetchingNextPage}
                onClick={() => void products.fetchNextPage()}
              >
                Show more
              </button>
            </p>
          )}
        </div>
      )}
      {isAdding && (
        <AddProduct
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            void queries.invalidateQueries({ queryKey: [place] });
            void navigate({
              to: '/app/$organization/$world/products/$id',
              params: { ...place, id },
            });
          }}
        />
      )}
    </>
  );
}

function noCursor(): string | null {
  return null;
}
