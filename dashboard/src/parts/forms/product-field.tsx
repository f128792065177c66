import { usePlace } from '../../api/place.ts';
import { t } from '../../language.ts';
import { ChooserField, type ChooserProps } from './chooser-field.tsx';
import { findProducts, productLabel } from './find-products.ts';

/** Chooses a product by what a person knows of it. */
export function ProductField(field: ChooserProps) {
  const place = usePlace();
  return (
    <ChooserField
      {...field}
      kind="products"
      findLabel={t('Find the product')}
      findHint={t('Name, SKU, GTIN')}
      find={async (text) => {
        const { found, hasMore } = await findProducts(place, text);
        return { hasMore, found: found.map((each) => [each.id, productLabel(each)]) };
      }}
    />
  );
}
