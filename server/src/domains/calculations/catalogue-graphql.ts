import { IMPACT_CATEGORIES, type ImpactCategory, LIFECYCLE_PHASES } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import {
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { IMPACT_CATEGORY_FACTS, ImpactCategoryEnum } from '../factors/index.ts';
import { ProductRef, productById } from '../products/index.ts';
import { type CatalogueRow, listCatalogueRows } from './catalogue-store.ts';
import { CalculationRef, jobOf } from './graphql.ts';
import { PhaseRef } from './result-graphql.ts';

type Indicator = { readonly category: ImpactCategory; readonly value: number | null };

const CatalogueIndicatorRef = builder.objectRef<Indicator>('CatalogueIndicator').implement({
  description: 'One impact category of a product of a catalogue.',
  fields: (t) => ({
    ...exposed(t, {
      category: field(ImpactCategoryEnum, 'Impact category of the result.'),
      value: nullable('Float', 'The result; null when not all factors have it.'),
    }),
    unit: t.string({
      description: 'Unit of the value.',
      resolve: ({ category }) => IMPACT_CATEGORY_FACTS[category].unit,
    }),
  }),
});

const CatalogueResultRef = builder.objectRef<CatalogueRow>('CatalogueResult').implement({
  description: 'The footprint of one product of a catalogue, or the reasons why it has none.',
  extensions: access({ permission: 'CALCULATIONS_READ' }),
  fields: (t) => ({
    productId: t.id({
      description: 'Id of the product.',
      resolve: (row) => encodeId('product', row.productId),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product as it is now; null when it is gone.',
      resolve: (row, _args, context) => productById(context, row.productId),
    }),
    ...exposed(t, {
      co2eKg: nullable(
        'Float',
        'Greenhouse gases in kg CO2e per declared unit; null when it could not be calculated.',
      ),
      problems: nullable(
        'JSON',
        'Reasons why it could not be calculated, each with path, code and message.',
      ),
    }),
    phases: t.field({
      type: [PhaseRef],
      description: 'The result by stage of the life cycle.',
      resolve: ({ phases, co2eKg }) =>
        LIFECYCLE_PHASES.flatMap((phase, at) => {
          const kg = phases?.[at] ?? 0;
          return kg === 0 ? [] : [{ phase, co2eKg: kg, share: co2eKg ? kg / co2eKg : 0 }];
        }),
    }),
    indicators: t.field({
      type: [CatalogueIndicatorRef],
      extensions: access({ size: IMPACT_CATEGORIES.length }),
      description:
        'The impact categories of EF 3.1; empty when it could not be calculated, and of a BASIC footprint.',
      resolve: ({ indicators }) =>
        indicators === null
          ? []
          : IMPACT_CATEGORIES.map((category, at) => ({ category, value: indicators[at] ?? null })),
    }),
  }),
});

const CatalogueResultConnection = connectionType(
  CatalogueResultRef,
  'CatalogueResult',
  'results of a catalogue',
  'CALCULATIONS_READ',
);

type Catalogue = { readonly calculationId: string; readonly job: Job };

const CatalogueRef = builder.objectRef<Catalogue>('CatalogueRun').implement({
  description: 'Progress of the calculation of a catalogue, and its results so far.',
  fields: (t) => ({
    totalCount: t.int({
      nullable: true,
      description:
        'Products to calculate; null before it starts. As footprints of products: those that need one when it starts, and at the end those that were done.',
      resolve: ({ job }) => job.totalCount,
    }),
    doneCount: t.int({
      description: 'Number of products calculated so far.',
      resolve: ({ job }) => job.doneCount,
    }),
    failedCount: t.int({
      description: 'Products among them that could not be calculated.',
      resolve: ({ job }) => job.failedCount,
    }),
    asProductFootprint: t.boolean({
      description: 'True if the results are the footprints of their products.',
      resolve: ({ job }) => job.input['asProductFootprint'] === true,
    }),
    progress: t.float({
      description: 'Progress, 0 to 1.',
      resolve: ({ job }) =>
        job.state === 'COMPLETED' ? 1 : Math.min(1, job.doneCount / (job.totalCount || 1)),
    }),
    error: t.string({
      nullable: true,
      description: 'Reason why the run as a whole failed; null if it did not.',
      resolve: ({ job }) => job.error,
    }),
    startedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the run started; null while it is queued.',
      resolve: ({ job }) => job.startedAt,
    }),
    finishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the run ended; null until then.',
      resolve: ({ job }) => job.finishedAt,
    }),
    results: t.field({
      type: CatalogueResultConnection,
      nullable: true,
      description: 'Results so far, in the order in which the products were created.',
      args: {
        ...pageArgs(DEFAULT_NESTED_PAGE_SIZE),
        onlyProblems: t.arg.boolean({
          description: 'True leaves out the products that were calculated. False by default.',
        }),
      },
      resolve: ({ calculationId, job }, { onlyProblems: given, ...args }, context) => {
        const onlyProblems = given ?? false;
        return connectionOf(
          context,
          args,
          {
            list: `catalogue ${calculationId}`,
            load: (page) => listCatalogueRows(context, { calculationId, onlyProblems }, page),
            key: (row) => [row.productId],
            count: async () => ({
              total: onlyProblems ? job.failedCount : job.doneCount,
              isExact: true,
            }),
          },
          DEFAULT_NESTED_PAGE_SIZE,
        );
      },
    }),
  }),
});

builder.objectField(CalculationRef, 'catalogue', (t) =>
  t.field({
    type: CatalogueRef,
    nullable: true,
    extensions: access({ size: 0 }),
    description: 'Progress and results of `calculateCatalogue`; null for any other calculation.',
    resolve: async (calculation, _args, context) => {
      const job = await jobOf(context, calculation);
      return job === undefined ? null : { calculationId: calculation.id, job };
    },
  }),
);
