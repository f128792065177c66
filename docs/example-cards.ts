import type { Brand } from '../server/src/domains/assets/brand.ts';
import type { ComparisonFacts } from '../server/src/domains/assets/layouts/comparison-card.ts';
import type { EquivalencyFacts } from '../server/src/domains/assets/layouts/equivalency-card.ts';
import type { InfographicFacts } from '../server/src/domains/assets/layouts/infographic.ts';
import { logoFromSvg } from '../server/src/domains/brands/logo.ts';
import { SHIRT } from './example-footprint.ts';

const { url: _url, gtin14: _gtin14, ...RESULT } = SHIRT;
const DESNZ = {
  set: 'uk-desnz-2025',
  region: 'GB',
  year: 2025,
  source: 'UK Government GHG Conversion Factors for Company Reporting 2025 (DESNZ)',
} as const;

/** Examples of cards, with numbers that are invented. */
export const SHIRT_EQUIVALENCIES: EquivalencyFacts = {
  ...RESULT,
  equivalencies: [
    { ...DESNZ, kind: 'CAR_KM', roundedAmount: 34 },
    { ...DESNZ, kind: 'TRAIN_KM', roundedAmount: 160 },
    { ...DESNZ, kind: 'FLIGHT_KM', roundedAmount: 50 },
    {
      ...{ kind: 'SMARTPHONE_CHARGE', roundedAmount: 580, set: 'us-epa-2024', region: 'US' },
      ...{ year: 2024, source: 'US EPA Greenhouse Gas Equivalencies Calculator' },
    },
    {
      ...{ kind: 'HOUSEHOLD_ELECTRICITY_DAY', roundedAmount: 2.5, set: 'electricity-uses-2026' },
      ...{ region: 'DE', year: 2024, source: 'Eurostat, standard household consumer Dc' },
    },
  ],
};

export const SHIRT_COMPARISON: ComparisonFacts = {
  ...RESULT,
  other: {
    calculationId: 'calc_01h455vb4pex5vsknk084sn02r',
    snapshotHash: 'c17be3866a1d4f0c7b92e85530c4de18a97f6b2be4d1083c6f95a7d25f2c9a41',
    co2eKg: 5.812,
    range: { lowCo2eKg: 4.7, highCo2eKg: 7.2 },
    productName: 'Shirt of recycled wool',
    calculatedOn: '2026-11-22',
  },
  paired: {
    probabilityBelow: 0.062,
    probabilityAbove: 0.938,
    p2_5Co2eKg: -0.21,
    p97_5Co2eKg: 2.93,
    iterations: 1000,
  },
};

export const SHIRT_INFOGRAPHIC: InfographicFacts = {
  ...SHIRT_EQUIVALENCIES,
  contributors: [
    { label: 'Electricity of the mill', co2eKg: 2.62 },
    { label: 'Merino wool', co2eKg: 2.2506 },
    { label: 'Washing at 30 °C', co2eKg: 1.18 },
    { label: 'Parcel to the customer', co2eKg: 0.54 },
  ],
};

/** A brand that is invented. */
export const HALDEN_BRAND: Brand = {
  color: '#1f4e5f',
  logo: logoFromSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">
      <path d="M0 36 20 6l12 18 8-10 16 22z" fill="#1f4e5f"/>
      <g fill="none" stroke="#1f4e5f" stroke-width="5">
        <path d="M66 8v28M66 22h14M80 8v28"/><circle cx="102" cy="22" r="12"/>
      </g>
    </svg>`,
  ),
};
