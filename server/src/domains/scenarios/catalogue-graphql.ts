import { type Shift, shiftOf } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../graphql/connection.ts';
import { exposed, field } from '../../graphql/fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { encodeId } from '../../platform/ids.ts';
import { findJobs, type Job } from '../../platform/jobs/index.ts';
import { ProductRef, productById } from '../products/index.ts';
import { listProductRows, type RunKey, type ScenarioProductRow } from './catalogue-store.ts';
import { ScenarioRef } from './graphql.ts';
import type { CatalogueFacts, StoredFilter } from './model.ts';
import { ScenarioResultRef } from './result-graphql.ts';
import { ShiftRef } from './shift-graphql.ts';

/** Catalogues as subjects of scenarios: their progress, and the results of their products. */

const jobById = defineLoaderById(findJobs);

type CatalogueOfScenario = { readonly filter: StoredFilter; readonly job: Job | undefined };

const ScenarioCatalogueRef = builder.objectRef<CatalogueOfScenario>('ScenarioCatalogue').implement({
  description: 'The products that a scenario is about, and the progress of its last run.',
  fields: (t) => ({
    filter: t.expose('filter', { type: 'JSON', description: 'Filter of the products.' }),
    totalCount: t.int({
      nullable: true,
      description: 'Products to calculate; null before the run starts.',
      resolve: ({ job }) => job?.totalCount ?? null,
    }),
    doneCount: t.int({
      description: 'Number of products calculated so far.',
      resolve: ({ job }) => job?.doneCount ?? 0,
    }),
    failedCount: t.int({
      description: 'Products among them that could not be calculated.',
      resolve: ({ job }) => job?.failedCount ?? 0,
    }),
    progress: t.float({
      description: 'Progress, 0 to 1.',
      resolve: ({ job }) =>
        job?.state === 'COMPLETED'
          ? 1
          : Math.min(1, (job?.doneCount ?? 0) / (job?.totalCount || 1)),
    }),
  }),
});

builder.objectField(ScenarioRef, 'catalogue', (t) =>
  t.field({
    type: ScenarioCatalogueRef,
    nullable: true,
    description: 'Catalogue whose products the overrides change; null for any other subject.',
    resolve: async ({ catalogue, jobId }, _args, context) => {
      if (catalogue === null) return null;
      const job = jobId === null ? undefined : await jobById(context, jobId);
      return { filter: catalogue, job };
    },
  }),
);

type ProductRow = ScenarioProductRow & { readonly effectCo2eKg: number };

const ScenarioProductRef = builder.objectRef<ProductRow>('ScenarioProduct').implement({
  description: 'One product of a catalogue before and after the overrides.',
  extensions: access({ permission: 'SCENARIOS_READ' }),
  fields: (t) => ({
    productId: t.id({
      description: 'Id of the product.',
      resolve: ({ productId }) => encodeId('product', productId),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product as it is now; null when it is gone.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    total: t.field({
      type: ShiftRef,
      nullable: true,
      description: 'Total in kg CO2e per declared unit; null if it could not be calculated.',
      resolve: ({ baselineCo2eKg, outcomeCo2eKg }): Shift | null =>
        baselineCo2eKg === null || outcomeCo2eKg === null
          ? null
          : shiftOf(baselineCo2eKg, outcomeCo2eKg),
    }),
    problems: t.expose('problems', {
      type: 'JSON',
      nullable: true,
      description: 'Reasons why it could not be calculated, each with path, code and message.',
    }),
  }),
});

const ScenarioProductConnection = connectionType(
  ScenarioProductRef,
  'ScenarioProduct',
  'products of a scenario',
  'SCENARIOS_READ',
);

type Quantile = CatalogueFacts['quantiles'][number];

const QuantileRef = builder.objectRef<Quantile>('ScenarioQuantile').implement({
  description: 'A quantile of the differences of the products.',
  fields: (t) =>
    exposed(t, {
      probability: field(
        'Float',
        'Share of the products whose difference is at most this value, 0 to 1.',
      ),
      differenceCo2eKg: field('Float', 'Difference in kg CO2e per declared unit.'),
    }),
});

type Bin = CatalogueFacts['histogram'][number];

const BinRef = builder.objectRef<Bin>('ScenarioHistogramBin').implement({
  description: 'Number of products whose difference lies between two values.',
  fields: (t) =>
    exposed(t, {
      lowCo2eKg: field('Float', 'Lower bound, included.'),
      highCo2eKg: field('Float', 'Upper bound, included in the last bin alone.'),
      count: field('Int', 'Number of products.'),
    }),
});

type ResultOfCatalogue = { readonly key: RunKey; readonly facts: CatalogueFacts };

const ScenarioCatalogueResultRef = builder
  .objectRef<ResultOfCatalogue>('ScenarioCatalogueResult')
  .implement({
    description:
      'Products of a catalogue before and after the overrides. Totals are of one declared unit of each product that could be calculated.',
    fields: (t) => ({
      calculatedCount: t.int({
        description: 'Products that were calculated before and after.',
        resolve: ({ facts }) => facts.calculatedCount,
      }),
      changedCount: t.int({
        description: 'Products among them whose result differs.',
        resolve: ({ facts }) => facts.changedCount,
      }),
      failedCount: t.int({
        description: 'Products that could not be calculated; they are in no total.',
        resolve: ({ facts }) => facts.failedCount,
      }),
      quantiles: t.field({
        type: [QuantileRef],
        extensions: access({ size: 7 }),
        description: 'Least, 5, 25, 50, 75, 95 % and greatest of the differences.',
        resolve: ({ facts }) => facts.quantiles,
      }),
      histogram: t.field({
        type: [BinRef],
        extensions: access({ size: 20 }),
        description: 'Distribution of the differences in 20 bins of equal width.',
        resolve: ({ facts }) => facts.histogram,
      }),
      products: t.field({
        type: ScenarioProductConnection,
        nullable: true,
        description:
          'The products, the most affected first; those that could not be calculated come last.',
        args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
        resolve: ({ key, facts }, args, context) =>
          connectionOf(
            context,
            args,
            {
              list: `scenario ${key.scenarioId} ${key.jobId}`,
              load: (page) => listProductRows(context, key, page),
              key: (row) => [row.effectCo2eKg, row.productId],
              count: async () => ({
                total: facts.calculatedCount + facts.failedCount,
                isExact: true,
              }),
            },
            DEFAULT_NESTED_PAGE_SIZE,
          ),
      }),
    }),
  });

builder.objectField(ScenarioResultRef, 'catalogue', (t) =>
  t.field({
    type: ScenarioCatalogueResultRef,
    nullable: true,
    description: 'Products of a catalogue; null for any other subject.',
    resolve: ({ scenario: { id: scenarioId, resultJobId }, summary: { catalogue: facts } }) =>
      facts === null || resultJobId === null
        ? null
        : { key: { scenarioId, jobId: resultJobId }, facts },
  }),
);
