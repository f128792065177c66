import type { Product } from '../product.ts';

/** As declared; else where the last step happens; else where all parts come from, if one country. */
export function countryMadeIn(product: Product): string | undefined {
  const { originCountry, processSteps = [], components = [] } = product;
  const last = processSteps.findLast((step) => step.country !== undefined)?.country;
  const from = components[0]?.originCountry;
  const isOne = components.every((part) => part.originCountry === from);
  return originCountry ?? last ?? (isOne ? from : undefined);
}
