import type { Contribution } from '@trackway/engine';
import { builder, wordEnum } from '../../graphql/builder.ts';
import {
  type Connection,
  connectionOf,
  connectionType,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { listOf, NEWEST_FIRST, uuidInFilter } from '../../graphql/list.ts';
import { defineLoaderBy, defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { notFound } from '../../graphql/refusal.ts';
import type { Page } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { findJobs, type Job } from '../../platform/jobs/index.ts';
import { ProductRef, productById } from '../products/index.ts';
import { SupplyChainRef } from '../supply-chains/index.ts';
import { FullDetailsRef } from './full-graphql.ts';
import type {
  Calculation,
  CalculationDetail,
  CalculationKind,
  CalculationResult,
  CalculationState,
} from './model.ts';
import {
  AssumptionRef,
  ContributionConnection,
  GapRef,
  GwpShareRef,
  PhaseRef,
  UsedSetRef,
} from './result-graphql.ts';
import { calculations, findLatestOfSubjects, findResults, findSnapshot } from './store.ts';

const CalculationKindEnum = wordEnum<CalculationKind>('CalculationKind', 'What was calculated.', {
  MATERIAL: 'So much of one material.',
  ENERGY: 'So much energy.',
  TRANSPORT: 'One transport leg.',
  PRODUCT: 'One declared unit of a product.',
  SUPPLY_CHAIN: 'One unit of what leaves a supply chain.',
  CART: 'All that is in a shopping cart.',
  ORDER: 'All that was ordered, with its way to the customer.',
  CATALOGUE: 'All products of an organization, one by one.',
});

export const CalculationDetailEnum = wordEnum<CalculationDetail>(
  'CalculationDetail',
  'How much a calculation takes into account.',
  {
    BASIC: 'What is declared of materials, processes, packaging and transport; kg CO2e only.',
    FULL: 'The whole life cycle with all indicators and their uncertainty; gaps are filled and listed as assumptions.',
  },
  { FULL: 'GROWTH' },
);

const CalculationStateEnum = wordEnum<CalculationState>(
  'CalculationState',
  'Where a calculation stands.',
  {
    QUEUED: 'Waits for its turn.',
    RUNNING: 'Is being calculated.',
    COMPLETED: 'Has its result, which never changes.',
    FAILED: 'Could not be calculated.',
    CANCELLED: 'Was cancelled.',
  },
);

const resultById = defineLoaderById(findResults);
const jobById = defineLoaderById(findJobs);

/** The job behind a calculation that takes long. */
export async function jobOf(context: Context, { jobId }: Calculation): Promise<Job | undefined> {
  return jobId === null ? undefined : jobById(context, jobId);
}

function stateOf(calculation: Calculation, job: Job | undefined): CalculationState {
  if (job === undefined) return calculation.state;
  return job.state === 'AWAITING_FILE' ? 'QUEUED' : job.state;
}

/** Calculations by id in one statement per request, undefined where there is none. */
const calculationById = defineLoaderById(calculations.find);

async function resultOf(context: Context, { id }: Calculation): Promise<CalculationResult | null> {
  return (await resultById(context, id))?.result ?? null;
}

async function fromResult<Part>(
  context: Context,
  calculation: Calculation,
  part: (result: CalculationResult) => readonly Part[],
): Promise<readonly Part[]> {
  const result = await resultOf(context, calculation);
  return result === null ? [] : part(result);
}

export const CalculationRef = builder.objectRef<Calculation>('Calculation').implement({
  description:
    'A calculated footprint: immutable, explained flow by flow, and repeatable to the bit.',
  interfaces: [Node],
  extensions: gate({ permission: 'CALCULATIONS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (it) => encodeId('calculation', it.id),
    }),
    kind: t.expose('kind', { type: CalculationKindEnum, description: 'What was calculated.' }),
    detail: t.expose('detail', {
      type: CalculationDetailEnum,
      description: 'How much it takes into account.',
    }),
    state: t.field({
      type: CalculationStateEnum,
      description: 'Where it stands.',
      resolve: async (it, _args, context) => stateOf(it, await jobOf(context, it)),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product that was calculated, as it is now.',
      resolve: (it, _args, context) =>
        it.productId === null ? null : productById(context, it.productId),
    }),
    co2eKg: t.exposeFloat('co2eKg', {
      nullable: true,
      description:
        'Greenhouse gases in kg CO2e per declared unit, not rounded; null until it is completed.',
    }),
    phases: t.field({
      type: [PhaseRef],
      description: 'The result by stage of the life cycle; they add up to the total.',
      resolve: (it, _args, context) => fromResult(context, it, (result) => result.phases),
    }),
    contributions: t.field({
      type: ContributionConnection,
      nullable: true,
      description:
        'Every flow with its factor, amount and effect, largest first; they add up to the total.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: async (it, args, context) => {
        const all = await fromResult(context, it, (result) => result.contributions);
        return contributionPage(context, it, all, args);
      },
    }),
    assumptions: t.field({
      type: [AssumptionRef],
      description:
        'What was not declared and had to be assumed, the most important first: measure these next.',
      resolve: (it, _args, context) =>
        fromResult(context, it, (result) => result.assumptions.slice(0, 250)),
    }),
    notCovered: t.field({
      type: [GapRef],
      description: 'What the result does not contain.',
      resolve: (it, _args, context) =>
        fromResult(context, it, (result) => result.notCovered.slice(0, 250)),
    }),
    gwpSets: t.field({
      type: [GwpShareRef],
      extensions: gate({ size: 2 }),
      description:
        'Sets of global warming potentials behind the result; more than one is a mix, listed as an assumption.',
      resolve: (it, _args, context) => fromResult(context, it, (result) => result.gwp.sets),
    }),
    factorSets: t.field({
      type: [UsedSetRef],
      extensions: gate({ size: 3 }),
      description:
        'The factor sets that the result stands on, with the attribution to show beside it.',
      resolve: (it, _args, context) => fromResult(context, it, (result) => result.factorSets),
    }),
    full: t.field({
      type: FullDetailsRef,
      nullable: true,
      extensions: gate({ size: 0 }),
      description: 'What a FULL calculation tells beyond this; null for a BASIC one.',
      resolve: async (it, _args, context) => (await resultOf(context, it))?.full,
    }),
    snapshot: t.field({
      type: 'JSON',
      nullable: true,
      extensions: gate({ weight: 20 }),
      description:
        'Everything the result follows from, as JSON: `trackway replay` makes the same bits of it.',
      resolve: (it, _args, { db, scope }) => findSnapshot(db, scope, it.id),
    }),
    engineVersion: t.string({
      nullable: true,
      description: 'Version of the engine that calculated it.',
      resolve: async (it, _args, context) => (await resultOf(context, it))?.engineVersion,
    }),
    snapshotHash: t.exposeString('snapshotHash', {
      nullable: true,
      description:
        'SHA-256 over inputs, factors and method, 64 hex digits: equal hashes mean equal results, to the bit.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was calculated.' }),
  }),
});

registerNode('calculation', { typename: 'Calculation', load: calculationById });

const CalculationConnection = connectionType(
  CalculationRef,
  'Calculation',
  'calculations',
  'CALCULATIONS_READ',
);

/** A result is loaded whole, so its contributions are paged in memory, by their rank. */
function contributionPage(
  context: Context,
  calculation: Calculation,
  all: readonly Contribution[],
  args: Parameters<typeof connectionOf>[1],
): Promise<Connection<Contribution>> {
  const rankOf = new Map(all.map((contribution, rank) => [contribution, rank]));
  const load = async ({ limit, isBackward, from }: Page) => {
    const bound = from === undefined ? undefined : Number(from.key[0]);
    const isIn = (rank: number) => {
      if (bound === undefined || (from?.isInclusive && rank === bound)) return true;
      return isBackward ? rank < bound : rank > bound;
    };
    const walked = all.filter((_contribution, rank) => isIn(rank));
    return (isBackward ? walked.reverse() : walked).slice(0, limit);
  };
  return connectionOf(
    context,
    args,
    {
      list: `contributions ${calculation.id}`,
      load,
      key: (contribution) => [rankOf.get(contribution) ?? 0],
      count: async () => ({ total: all.length, isExact: true }),
    },
    DEFAULT_NESTED_PAGE_SIZE,
  );
}

builder.objectField(ProductRef, 'footprint', (t) =>
  t.field({
    type: CalculationRef,
    nullable: true,
    description: 'Its latest calculated footprint; null when it was never calculated.',
    resolve: (product, _args, context) =>
      product.calculationId === null ? null : calculationById(context, product.calculationId),
  }),
);

/** The latest calculation of supply chains, carts and orders by their ids. */
export const latestOfSubject = defineLoaderBy(findLatestOfSubjects, ({ subjectId }) => subjectId);

builder.objectField(SupplyChainRef, 'footprint', (t) =>
  t.field({
    type: CalculationRef,
    nullable: true,
    description: 'Its latest calculated footprint; null when it was never calculated.',
    resolve: (chain, _args, context) => latestOfSubject(context, chain.id),
  }),
);

const CalculationFilterInput = builder.inputType('CalculationFilter', {
  description: 'Which calculations to list; all conditions must hold.',
  fields: (t) => ({
    kind: t.field({ type: CalculationKindEnum, description: 'Of this kind.' }),
    productId: t.id({ description: 'Of this product.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Made at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Made before this moment.' }),
  }),
});

builder.queryFields((t) => ({
  calculations: t.field({
    type: CalculationConnection,
    nullable: true,
    description: 'Calculations of this organization and environment, newest first.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: CalculationFilterInput, description: 'Which calculations.' }),
    },
    resolve: (_root, { filter, ...args }, context) => {
      const productId = uuidInFilter('product', 'productId', filter?.productId);
      return listOf(context, args, calculations, { ...filter, productId }, NEWEST_FIRST);
    },
  }),
  calculation: t.field({
    type: CalculationRef,
    nullable: true,
    description: 'One calculation by its id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = decodeId('calculation', id);
      const found = uuid === undefined ? undefined : await calculationById(context, uuid);
      if (found === undefined) throw notFound('The calculation');
      return found;
    },
  }),
}));
