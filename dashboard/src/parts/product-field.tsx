import { request } from '../api.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { usePlace } from '../place.ts';
import { ChooserField, type ChooserProps } from './chooser-field.tsx';

const PRODUCTS = graphql(`
  query ChooseProduct($filter: ProductFilter) {
    products(filter: $filter, first: 20) { nodes { id name gtin } pageInfo { hasNextPage } }
  }
`);

/** Chooses a product by its name. */
export function ProductField(field: ChooserProps) {
  const place = usePlace();
  return (
    <ChooserField
      {...field}
      kind="products"
      findLabel={t('Find the product')}
      find={async (text) => {
        const { products } = await request(place, PRODUCTS, {
          filter: text === '' ? null : { text },
        });
        return {
          hasMore: products?.pageInfo.hasNextPage === true,
          found: (products?.nodes ?? []).flatMap((each) =>
            each === null ? [] : [[each.id, [each.name, each.gtin].filter(Boolean).join(' · ')]],
          ),
        };
      }}
    />
  );
}
