import type { ReportFacts } from '../server/src/domains/assets/report-facts.ts';
import { SHIRT } from './example-footprint.ts';

const { url: _url, gtin14: _gtin14, ...RESULT } = SHIRT;

const FACTOR = { geography: 'GLO', year: 2024 } as const;

/** Example of a report, with numbers that are invented. */
export const SHIRT_REPORT: ReportFacts = {
  ...RESULT,
  goal: 'To find what to change first in the shirt; for its designers, and for no comparison with other shirts.',
  conclusions:
    'The electricity of the mill and the wool are two thirds of the result: the mill is asked for its own figures first.',
  biogenicCarbonContentKg: 0.155,
  contributions: [
    {
      ...FACTOR,
      ...{ label: 'Electricity of the mill', phase: 'MANUFACTURING', amount: 5.24, unit: 'kWh' },
      ...{ factorName: 'Grid electricity', source: 'Ember 2024', geography: 'PT' },
      ...{ co2eKgPerUnit: 0.5, co2eKg: 2.62, share: 0.3616 },
    },
    {
      ...FACTOR,
      ...{ label: 'Merino wool', phase: 'RAW_MATERIALS', amount: 0.31, unit: 'kg' },
      ...{ factorName: 'Wool, greasy, at farm', source: 'Published value, 2021' },
      ...{ co2eKgPerUnit: 7.26, co2eKg: 2.2506, share: 0.3106 },
    },
    {
      ...FACTOR,
      ...{ label: 'Washing at 30 °C', phase: 'USE', amount: 2.36, unit: 'kWh' },
      ...{ factorName: 'Grid electricity', source: 'Ember 2024', geography: 'EU27' },
      ...{ co2eKgPerUnit: 0.5, co2eKg: 1.18, share: 0.1629 },
    },
    {
      ...FACTOR,
      ...{ label: 'Parcel to the customer', phase: 'DISTRIBUTION', amount: 2.9, unit: 'tkm' },
      ...{ factorName: 'Van, average', source: 'DESNZ 2025', geography: 'GB', year: 2025 },
      ...{ co2eKgPerUnit: 0.1862, co2eKg: 0.54, share: 0.0745 },
    },
    {
      ...FACTOR,
      ...{ label: 'Incineration', phase: 'END_OF_LIFE', amount: 0.29, unit: 'kg' },
      ...{ factorName: 'Textiles, to energy recovery', source: 'DESNZ 2025', year: 2025 },
      ...{ co2eKgPerUnit: 1.4828, co2eKg: 0.43, share: 0.0594 },
    },
  ],
  otherContributions: { count: 6, co2eKg: 0.2243 },
  assumptions: [
    {
      ...{ part: 'Washing at 30 °C', area: 'phaseUse', value: '50', share: 0.1629 },
      ...{ reason: 'number of washes is not declared', source: 'PEFCR Apparel and Footwear' },
    },
    {
      ...{ part: 'Incineration', area: 'phaseEndOfLife', value: '57 %', share: 0.0594 },
      ...{ reason: 'end of life by statistics of the country', source: 'Eurostat 2022' },
    },
  ],
  otherAssumptionCount: 0,
  gaps: [{ part: 'Buttons', phase: 'RAW_MATERIALS', reason: 'mass is not declared' }],
  warnings: [],
  factorYears: { from: 2021, to: 2025 },
  sets: [
    {
      title: 'UK Government GHG Conversion Factors for Company Reporting 2025 (desnz-2025)',
      licence: 'OGL-UK-3.0',
      attribution:
        'Contains public sector information licensed under the Open Government Licence v3.0.',
      urls: [],
    },
    {
      title: 'Ember yearly electricity data (ember-grid-2024)',
      licence: 'CC-BY-SA-4.0',
      attribution: 'Ember (ember-energy.org), via CO2.js by The Green Web Foundation.',
      urls: ['https://ember-energy.org'],
    },
  ],
  gwpShares: [
    { gwpSet: 'AR6', share: 0.93 },
    { gwpSet: 'AR5', share: 0.07 },
  ],
  beyondSystemCo2eKg: -0.12,
  recycling: 'CUT_OFF',
  electricity: { accounting: 'LOCATION', locationCo2eKg: 7.2449, marketCo2eKg: 5.93 },
  greenhouseGases: {
    fossilCo2Kg: 4.41,
    methaneCo2eKg: 1.52,
    nitrousOxideCo2eKg: 0.48,
    unsplitCo2eKg: 0.8349,
    landUseChangeCo2eKg: null,
    landUseChangeReason: 'no factor of the result states land use change apart',
    aircraftCo2eKg: 0,
    biogenicEmissionsKg: null,
    biogenicRemovalsKg: null,
    excludingBiogenicCo2eKg: 7.2449,
    includingBiogenicCo2eKg: null,
    biogenicReason: 'no factor of the result states biogenic carbon',
  },
  uncertainty: {
    logVariance: 0.0126,
    parameterLogVariance: 0.01,
    modelLogVariance: 0.0026,
    lowCo2eKg: 5.8123,
    highCo2eKg: 9.0231,
  },
  iterations: null,
  sensitivities: [
    { path: [], label: 'Merino wool', elasticity: 0.31, lowCo2eKg: 6.31, highCo2eKg: 8.61 },
    {
      path: [],
      label: 'Electricity of the mill',
      elasticity: 0.36,
      lowCo2eKg: 6.7,
      highCo2eKg: 7.9,
    },
  ],
  dataQuality: {
    dqr: 2.4,
    rating: 'GOOD',
    technological: 2.1,
    geographical: 2.6,
    temporal: 2,
    precision: 2.9,
  },
  primaryDataShare: 0.12,
  perUse: { uses: 50, co2eKg: 0.1449 },
  perYear: { years: 4, co2eKg: 1.8112 },
};
