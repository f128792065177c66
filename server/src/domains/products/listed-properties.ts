import type { Product } from './model.ts';
import { isProductProperty, PRODUCT_PROPERTIES } from './store.ts';

/** What fields of a product read when it is not the property of their own name. */
const READ_BY: Readonly<Record<string, readonly (keyof Product)[]>> = {
  __typename: [],
  declaredUnit: ['declaredAmount', 'declaredUnit'],
  price: ['priceMinor', 'priceCurrency'],
  components: ['id'],
  packaging: ['id'],
  processSteps: ['id'],
  transportLegs: ['id'],
  useProfile: ['id'],
  endOfLife: ['id'],
  lifetime: ['id'],
};

/**
 * The properties that a list has to read for the fields that are asked of each product; a page of
 * ids and names costs an eighth of one of whole rows. All of them when a field is asked that is
 * not known here, such as one that a higher domain added.
 */
export function propertiesReadBy(fields: ReadonlySet<string>): readonly (keyof Product)[] {
  const read = new Set<keyof Product>();
  for (const field of fields) {
    const properties = READ_BY[field] ?? (isProductProperty(field) ? [field] : undefined);
    if (properties === undefined) return PRODUCT_PROPERTIES;
    for (const property of properties) read.add(property);
  }
  return [...read];
}
