import { type FragmentOf, graphql } from '../../api/graphql.ts';
import { type Place, request } from '../../api/request.ts';

const FOUND = graphql(`
  fragment FoundProduct on Product {
    __typename id name sku gtin footprintBasis footprint { id co2eKg }
  }
`);

const FIND = graphql(
  `
    query FindProducts($text: String!, $hasText: Boolean!) {
      products(first: 20) @skip(if: $hasText) {
        nodes { ...FoundProduct }
        pageInfo { hasNextPage }
      }
      search(query: $text, types: [PRODUCT], first: 20) @include(if: $hasText) {
        nodes { ...FoundProduct }
        pageInfo { hasNextPage }
      }
    }
  `,
  [FOUND],
);

export type FoundProduct = FragmentOf<typeof FOUND>;

/** Products that a text names by name, SKU, GTIN or external id, exact ones first; without a text the oldest. */
export async function findProducts(
  place: Place,
  text: string,
): Promise<{ readonly found: readonly FoundProduct[]; readonly hasMore: boolean }> {
  const { products, search } = await request(place, FIND, { text, hasText: text !== '' });
  const list = products ?? search;
  return {
    found: (list?.nodes ?? []).flatMap((each) => (each?.__typename === 'Product' ? each : [])),
    hasMore: list?.pageInfo.hasNextPage === true,
  };
}

/** A product by its name and its numbers, which tell those of one name apart. */
export function productLabel({ name, sku, gtin }: FoundProduct): string {
  return [name, sku, gtin].filter(Boolean).join(' · ');
}
