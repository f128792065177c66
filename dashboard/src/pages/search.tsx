import { Link, useSearch } from '@tanstack/react-router';
import { graphql } from '../api/graphql.ts';
import { usePlace } from '../api/place.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language.ts';
import { countOf } from '../parts/lists/list.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { QueryView } from '../parts/page/query-view.tsx';
import { wordsOf } from '../parts/texts/format.ts';

const SEARCH = graphql(`
  query Search($query: String!) {
    search(query: $query, first: 50) {
      totalCount
      totalCountIsExact
      edges {
        type
        highlights { field text }
        node {
          __typename
          ... on Product { id productName: name sku }
          ... on Customer { id customerName: name externalId }
          ... on Order { id externalId }
          ... on SupplyChain { id chainName: name }
          ... on DPP { id passportName: name { text } }
          ... on EmissionFactor { id factorName: name geography }
        }
      }
    }
  }
`);

const ROUTES = {
  Product: '/app/$organization/$world/products/$id',
  Customer: '/app/$organization/$world/customers/$id',
  Order: '/app/$organization/$world/orders/$id',
  SupplyChain: '/app/$organization/$world/supply-chains/$id',
  DPP: '/app/$organization/$world/passports/$id',
  EmissionFactor: '/app/$organization/$world/factors/$id',
} as const;

/** Results of the search, best first. */
export function SearchPage() {
  const place = usePlace();
  const { text = '' } = useSearch({ from: '/app/$organization/$world/search' });
  const query = useAnswer(SEARCH, { query: text }, { enabled: text !== '' });
  return (
    <>
      <PageHead
        title={text === '' ? t('Search') : t('“{text}”', { text })}
        about={countOf(query.data?.search, (count) =>
          t('{count, plural, one {# result} other {# results}}', { count }),
        )}
      />
      {text === '' ? (
        <p>{t('Type words, an id or a number into the field above.')}</p>
      ) : (
        <QueryView
          query={query}
          purpose={t('The search finds products, orders, customers and factors.')}
        >
          {({ search }) => (
            <section className="panel">
              {search?.edges.length === 0 && (
                <p>{t('Nothing matches. Try fewer or other words.')}</p>
              )}
              <ul className="results">
                {search?.edges.map(
                  ({ node, type, highlights }) =>
                    node !== null && (
                      <li key={node.id}>
                        <span className="chip">
                          {type === 'DPP' ? t('Passport') : wordsOf(type)}
                        </span>
                        <span>
                          <Link to={ROUTES[node.__typename]} params={{ ...place, id: node.id }}>
                            {nameOf(node)}
                          </Link>{' '}
                          <span className="quiet small">
                            {highlights
                              .map(({ text: found }) => found)
                              .filter((found) => found !== nameOf(node))
                              .join(' · ')}
                          </span>
                        </span>
                      </li>
                    ),
                )}
              </ul>
            </section>
          )}
        </QueryView>
      )}
    </>
  );
}

function nameOf(node: {
  readonly id: string;
  readonly productName?: string;
  readonly customerName?: string | null;
  readonly chainName?: string;
  readonly passportName?: readonly { readonly text: string }[];
  readonly factorName?: string;
  readonly externalId?: string | null;
}): string {
  return (
    node.productName ??
    node.customerName ??
    node.chainName ??
    node.passportName?.[0]?.text ??
    node.factorName ??
    node.externalId ??
    node.id
  );
}
