import type { Footprint } from '../result.ts';

/**
 * kg CO2e of the way to the customer that a FULL result of a product assumes because none was declared: its
 * flows belong to the product itself, those of a declared leg to the leg. Real legs replace it.
 */
export function assumedDistributionCo2eKg({
  contributions,
}: Pick<Footprint, 'contributions'>): number {
  const assumed = contributions.filter(
    ({ phase, path }) => phase === 'DISTRIBUTION' && path.length === 0,
  );
  return assumed.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
}
