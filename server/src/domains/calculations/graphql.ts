import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoaderBy, defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { findJobs, type Job } from '../../platform/jobs/index.ts';
import { WrittenJson } from '../../platform/json/index.ts';
import type { Context } from '../../rules/context.ts';
import { ProductRef, productById } from '../products/index.ts';
import { ContributionConnection, contributionPage } from './contributions-graphql.ts';
import { CalculationDetailEnum, CalculationKindEnum, CalculationStateEnum } from './enums.ts';
import { FullDetailsRef } from './full-graphql.ts';
import type { Calculation, CalculationState } from './model.ts';
import {
  AssumptionRef,
  GapRef,
  GwpShareRef,
  PhaseRef,
  UsedSetRef,
  WarningRef,
} from './result-graphql.ts';
import {
  calculations,
  findAssumedDistributions,
  findFootprintBases,
  findLatestOfSubjects,
  findResults,
  findSnapshots,
} from './store.ts';
import { defineUnpacked, readResult, type UnpackedResult } from './unpack.ts';

const packedResultById = defineLoaderById(findResults);
/** Part of a result that is an assumed way to the customer, by its calculation. */
export const assumedDistributionById = defineLoaderById(findAssumedDistributions);
/** Basis of a product's footprint by its calculation. */
export const footprintBasisById = defineLoaderById(findFootprintBases);
const packedSnapshotById = defineLoaderById(findSnapshots);
const jobById = defineLoaderById(findJobs);

/** The job behind a calculation that takes long. */
export async function jobOf(context: Context, { jobId }: Calculation): Promise<Job | undefined> {
  return jobId === null ? undefined : jobById(context, jobId);
}

function stateOf(calculation: Calculation, job: Job | undefined): CalculationState {
  if (job === undefined) return calculation.state;
  return job.state === 'AWAITING_FILE' ? 'QUEUED' : job.state;
}

/** Loads calculations by id in one statement per request; undefined for a missing one. */
export const calculationById = defineLoaderById(calculations.find);

const sharedResults = new WeakMap<Context, Map<string, Uint8Array>>();

/** Keeps a result that the request itself calculated, so that it is not read back. */
export function shareResult(context: Context, id: string, packed: Uint8Array): void {
  const results = sharedResults.getOrInsertComputed(context, () => new Map());
  results.set(id, packed);
}

const resultById = defineUnpacked<UnpackedResult, Context>(
  async (context, id) =>
    sharedResults.get(context)?.get(id) ?? (await packedResultById(context, id))?.packed,
  readResult,
);

const snapshotById = defineUnpacked<WrittenJson, Context>(
  async (context, id) => (await packedSnapshotById(context, id))?.packed,
  (text) => new WrittenJson(text),
);

/** Result of a calculation; null while it has no result. */
export function resultOf(context: Context, { id }: Calculation): Promise<UnpackedResult | null> {
  return resultById(context, id);
}

async function fromResult<Part>(
  context: Context,
  calculation: Calculation,
  part: (result: UnpackedResult) => readonly Part[],
): Promise<readonly Part[]> {
  const result = await resultOf(context, calculation);
  return result === null ? [] : part(result);
}

/** The latest calculation of supply chains, carts and orders by their ids. */
export const latestOfSubject = defineLoaderBy(findLatestOfSubjects, ({ subjectId }) => subjectId);

export const CalculationRef = builder.objectRef<Calculation>('Calculation').implement({
  description:
    'A calculated footprint: immutable, explained flow by flow, and repeatable to the bit.',
  interfaces: [Node],
  extensions: access({ permission: 'CALCULATIONS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (it) => encodeId('calculation', it.id),
    }),
    ...exposed(t, {
      kind: field(CalculationKindEnum, 'Kind of object that was calculated.'),
      detail: field(
        CalculationDetailEnum,
        'Level of detail of the calculation; BASIC for a catalogue whose products are each calculated by their `footprintBasis`.',
      ),
      co2eKg: nullable(
        'Float',
        'Greenhouse gases in kg CO2e per declared unit, not rounded; null until it is completed.',
      ),
      snapshotHash: nullable(
        'String',
        'SHA-256 over inputs, factors and method, 64 hex digits: equal hashes mean equal results, to the bit.',
      ),
      createdAt: field('DateTime', 'Time of the calculation.'),
    }),
    state: t.field({
      type: CalculationStateEnum,
      description: 'Current state of the object.',
      resolve: async (it, _args, context) => stateOf(it, await jobOf(context, it)),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product that was calculated, as it is now.',
      resolve: (it, _args, context) => productById(context, it.productId),
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
        const result = await resultOf(context, it);
        return contributionPage(context, it, result?.contributions ?? [], args);
      },
    }),
    assumptions: t.field({
      type: [AssumptionRef],
      description:
        'Assumptions for values that were not declared, the largest effect first: measure these next.',
      resolve: (it, _args, context) =>
        fromResult(context, it, (result) => result.assumptions.slice(0, 250)),
    }),
    notCovered: t.field({
      type: [GapRef],
      description: 'Parts of the life cycle that the result does not contain.',
      resolve: (it, _args, context) =>
        fromResult(context, it, (result) => result.notCovered.slice(0, 250)),
    }),
    warnings: t.field({
      type: [WarningRef],
      extensions: access({ size: 3 }),
      description: 'Implausible inputs and results. `strict` refuses a result that has any.',
      // Results of the first engine have none.
      resolve: (it, _args, context) =>
        fromResult(context, it, (result) => (result.warnings ?? []).slice(0, 250)),
    }),
    gwpSets: t.field({
      type: [GwpShareRef],
      extensions: access({ size: 2 }),
      description:
        'Sets of global warming potentials behind the result; more than one is a mix, listed as an assumption.',
      resolve: (it, _args, context) => fromResult(context, it, (result) => result.gwp.sets),
    }),
    factorSets: t.field({
      type: [UsedSetRef],
      extensions: access({ size: 3 }),
      description: 'Factor sets used by the result, with the attribution to show next to it.',
      resolve: (it, _args, context) => fromResult(context, it, (result) => result.factorSets),
    }),
    full: t.field({
      type: FullDetailsRef,
      nullable: true,
      extensions: access({ size: 0 }),
      description: 'Further results of a FULL calculation; null for a BASIC one.',
      resolve: async (it, _args, context) => (await resultOf(context, it))?.full,
    }),
    snapshot: t.field({
      type: 'JSON',
      nullable: true,
      extensions: access({ cost: 20 }),
      description:
        'Everything the result follows from, as JSON: `trackway replay` makes the same bits of it. Results and snapshots of more than 8 MB in one request are refused.',
      resolve: ({ id }, _args, context) => snapshotById(context, id),
    }),
    engineVersion: t.string({
      nullable: true,
      description: 'Version of the engine that calculated it.',
      resolve: async (it, _args, context) => (await resultOf(context, it))?.engineVersion,
    }),
  }),
});

registerNode('calculation', { typename: 'Calculation', load: calculationById });

export const CalculationConnection = connectionType(
  CalculationRef,
  'Calculation',
  'calculations',
  'CALCULATIONS_READ',
);
