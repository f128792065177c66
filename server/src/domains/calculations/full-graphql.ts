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
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
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
  fields: (t) =>
    exposed(t, {
      fossilCo2Kg: field('Float', 'Fossil carbon dioxide.'),
      methaneCo2eKg: field('Float', 'Methane in kg CO2e.'),
      nitrousOxideCo2eKg: field('Float', 'Nitrous oxide in kg CO2e.'),
      unsplitCo2eKg: field('Float', 'Result of factors whose sources do not split it.'),
      landUseChangeCo2eKg: nullable(
        'Float',
        'Direct land use change, a part of the total. Null if no factor of the result states it apart: unknown is not zero. 0 means either in results before engine 0.4.0.',
      ),
      landUseChangeReason: nullable(
        'String',
        'Reason why land use change is null or a part of the whole. Null if all factors of the result state it, and in results before engine 0.4.0.',
      ),
      aircraftCo2eKg: field(
        'Float',
        'Emissions of aircraft in kg CO2e: of all AIR legs, and of what suppliers’ footprints state. Flights inside other factors are not known.',
      ),
      biogenicEmissionsKg: nullable(
        'Float',
        'Biogenic carbon dioxide given off. Null if no factor of the result states it: unknown is not zero.',
      ),
      biogenicRemovalsKg: nullable(
        'Float',
        'Biogenic carbon dioxide taken up, as a positive number. Null if no factor of the result states it.',
      ),
      excludingBiogenicCo2eKg: field('Float', 'Total without biogenic carbon dioxide.'),
      includingBiogenicCo2eKg: nullable(
        'Float',
        'Total including biogenic carbon in kg CO2e. Null if its emissions or its removals are unknown.',
      ),
      biogenicReason: nullable(
        'String',
        'Reason why the biogenic values are null or a part of the whole. Null if all factors of the result state them.',
      ),
    }),
});

const IndicatorRef = builder.objectRef<IndicatorResult>('IndicatorResult').implement({
  description: 'One impact category over the whole result.',
  fields: (t) => ({
    category: t.expose('code', {
      type: ImpactCategoryEnum,
      description: 'Impact category of the result.',
    }),
    ...exposed(t, {
      name: field('String', 'Human-readable name.'),
      unit: field('String', 'Unit of the value.'),
      value: nullable(
        'Float',
        'The result; null if no factor has this category. A missing value is never shown as zero.',
      ),
      coveredShare: field('Float', 'Share of the climate result whose factors have it, 0 to 1.'),
      isComplete: field('Boolean', 'True if all factors of the result have the category.'),
      reason: nullable(
        'String',
        'Reason why the value is partial or absent; null if it is complete.',
      ),
    }),
  }),
});

const UncertaintyRef = builder.objectRef<AnalyticInterval>('AnalyticUncertainty').implement({
  description:
    'Uncertainty by propagation of variances: of factors, of declared amounts, and of the model, to the second order of the logarithm of the result. `monteCarlo` samples the same model.',
  fields: (t) =>
    exposed(t, {
      logVariance: field(
        'Float',
        'Variance of the natural logarithm of the result to the first order: the sum of `parameterLogVariance` and `modelLogVariance`. The interval is wider upwards, because the heaviest of several errors takes over there.',
      ),
      parameterLogVariance: field(
        'Float',
        'Part of the variance that comes from factors and declared amounts.',
      ),
      modelLogVariance: field(
        'Float',
        'Part of the variance that comes from the model: choice of factors, defaults, boundary. Estimated from published footprints; it applies to everything but supplier footprints and the energy of the declared use, and cancels out between two variants of one product. 0 in results before engine 0.3.0.',
      ),
      lowCo2eKg: field(
        'Float',
        'Lower end of the 95 % interval in kg CO2e. To the first order in results before engine 0.4.0.',
      ),
      highCo2eKg: field(
        'Float',
        'Upper end of the 95 % interval in kg CO2e. To the first order in results before engine 0.4.0, which is too low.',
      ),
    }),
});

const MonteCarloRef = builder.objectRef<SampledInterval>('MonteCarloUncertainty').implement({
  description: 'Uncertainty by Monte Carlo sampling; equal seeds give equal bits.',
  fields: (t) => ({
    ...sampleFields(t, 'the result'),
    coefficientOfVariation: t.exposeFloat('variation', {
      description: 'Standard deviation over mean.',
    }),
    ...exposed(t, {
      disagreement: field(
        'Float',
        'Relative deviation of the interval from the analytic interval.',
      ),
      isDisagreeing: field(
        'Boolean',
        'True if the deviation is above 20 %: then use the Monte Carlo interval.',
      ),
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
  fields: (t) =>
    exposed(t, {
      dqr: field('Float', 'The mean of the four.'),
      rating: field(RatingEnum, 'Rating of the score.'),
      technological: field('Float', 'Technological representativeness.'),
      geographical: field('Float', 'Geographical representativeness.'),
      temporal: field('Float', 'Time representativeness.'),
      precision: field('Float', 'Precision (P), 1 to 5.'),
    }),
});

const ElectricityRef = builder
  .objectRef<FullDetails['electricity']>('ElectricityResult')
  .implement({
    description: 'The total by both ways to count electricity.',
    fields: (t) =>
      exposed(t, {
        accounting: field(ElectricityAccountingEnum, 'Accounting method that the total uses.'),
        locationCo2eKg: field('Float', 'Total with the average of the grid, in kg CO2e.'),
        marketCo2eKg: field('Float', 'Total with contracted electricity, in kg CO2e.'),
      }),
  });

const PerUseRef = builder
  .objectRef<NonNullable<FullDetails['perUse']>>('FootprintPerUse')
  .implement({
    description: 'The result over the uses of the lifetime.',
    fields: (t) =>
      exposed(t, {
        uses: field('Float', 'Uses over the lifetime.'),
        co2eKg: field('Float', 'kg CO2e per use.'),
      }),
  });

const PerYearRef = builder
  .objectRef<NonNullable<FullDetails['perYear']>>('FootprintPerYear')
  .implement({
    description: 'The result over the years of the lifetime.',
    fields: (t) =>
      exposed(t, {
        years: field('Float', 'Years of the lifetime.'),
        co2eKg: field('Float', 'kg CO2e per year.'),
      }),
  });

export const FullDetailsRef = builder.objectRef<FullDetails>('FullFootprint').implement({
  description: 'Results of a FULL calculation in addition to climate change by phase.',
  fields: (t) => ({
    ...exposed(t, {
      boundary: field(BoundaryEnum, 'System boundary of the result.'),
      electricity: field(ElectricityRef, 'The total by both ways to count electricity.'),
      beyondSystemCo2eKg: field(
        'Float',
        'Benefits beyond the system (module D) in kg CO2e: shown, never summed.',
      ),
      greenhouseGases: field(GreenhouseGasesRef, 'The climate result by kind.'),
      indicators: field([IndicatorRef], 'The impact categories of EF 3.1.', {
        size: IMPACT_CATEGORIES.length,
      }),
      uncertainty: field(UncertaintyRef, 'Uncertainty by propagation.'),
      monteCarlo: nullable(MonteCarloRef, 'Monte Carlo uncertainty, if it was requested.'),
      sensitivities: field(
        [SensitivityRef],
        'Contributions with the largest effect on the total, at most 20, largest first.',
        { size: 20 },
      ),
      dataQuality: field(DataQualityRef, 'Quality of the data behind it.'),
      primaryDataShare: field(
        'Float',
        "Share of the result from suppliers' own primary data, 0 to 1 (PACT).",
      ),
      exemptedEmissionsPercent: field(
        'Float',
        'Emissions left out by exemption rules, in per cent (PACT).',
      ),
      perUse: nullable(PerUseRef, 'The result per use, when the lifetime is known in uses.'),
      perYear: nullable(
        PerYearRef,
        'The result per year, when the product declares its lifetime in years. Null in earlier results.',
      ),
    }),
    recyclingMethod: t.expose('recycling', {
      type: RecyclingMethodEnum,
      description: 'Recycling method of the result.',
    }),
  }),
});
