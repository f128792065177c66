import type { Product } from './model.ts';
import { isProductProperty, PRODUCT_PROPERTIES } from './store.ts';

/** Properties that fields of a product read when their names differ. */
const READ_BY: Readonly<Record<string, readonly (keyof Product)[]>> = {
  __typename: [],
  declaredUnit: ['declaredAmount', 'declaredUnit'],
  price: ['priceMinor', 'priceCurrency'],
  footprintState: ['co2eKg', 'hasOutdatedFootprint'],
  components: ['id'],
  packaging: ['id'],
  processSteps: ['id'],
  transportLegs: ['id'],
  useProfile: ['id'],
  endOfLife: ['id'],
  lifetime: ['id'],
};

/**
 * Properties that a list has to read for the requested fields; a page of ids and names costs an
 * eighth of a page of whole rows. All of them for an unknown field, such as one that a higher
 * domain added.
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
