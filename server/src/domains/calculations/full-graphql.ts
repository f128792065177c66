import {
  type AnalyticInterval,
  type DataQuality,
  type FullDetails,
  type GreenhouseGases,
  IMPACT_CATEGORIES,
  type IndicatorResult,
  type SampledInterval,
  type Sensitivity,
} from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { ImpactCategoryEnum } from '../factors/index.ts';
import {
  BoundaryEnum,
  ElectricityAccountingEnum,
  RatingEnum,
  RecyclingMethodEnum,
} from './enums.ts';
import { barFields, sampleFields } from './uncertainty-graphql.ts';

/** Results of a FULL calculation in addition to a BASIC one, as the engine returns them. */

const GreenhouseGasesRef = builder.objectRef<GreenhouseGases>('GreenhouseGases').implement({
  description: 'The climate result by kind, in kg CO2e; only what the sources split.',
  fields: (t) => ({
    fossilCo2Kg: t.exposeFloat('fossilCo2Kg', { description: 'Fossil carbon dioxide.' }),
    methaneCo2eKg: t.exposeFloat('methaneCo2eKg', { description: 'Methane in kg CO2e.' }),
    nitrousOxideCo2eKg: t.exposeFloat('nitrousOxideCo2eKg', {
      description: 'Nitrous oxide in kg CO2e.',
    }),
    unsplitCo2eKg: t.exposeFloat('unsplitCo2eKg', {
      description: 'Result of factors whose sources do not split it.',
    }),
    landUseChangeCo2eKg: t.exposeFloat('landUseChangeCo2eKg', {
      nullable: true,
      description:
        'Direct land use change, a part of the total. Null if no factor of the result states it apart: unknown is not zero. 0 means either in results before engine 0.4.0.',
    }),
    landUseChangeReason: t.exposeString('landUseChangeReason', {
      nullable: true,
      description:
        'Reason why land use change is null or a part of the whole. Null if all factors of the result state it, and in results before engine 0.4.0.',
    }),
    aircraftCo2eKg: t.exposeFloat('aircraftCo2eKg', {
      description:
        'Emissions of aircraft in kg CO2e: of all AIR legs, and of what suppliers’ footprints state. Flights inside other factors are not known.',
    }),
    biogenicEmissionsKg: t.exposeFloat('biogenicEmissionsKg', {
      nullable: true,
      description:
        'Biogenic carbon dioxide given off. Null if no factor of the result states it: unknown is not zero.',
    }),
    biogenicRemovalsKg: t.exposeFloat('biogenicRemovalsKg', {
      nullable: true,
      description:
        'Biogenic carbon dioxide taken up, as a positive number. Null if no factor of the result states it.',
    }),
    excludingBiogenicCo2eKg: t.exposeFloat('excludingBiogenicCo2eKg', {
      description: 'Total without biogenic carbon dioxide.',
    }),
    includingBiogenicCo2eKg: t.exposeFloat('includingBiogenicCo2eKg', {
      nullable: true,
      description:
        'Total including biogenic carbon in kg CO2e. Null if its emissions or its removals are unknown.',
    }),
    biogenicReason: t.exposeString('biogenicReason', {
      nullable: true,
      description:
        'Reason why the biogenic values are null or a part of the whole. Null if all factors of the result state them.',
    }),
  }),
});

const IndicatorRef = builder.objectRef<IndicatorResult>('IndicatorResult').implement({
  description: 'One impact category over the whole result.',
  fields: (t) => ({
    category: t.expose('code', {
      type: ImpactCategoryEnum,
      description: 'Impact category of the result.',
    }),
    name: t.exposeString('name', { description: 'Human-readable name.' }),
    unit: t.exposeString('unit', { description: 'Unit of the value.' }),
    value: t.exposeFloat('value', {
      nullable: true,
      description:
        'The result; null if no factor has this category. A missing value is never shown as zero.',
    }),
    coveredShare: t.exposeFloat('coveredShare', {
      description: 'Share of the climate result whose factors have it, 0 to 1.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'True if all factors of the result have the category.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason why the value is partial or absent; null if it is complete.',
    }),
  }),
});

const UncertaintyRef = builder.objectRef<AnalyticInterval>('AnalyticUncertainty').implement({
  description:
    'Uncertainty by propagation of variances: of factors, of declared amounts, and of the model, to the second order of the logarithm of the result. `monteCarlo` samples the same model.',
  fields: (t) => ({
    logVariance: t.exposeFloat('logVariance', {
      description:
        'Variance of the natural logarithm of the result to the first order: the sum of `parameterLogVariance` and `modelLogVariance`. The interval is wider upwards, because the heaviest of several errors takes over there.',
    }),
    parameterLogVariance: t.exposeFloat('parameterLogVariance', {
      description: 'Part of the variance that comes from factors and declared amounts.',
    }),
    modelLogVariance: t.exposeFloat('modelLogVariance', {
      description:
        'Part of the variance that comes from the model: choice of factors, defaults, boundary. Estimated from published footprints; it applies to everything but supplier footprints and the energy of the declared use, and cancels out between two variants of one product. 0 in results before engine 0.3.0.',
    }),
    lowCo2eKg: t.exposeFloat('lowCo2eKg', {
      description:
        'Lower end of the 95 % interval in kg CO2e. To the first order in results before engine 0.4.0.',
    }),
    highCo2eKg: t.exposeFloat('highCo2eKg', {
      description:
        'Upper end of the 95 % interval in kg CO2e. To the first order in results before engine 0.4.0, which is too low.',
    }),
  }),
});

const MonteCarloRef = builder.objectRef<SampledInterval>('MonteCarloUncertainty').implement({
  description: 'Uncertainty by Monte Carlo sampling; equal seeds give equal bits.',
  fields: (t) => ({
    ...sampleFields(t, 'the result'),
    coefficientOfVariation: t.exposeFloat('variation', {
      description: 'Standard deviation over mean.',
    }),
    disagreement: t.exposeFloat('disagreement', {
      description: 'Relative deviation of the interval from the analytic interval.',
    }),
    isDisagreeing: t.exposeBoolean('isDisagreeing', {
      description: 'True if the deviation is above 20 %: then use the Monte Carlo interval.',
    }),
  }),
});

const SensitivityRef = builder.objectRef<Sensitivity>('Sensitivity').implement({
  description:
    'A bar of the tornado chart: the totals when one contribution moves to its 95 % bounds.',
  fields: (t) => ({
    ...barFields(t),
    elasticity: t.exposeFloat('elasticity', {
      description: 'Relative change of the total per relative change of the contribution.',
    }),
  }),
});

const DataQualityRef = builder.objectRef<DataQuality>('DataQuality').implement({
  description: 'Data quality rating of PEF, weighted by contribution: 1 best, 5 worst.',
  fields: (t) => ({
    dqr: t.exposeFloat('dqr', { description: 'The mean of the four.' }),
    rating: t.expose('rating', { type: RatingEnum, description: 'Rating of the score.' }),
    technological: t.exposeFloat('technological', {
      description: 'Technological representativeness.',
    }),
    geographical: t.exposeFloat('geographical', {
      description: 'Geographical representativeness.',
    }),
    temporal: t.exposeFloat('temporal', { description: 'Time representativeness.' }),
    precision: t.exposeFloat('precision', { description: 'Precision (P), 1 to 5.' }),
  }),
});

const ElectricityRef = builder
  .objectRef<FullDetails['electricity']>('ElectricityResult')
  .implement({
    description: 'The total by both ways to count electricity.',
    fields: (t) => ({
      accounting: t.expose('accounting', {
        type: ElectricityAccountingEnum,
        description: 'Accounting method that the total uses.',
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

const PerYearRef = builder
  .objectRef<NonNullable<FullDetails['perYear']>>('FootprintPerYear')
  .implement({
    description: 'The result over the years of the lifetime.',
    fields: (t) => ({
      years: t.exposeFloat('years', { description: 'Years of the lifetime.' }),
      co2eKg: t.exposeFloat('co2eKg', { description: 'kg CO2e per year.' }),
    }),
  });

export const FullDetailsRef = builder.objectRef<FullDetails>('FullFootprint').implement({
  description: 'Results of a FULL calculation in addition to climate change by phase.',
  fields: (t) => ({
    boundary: t.expose('boundary', {
      type: BoundaryEnum,
      description: 'System boundary of the result.',
    }),
    recyclingMethod: t.expose('recycling', {
      type: RecyclingMethodEnum,
      description: 'Recycling method of the result.',
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
      description: 'Monte Carlo uncertainty, if it was requested.',
    }),
    sensitivities: t.expose('sensitivities', {
      type: [SensitivityRef],
      extensions: access({ size: 20 }),
      description: 'Contributions with the largest effect on the total, at most 20, largest first.',
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
    perYear: t.expose('perYear', {
      type: PerYearRef,
      nullable: true,
      description:
        'The result per year, when the product declares its lifetime in years. Null in earlier results.',
    }),
  }),
});
