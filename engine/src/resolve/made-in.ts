import type { Product } from '../product.ts';

/** As declared; else where the last step happens; else where all parts come from, if one country. */
export function countryMadeIn(product: Product): string | undefined {
  const { originCountry, processSteps = [], components = [] } = product;
  const last = processSteps.findLast((step) => step.country !== undefined)?.country;
  if (originCountry !== undefined || last !== undefined) return originCountry ?? last;
  const from = components[0]?.originCountry;
  return components.every((part) => part.originCountry === from) ? from : undefined;
}
