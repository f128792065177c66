import type { Contribution } from '@trackway/engine';
import { builder, IDEMPOTENCY_KEY_DESCRIPTION, wordEnum } from '../../graphql/builder.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  connectionType,
  countUpTo,
  DEFAULT_NESTED_PAGE_SIZE,
  pageArgs,
} from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { defineLoader, inOrderOf } from '../../graphql/loader.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { badInput, notFound } from '../../graphql/refusal.ts';
import { withoutNulls } from '../../graphql/without-nulls.ts';
import type { Page } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import {
  EnergySourceEnum,
  ProductRef,
  productById,
  productReference,
  TransportLegInput,
  TransportMethodEnum,
  VehicleClassEnum,
} from '../products/index.ts';
import { engineOf } from './engine-data.ts';
import {
  BoundaryEnum,
  ElectricityAccountingEnum,
  FullDetailsRef,
  RecyclingMethodEnum,
} from './full-graphql.ts';
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
import {
  type Choices,
  calculateEnergyFootprint,
  calculateMaterialFootprint,
  calculateProductFootprint,
  calculateTransportFootprint,
  type Wanted,
} from './service.ts';
import {
  type CalculationFilter,
  countCalculations,
  countMatchingCalculations,
  findCalculations,
  findResults,
  findSnapshot,
  listCalculations,
} from './store.ts';

const CalculationKindEnum = wordEnum<CalculationKind>('CalculationKind', 'What was calculated.', {
  MATERIAL: 'So much of one material.',
  ENERGY: 'So much energy.',
  TRANSPORT: 'One transport leg.',
  PRODUCT: 'One declared unit of a product.',
});

const CalculationDetailEnum = wordEnum<CalculationDetail>(
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

const resultOf = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) => {
  const found = inOrderOf(ids, await findResults(db, scope, ids), (row) => row.id, undefined);
  return found.map((row) => row?.result ?? undefined);
});

/** Calculations by id in one statement per request, undefined where there is none. */
const calculationById = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) =>
  inOrderOf(ids, await findCalculations(db, scope, ids), (row) => row.id, undefined),
);

async function fromResult<Part>(
  context: Context,
  calculation: Calculation,
  part: (result: CalculationResult) => readonly Part[],
): Promise<readonly Part[]> {
  const result = await resultOf(context, calculation.id);
  return result === undefined ? [] : part(result);
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
    state: t.expose('state', { type: CalculationStateEnum, description: 'Where it stands.' }),
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
      resolve: async (it, _args, context) => (await resultOf(context, it.id))?.full,
    }),
    snapshot: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Everything the result follows from, as JSON: `trackway replay` makes the same bits of it.',
      resolve: (it, _args, { db, scope }) => findSnapshot(db, scope, it.id),
    }),
    engineVersion: t.string({
      nullable: true,
      description: 'Version of the engine that calculated it.',
      resolve: async (it, _args, context) => (await resultOf(context, it.id))?.engineVersion,
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
      const { db, scope } = context;
      const wanted = filterOf(filter ?? {});
      const isUnfiltered = Object.values(wanted).every((value) => value === undefined);
      return connectionOf(context, args, {
        list: 'calculations',
        load: (page) => listCalculations(db, scope, wanted, page),
        key: (calculation) => [calculation.id],
        count: async (): Promise<Count> => {
          if (isUnfiltered) return { total: await countCalculations(db, scope), isExact: true };
          return countUpTo((limit) => countMatchingCalculations(db, scope, wanted, limit));
        },
      });
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

/** An id that is not one of a product matches nothing, like that of a product of others. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function filterOf(filter: typeof CalculationFilterInput.$inferInput): CalculationFilter {
  const { kind, productId, createdFrom, createdUntil } = filter;
  return {
    kind: kind ?? undefined,
    productId:
      productId === null || productId === undefined
        ? undefined
        : (decodeId('product', productId) ?? NOBODY),
    createdFrom: createdFrom ?? undefined,
    createdUntil: createdUntil ?? undefined,
  };
}

const YEAR = 'The year that factors should be of; the newest by default.';
const GWP_SET =
  'Set of global warming potentials, such as AR5: factors of any other are refused. As published by default.';

const CalculateMaterialInput = builder.inputType('CalculateMaterialInput', {
  description: 'So much of one material: exactly one of material and factorId.',
  fields: (t) => ({
    material: t.string({
      description: 'Name of a material of the library, such as "cotton fibre".',
    }),
    factorId: t.id({ description: 'Emission factor that describes it.' }),
    massKg: t.float({ required: true, description: 'Mass in kg, before losses.' }),
    recycledShare: t.float({ description: 'Share of recycled content, 0 to 1.' }),
    lossRate: t.float({ description: 'Share lost in production, 0 to below 1.' }),
    originCountry: t.field({ type: 'CountryCode', description: 'Country it comes from.' }),
    transportLegs: t.field({
      type: [TransportLegInput],
      description: 'How it comes to the factory.',
    }),
    year: t.int({ description: YEAR }),
    gwpSet: t.string({ description: GWP_SET }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const CalculateEnergyInput = builder.inputType('CalculateEnergyInput', {
  description: 'So much energy.',
  fields: (t) => ({
    source: t.field({
      type: EnergySourceEnum,
      required: true,
      description: 'Carrier or source of the energy.',
    }),
    energyKwh: t.float({ required: true, description: 'Energy in kWh.' }),
    country: t.field({
      type: 'CountryCode',
      description: 'Country where it is used; needed for grid electricity.',
    }),
    year: t.int({ description: YEAR }),
    gwpSet: t.string({ description: GWP_SET }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const CalculateTransportInput = builder.inputType('CalculateTransportInput', {
  description: 'One transport leg: give its distance, or where it begins and ends.',
  fields: (t) => ({
    method: t.field({
      type: TransportMethodEnum,
      required: true,
      description: 'Mode of transport.',
    }),
    vehicleClass: t.field({
      type: VehicleClassEnum,
      description: "Kind of vehicle; the mode's default when absent.",
    }),
    massKg: t.float({ required: true, description: 'Mass carried in kg.' }),
    distanceKm: t.float({ description: 'Distance in km as driven.' }),
    from: t.string({
      description: 'Where it begins: country (DE), UN/LOCODE (CNSHA) or IATA airport (FRA).',
    }),
    to: t.string({ description: 'Where it ends: country, UN/LOCODE or IATA airport.' }),
    refrigerated: t.boolean({ description: 'Whether the goods are cooled on the way.' }),
    year: t.int({ description: YEAR }),
    gwpSet: t.string({ description: GWP_SET }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const CalculateProductFootprintInput = builder.inputType('CalculateProductFootprintInput', {
  description: 'Which product to calculate, by exactly one of its identifiers, and how.',
  fields: (t) => ({
    productId: t.id({ description: 'Id of the product.' }),
    externalId: t.string({ description: 'Your own id of the product.' }),
    gtin: t.string({ description: 'GTIN of the product.' }),
    sku: t.string({ description: 'SKU of the product.' }),
    detail: t.field({
      type: CalculationDetailEnum,
      description: 'How much to take into account; BASIC by default.',
    }),
    boundary: t.field({
      type: BoundaryEnum,
      description: 'FULL only: how far it reaches; CRADLE_TO_GRAVE by default.',
    }),
    recyclingMethod: t.field({
      type: RecyclingMethodEnum,
      description: 'FULL only: how recycling is counted; CUT_OFF by default.',
    }),
    electricityAccounting: t.field({
      type: ElectricityAccountingEnum,
      description:
        'FULL only: which electricity the total has; LOCATION by default. Both are reported.',
    }),
    monteCarlo: t.field({
      type: MonteCarloInput,
      description: 'FULL only: uncertainty by sampling, beside the analytic one.',
    }),
    year: t.int({ description: YEAR }),
    gwpSet: t.string({ description: GWP_SET }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

const MonteCarloInput = builder.inputType('MonteCarloInput', {
  description: 'Uncertainty by sampling, beside the analytic one.',
  fields: (t) => ({
    iterations: t.int({
      description:
        'Iterations, 2 to 100,000; 1,000 by default. It ends early when the median has settled.',
    }),
    seed: t.int({
      description: 'Seed of the generator; equal seeds give equal bits. 1 by default.',
    }),
  }),
});

const CalculationPayload = (name: string) =>
  builder.objectRef<{ readonly calculation: Calculation }>(`${name}Payload`).implement({
    description: `What \`${name.charAt(0).toLowerCase()}${name.slice(1)}\` gives back.`,
    fields: (t) => ({
      calculation: t.field({
        type: CalculationRef,
        nullable: true,
        description: 'The calculation with its result.',
        resolve: ({ calculation }) => calculation,
      }),
    }),
  });

const written = gate({ permission: 'CALCULATIONS_WRITE' });

builder.mutationFields((t) => ({
  calculateMaterial: t.field({
    type: CalculationPayload('CalculateMaterial'),
    nullable: true,
    description: 'Calculates the greenhouse gases of so much of one material.',
    extensions: written,
    args: {
      input: t.arg({ type: CalculateMaterialInput, required: true, description: 'The material.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const {
          year: _year,
          gwpSet: _gwpSet,
          idempotencyKey: _key,
          ...material
        } = withoutNulls(input);
        const engine = await engineOf(context);
        return {
          calculation: await calculateMaterialFootprint(
            tx,
            context.scope,
            engine,
            material,
            choicesOf(input),
          ),
        };
      }),
  }),
  calculateEnergy: t.field({
    type: CalculationPayload('CalculateEnergy'),
    nullable: true,
    description: 'Calculates the greenhouse gases of so much energy.',
    extensions: written,
    args: {
      input: t.arg({ type: CalculateEnergyInput, required: true, description: 'The energy.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const { source, energyKwh, country } = withoutNulls(input);
        const engine = await engineOf(context);
        return {
          calculation: await calculateEnergyFootprint(
            tx,
            context.scope,
            engine,
            { source, energyKwh, country },
            choicesOf(input),
          ),
        };
      }),
  }),
  calculateTransport: t.field({
    type: CalculationPayload('CalculateTransport'),
    nullable: true,
    description: 'Calculates the greenhouse gases of one transport leg, well to wheel.',
    extensions: written,
    args: {
      input: t.arg({ type: CalculateTransportInput, required: true, description: 'The leg.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const { year: _year, gwpSet: _gwpSet, idempotencyKey: _key, ...leg } = withoutNulls(input);
        const engine = await engineOf(context);
        return {
          calculation: await calculateTransportFootprint(
            tx,
            context.scope,
            engine,
            leg,
            choicesOf(input),
          ),
        };
      }),
  }),
  calculateProductFootprint: t.field({
    type: CalculationPayload('CalculateProductFootprint'),
    nullable: true,
    description:
      'Calculates the footprint of one declared unit of a product, with everything below it.',
    extensions: gate({ permission: 'CALCULATIONS_WRITE', weight: 10 }),
    args: {
      input: t.arg({
        type: CalculateProductFootprintInput,
        required: true,
        description: 'Which product, and how.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const { productId: id, externalId, gtin, sku } = input;
        const reference = productReference({ id, externalId, gtin, sku }, ['input']);
        if (reference === undefined) throw notFound('The product');
        return {
          calculation: await calculateProductFootprint(
            tx,
            context.scope,
            await engineOf(context),
            reference,
            wantedOf(input),
            choicesOf(input),
          ),
        };
      }),
  }),
}));

/** How a result is to be made; what only FULL can do is refused for BASIC rather than ignored. */
function wantedOf(input: typeof CalculateProductFootprintInput.$inferInput): Wanted {
  const { boundary, recyclingMethod, electricityAccounting, monteCarlo } = input;
  if (input.detail === 'FULL') {
    return {
      detail: 'FULL',
      full: {
        boundary: boundary ?? undefined,
        recycling: recyclingMethod ?? undefined,
        electricity: electricityAccounting ?? undefined,
        monteCarlo: monteCarlo ? withoutNulls(monteCarlo) : undefined,
      },
    };
  }
  const given = Object.entries({ boundary, recyclingMethod, electricityAccounting, monteCarlo })
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name]) => ({
      path: ['input', name],
      code: 'NOT_FOR_BASIC',
      message: `\`${name}\` is for calculations with detail FULL.`,
    }));
  if (given.length > 0) throw badInput(given);
  return { detail: 'BASIC' };
}

function choicesOf(input: {
  readonly year?: number | null | undefined;
  readonly gwpSet?: string | null | undefined;
}): Choices {
  return { year: input.year ?? undefined, gwpSet: input.gwpSet ?? undefined };
}
