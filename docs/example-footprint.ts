import type { FootprintFacts } from '../server/src/domains/assets/facts.ts';

/** Example of a footprint, with numbers that are invented. */
export const SHIRT: FootprintFacts = {
  calculationId: 'calc_01h455vb4pex5vsknk084sn02q',
  snapshotHash: '5f2c9a41d07be3866a1d4f0c7b92e85530c4de18a97f6b2be4d1083c6f95a7d2',
  engineVersion: '0.3.0',
  detail: 'FULL',
  boundary: 'CRADLE_TO_GRAVE',
  co2eKg: 7.2449,
  range: { lowCo2eKg: 5.8123, highCo2eKg: 9.0231 },
  phases: [
    { phase: 'RAW_MATERIALS', co2eKg: 2.3149 },
    { phase: 'INBOUND_TRANSPORT', co2eKg: 0.094 },
    { phase: 'MANUFACTURING', co2eKg: 2.62 },
    { phase: 'PACKAGING', co2eKg: 0.066 },
    { phase: 'DISTRIBUTION', co2eKg: 0.54 },
    { phase: 'USE', co2eKg: 1.18 },
    { phase: 'END_OF_LIFE', co2eKg: 0.43 },
  ],
  missingPhases: [],
  isMissingMore: false,
  productName: 'Merino shirt, long sleeve',
  declaredUnit: { amount: 1, unit: 'PIECE' },
  organizationName: 'Halden Outdoor',
  calculatedOn: '2026-11-22',
  gwpSets: ['AR6'],
  verifier: null,
  url: 'https://id.halden.example/01/09506000134352',
  gtin14: '09506000134352',
  isSample: false,
  isOutdated: false,
};
