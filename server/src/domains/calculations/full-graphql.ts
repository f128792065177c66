import {
  type AnalyticInterval,
  type Boundary,
  type DataQuality,
  type DataQualityRating,
  type ElectricityAccounting,
  type FullDetails,
  type GreenhouseGases,
  IMPACT_CATEGORIES,
  type IndicatorResult,
  type RecyclingMethod,
  type SampledInterval,
  type Sensitivity,
} from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder, describedEnum } from '../../graphql/builder.ts';
import { ImpactCategoryEnum } from '../factors/index.ts';

/** What a FULL result has beyond a BASIC one, as the engine gave it. */

export const BoundaryEnum = describedEnum<Boundary>(
  'Boundary',
  'How far through the life cycle a footprint reaches.',
  {
    CRADLE_TO_GATE: 'From raw materials to the factory gate (A1 to A3).',
    CRADLE_TO_SHELF: 'To the shelf, distribution and retail included (A1 to A4).',
    CRADLE_TO_GRAVE: 'Through use to the end of life (A1 to C4).',
  },
);

export const RecyclingMethodEnum = describedEnum<RecyclingMethod>(
  'RecyclingMethod',
  'How recycling is counted between the life cycles that share a material.',
  {
    CUT_OFF: 'Recycled content comes without its first life, and gives no credit at the end.',
    CFF: 'Circular Footprint Formula of the PEF method: burdens and credits are shared.',
  },
);

export const ElectricityAccountingEnum = describedEnum<ElectricityAccounting>(
  'ElectricityAccounting',
  'Which electricity counts in the total (GHG Protocol, Scope 2).',
  {
    LOCATION: 'The average of the grid.',
    MARKET: 'What was contracted, such as certified renewable electricity.',
  },
);

const GreenhouseGasesRef = builder.objectRef<GreenhouseGases>('GreenhouseGases').implement({
  description: 'The climate result by kind, in kg CO2e; only what the sources split.',
  fields: (t) => ({
    fossilCo2Kg: t.exposeFloat('fossilCo2Kg', { description: 'Fossil carbon dioxide.' }),
    methaneCo2eKg: t.exposeFloat('methaneCo2eKg', { description: 'Methane.' }),
    nitrousOxideCo2eKg: t.exposeFloat('nitrousOxideCo2eKg', { description: 'Nitrous oxide.' }),
    unsplitCo2eKg: t.exposeFloat('unsplitCo2eKg', {
      description: 'Result of factors whose sources do not split it.',
    }),
    landUseChangeCo2eKg: t.exposeFloat('landUseChangeCo2eKg', {
      description: 'Direct land use change.',
    }),
    aircraftCo2eKg: t.exposeFloat('aircraftCo2eKg', { description: 'Aircraft.' }),
    biogenicEmissionsKg: t.exposeFloat('biogenicEmissionsKg', {
      description: 'Biogenic carbon dioxide given off.',
    }),
    biogenicRemovalsKg: t.exposeFloat('biogenicRemovalsKg', {
      description: 'Biogenic carbon dioxide taken up, as a positive number.',
    }),
    excludingBiogenicCo2eKg: t.exposeFloat('excludingBiogenicCo2eKg', {
      description: 'Total without biogenic carbon dioxide.',
    }),
    includingBiogenicCo2eKg: t.exposeFloat('includingBiogenicCo2eKg', {
      description: 'Total with it.',
    }),
  }),
});

const IndicatorRef = builder.objectRef<IndicatorResult>('IndicatorResult').implement({
  description: 'One impact category over the whole result.',
  fields: (t) => ({
    category: t.field({
      type: ImpactCategoryEnum,
      description: 'The category.',
      resolve: ({ code }) => code,
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    unit: t.exposeString('unit', { description: 'Its unit.' }),
    value: t.exposeFloat('value', {
      nullable: true,
      description:
        'The result; null when no factor has this category: never a zero that nobody measured.',
    }),
    coveredShare: t.exposeFloat('coveredShare', {
      description: 'Share of the climate result whose factors have it, 0 to 1.',
    }),
    isComplete: t.exposeBoolean('isComplete', { description: 'Whether all factors have it.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it is partial or absent.',
    }),
  }),
});

const UncertaintyRef = builder.objectRef<AnalyticInterval>('AnalyticUncertainty').implement({
  description: 'Uncertainty by propagation of variances (lognormal).',
  fields: (t) => ({
    logVariance: t.exposeFloat('logVariance', {
      description: 'Variance of the natural logarithm of the result.',
    }),
    lowCo2eKg: t.exposeFloat('lowCo2eKg', {
      description: 'Lower end of the 95 % interval in kg CO2e.',
    }),
    highCo2eKg: t.exposeFloat('highCo2eKg', {
      description: 'Upper end of the 95 % interval in kg CO2e.',
    }),
  }),
});

const MonteCarloRef = builder.objectRef<SampledInterval>('MonteCarloUncertainty').implement({
  description: 'Uncertainty by Monte Carlo sampling; equal seeds give equal bits.',
  fields: (t) => ({
    iterations: t.exposeInt('iterations', {
      description: 'Iterations drawn; fewer than asked for when it settled early.',
    }),
    seed: t.exposeFloat('seed', { description: 'Seed of the generator.' }),
    meanCo2eKg: t.exposeFloat('meanCo2eKg', { description: 'Mean in kg CO2e.' }),
    coefficientOfVariation: t.exposeFloat('variation', {
      description: 'Standard deviation over mean.',
    }),
    p2_5Co2eKg: t.exposeFloat('p2_5Co2eKg', { description: '2.5th percentile in kg CO2e.' }),
    p50Co2eKg: t.exposeFloat('p50Co2eKg', { description: 'Median in kg CO2e.' }),
    p97_5Co2eKg: t.exposeFloat('p97_5Co2eKg', { description: '97.5th percentile in kg CO2e.' }),
    disagreement: t.exposeFloat('disagreement', {
      description: 'How far the interval departs from the analytic one.',
    }),
    isDisagreeing: t.exposeBoolean('isDisagreeing', {
      description: 'Whether that is more than 20 %: then trust this one.',
    }),
  }),
});

const SensitivityRef = builder.objectRef<Sensitivity>('Sensitivity').implement({
  description:
    'A bar of the tornado: where the total goes when one contribution goes to its 95 % bounds.',
  fields: (t) => ({
    path: t.field({
      type: 'JSON',
      description: 'Where in the declaration it stands.',
      resolve: ({ path }) => path,
    }),
    label: t.exposeString('label', { description: 'What it is, for people.' }),
    elasticity: t.exposeFloat('elasticity', {
      description: 'Relative change of the total per relative change of the contribution.',
    }),
    lowCo2eKg: t.exposeFloat('lowCo2eKg', { description: 'Total at its lower bound, in kg CO2e.' }),
    highCo2eKg: t.exposeFloat('highCo2eKg', {
      description: 'Total at its upper bound, in kg CO2e.',
    }),
  }),
});

const RatingEnum = describedEnum<DataQualityRating>(
  'DataQualityRating',
  'What a data quality rating means (PEF).',
  {
    EXCELLENT: 'At most 1.5.',
    VERY_GOOD: 'At most 2.',
    GOOD: 'At most 3.',
    FAIR: 'At most 4.',
    POOR: 'Above 4.',
  },
);

const DataQualityRef = builder.objectRef<DataQuality>('DataQuality').implement({
  description: 'Data quality rating of PEF, weighted by contribution: 1 best, 5 worst.',
  fields: (t) => ({
    dqr: t.exposeFloat('dqr', { description: 'The mean of the four.' }),
    rating: t.expose('rating', { type: RatingEnum, description: 'What that means.' }),
    technological: t.exposeFloat('technological', {
      description: 'Technological representativeness.',
    }),
    geographical: t.exposeFloat('geographical', {
      description: 'Geographical representativeness.',
    }),
    temporal: t.exposeFloat('temporal', { description: 'Time representativeness.' }),
    precision: t.exposeFloat('precision', { description: 'Precision.' }),
  }),
});

const ElectricityRef = builder
  .objectRef<FullDetails['electricity']>('ElectricityResult')
  .implement({
    description: 'The total by both ways to count electricity.',
    fields: (t) => ({
      accounting: t.expose('accounting', {
        type: ElectricityAccountingEnum,
        description: 'Which one the total has.',
      }),
      locationCo2eKg: t.exposeFloat('locationCo2eKg', {
        description: 'Total with the average of the grid, in kg CO2e.',
      }),
      marketCo2eKg: t.exposeFloat('marketCo2eKg', {
        description: 'Total with contracted electricity, in kg CO2e.',
      }),
    }),
  });

const PerUseRef = builder
  .objectRef<NonNullable<FullDetails['perUse']>>('FootprintPerUse')
  .implement({
    description: 'The result over the uses of the lifetime.',
    fields: (t) => ({
      uses: t.exposeFloat('uses', { description: 'Uses over the lifetime.' }),
      co2eKg: t.exposeFloat('co2eKg', { description: 'kg CO2e per use.' }),
    }),
  });

export const FullDetailsRef = builder.objectRef<FullDetails>('FullFootprint').implement({
  description: 'What a FULL calculation tells beyond climate change by phase.',
  fields: (t) => ({
    boundary: t.expose('boundary', { type: BoundaryEnum, description: 'How far it reaches.' }),
    recyclingMethod: t.field({
      type: RecyclingMethodEnum,
      description: 'How recycling is counted.',
      resolve: ({ recycling }) => recycling,
    }),
    electricity: t.expose('electricity', {
      type: ElectricityRef,
      description: 'The total by both ways to count electricity.',
    }),
    beyondSystemCo2eKg: t.exposeFloat('beyondSystemCo2eKg', {
      description: 'Benefits beyond the system (module D) in kg CO2e: shown, never summed.',
    }),
    greenhouseGases: t.expose('greenhouseGases', {
      type: GreenhouseGasesRef,
      description: 'The climate result by kind.',
    }),
    indicators: t.expose('indicators', {
      type: [IndicatorRef],
      extensions: access({ size: IMPACT_CATEGORIES.length }),
      description: 'The impact categories of EF 3.1.',
    }),
    uncertainty: t.expose('uncertainty', {
      type: UncertaintyRef,
      description: 'Uncertainty by propagation.',
    }),
    monteCarlo: t.expose('monteCarlo', {
      type: MonteCarloRef,
      nullable: true,
      description: 'Uncertainty by sampling, when it was asked for.',
    }),
    sensitivities: t.expose('sensitivities', {
      type: [SensitivityRef],
      extensions: access({ size: 20 }),
      description: 'What moves the total most, at most 20, largest first.',
    }),
    dataQuality: t.expose('dataQuality', {
      type: DataQualityRef,
      description: 'Quality of the data behind it.',
    }),
    primaryDataShare: t.exposeFloat('primaryDataShare', {
      description: "Share of the result from suppliers' own primary data, 0 to 1 (PACT).",
    }),
    exemptedEmissionsPercent: t.exposeFloat('exemptedEmissionsPercent', {
      description: 'Emissions left out by exemption rules, in per cent (PACT).',
    }),
    perUse: t.expose('perUse', {
      type: PerUseRef,
      nullable: true,
      description: 'The result per use, when the lifetime is known in uses.',
    }),
  }),
});
