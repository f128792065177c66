import type { Product } from '../product.ts';

/** As declared; else where the last step happens; else where all parts come from, if one country. */
export function countryMadeIn(product: Product): string | undefined {
  const { originCountry, processSteps = [], components = [] } = product;
  const last = processSteps.findLast((step) => step.country !== undefined)?.country;
  const origins = new Set(components.map((part) => part.originCountry));
  return originCountry ?? last ?? (origins.size === 1 ? [...origins][0] : undefined);
}
