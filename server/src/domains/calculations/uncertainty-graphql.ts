import type { ApiTypes } from '../../graphql/builder.ts';

/** Fields that results of calculations and of scenarios share. */

type ObjectFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>;

type Samples = {
  readonly iterations: number;
  readonly seed: number;
  readonly meanCo2eKg: number;
  readonly p2_5Co2eKg: number;
  readonly p50Co2eKg: number;
  readonly p97_5Co2eKg: number;
};

/** Statistics of Monte Carlo samples of a quantity in kg CO2e. */
export function sampleFields<Row extends Samples>(t: ObjectFields<Row>, quantity: string) {
  return {
    iterations: t.int({
      description: 'Number of iterations; fewer than requested if the result converged early.',
      resolve: ({ iterations }) => iterations,
    }),
    seed: t.float({ description: 'Seed of the generator.', resolve: ({ seed }) => seed }),
    meanCo2eKg: t.float({
      description: `Mean of ${quantity} in kg CO2e.`,
      resolve: ({ meanCo2eKg }) => meanCo2eKg,
    }),
    lowCo2eKg: t.float({
      description: `Lower end of the 95 % interval of ${quantity} in kg CO2e: the 2.5th percentile.`,
      resolve: (samples) => samples.p2_5Co2eKg,
    }),
    medianCo2eKg: t.float({
      description: `Median of ${quantity} in kg CO2e.`,
      resolve: ({ p50Co2eKg }) => p50Co2eKg,
    }),
    highCo2eKg: t.float({
      description: `Upper end of the 95 % interval of ${quantity} in kg CO2e: the 97.5th percentile.`,
      resolve: (samples) => samples.p97_5Co2eKg,
    }),
  };
}

type Bar = {
  readonly path: readonly (string | number)[];
  readonly label: string;
  readonly lowCo2eKg: number;
  readonly highCo2eKg: number;
};

/** A bar of a tornado chart. */
export function barFields<Row extends Bar>(t: ObjectFields<Row>) {
  return {
    path: t.field({
      type: 'JSON',
      description: 'Path into the declaration, such as ["components", 0].',
      resolve: ({ path }) => path,
    }),
    label: t.string({ description: 'Human-readable description.', resolve: ({ label }) => label }),
    lowCo2eKg: t.float({
      description: 'Total at its lower bound, in kg CO2e.',
      resolve: ({ lowCo2eKg }) => lowCo2eKg,
    }),
    highCo2eKg: t.float({
      description: 'Total at its upper bound, in kg CO2e.',
      resolve: ({ highCo2eKg }) => highCo2eKg,
    }),
  };
}
