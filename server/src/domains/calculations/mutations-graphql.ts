import type { GraphQLResolveInfo } from 'graphql';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { mutateComputed, mutation } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { namedIn } from '../../rules/inputs/named-object.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import { computeInPool, type Task } from '../../rules/jobs/compute.ts';
import { reportTogether } from '../../rules/mutations/report-together.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { productReference } from '../products/index.ts';
import { supplyChainReference } from '../supply-chains/index.ts';
import { cancelCalculation, requestCatalogue } from './catalogue.ts';
import type { PackedFootprint } from './engine-data.ts';
import {
  type Choices,
  energyTask,
  materialTask,
  productTask,
  transportTask,
} from './footprint-tasks.ts';
import { CalculationRef, shareResult } from './graphql.ts';
import {
  CalculateCatalogueInput,
  CalculateEnergyInput,
  CalculateMaterialInput,
  CalculateProductFootprintInput,
  CalculateSupplyChainFootprintInput,
  CalculateTransportInput,
  CancelCalculationInput,
  materialProblems,
} from './inputs-graphql.ts';
import { readChoices, readMethod, subjectOf } from './method-graphql.ts';
import type { Calculation } from './model.ts';
import { saveCalculation } from './service.ts';
import { supplyChainTask } from './supply-chain.ts';

const CalculationPayload = (mutation: string) =>
  payloadOf(mutation, 'calculation', CalculationRef, 'The calculation with its result.');

type Wanted<Input> = {
  readonly task: Task<Input, PackedFootprint>;
  /** The input of the task; it may refuse what the mutation names. */
  readonly read: (choices: Choices) => Input;
  /** With problems the mutation is refused, with all that are found. */
  readonly problems?: readonly Problem[];
};

/** Calculates in the pool, and stores the result in the transaction of the mutation. */
function calculateInMutation<Input>(
  context: Context,
  info: GraphQLResolveInfo,
  input: Parameters<typeof readChoices>[0],
  { task, read, problems: given = [] }: Wanted<Input>,
): Promise<{ readonly calculation: Calculation }> {
  const problems = [...given];
  const choices = readChoices(input, problems);
  const compute = (): Promise<PackedFootprint> =>
    reportTogether(problems, async () =>
      computeInPool(context, context.scope, task, read(choices)),
    );
  return mutateComputed(context, info, input, compute, async (work, footprint) => {
    const calculation = await saveCalculation(work, footprint);
    shareResult(context, calculation.id, footprint.result);
    return { calculation };
  });
}

const WRITE = access({ permission: 'CALCULATIONS_WRITE' });

builder.mutationFields((t) => ({
  calculateMaterial: t.field({
    type: CalculationPayload('calculateMaterial'),
    description: 'Calculates the greenhouse gases of an amount of one material.',
    extensions: WRITE,
    args: inputArg(CalculateMaterialInput, 'The material, its mass and its origin.'),
    resolve: (_root, { input }, context, info) => {
      const material = withoutNulls(subjectOf(input));
      return calculateInMutation(context, info, input, {
        task: materialTask,
        problems: materialProblems(material),
        read: (choices) => ({ input: material, choices }),
      });
    },
  }),
  calculateEnergy: t.field({
    type: CalculationPayload('calculateEnergy'),
    description: 'Calculates the greenhouse gases of an amount of energy.',
    extensions: WRITE,
    args: inputArg(CalculateEnergyInput, 'Amount, source and country of the energy.'),
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, {
        task: energyTask,
        read: (choices) => {
          const { source, energyKwh, country, factorId } = withoutNulls(input);
          return { input: { source, energyKwh, country, factorId }, choices };
        },
      }),
  }),
  calculateTransport: t.field({
    type: CalculationPayload('calculateTransport'),
    description: 'Calculates the greenhouse gases of one transport leg, well to wheel.',
    extensions: WRITE,
    args: inputArg(CalculateTransportInput, 'The transport leg to calculate.'),
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, {
        task: transportTask,
        read: (choices) => ({ input: withoutNulls(subjectOf(input)), choices }),
      }),
  }),
  calculateProductFootprint: t.field({
    type: CalculationPayload('calculateProductFootprint'),
    description:
      'Calculates the footprint of one declared unit of a product, with everything below it.',
    extensions: access({ permission: 'CALCULATIONS_WRITE', cost: 100 }),
    args: inputArg(CalculateProductFootprintInput, 'The product to calculate, and the method.'),
    resolve: (_root, { input }, context, info) => {
      const problems: Problem[] = [];
      const wanted = readMethod(input, 'BASIC', problems);
      const asProductFootprint = input.asProductFootprint ?? undefined;
      return calculateInMutation(context, info, input, {
        task: productTask,
        problems,
        read: (choices) => {
          const reference = productReference(namedIn('product', input), ['input', 'product']);
          return { reference, wanted, choices, asProductFootprint };
        },
      });
    },
  }),
  calculateSupplyChainFootprint: t.field({
    type: CalculationPayload('calculateSupplyChainFootprint'),
    description:
      'Calculates the footprint of one unit of the output of a supply chain. Loops are solved.',
    extensions: access({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', cost: 150 }),
    args: inputArg(
      CalculateSupplyChainFootprintInput,
      'The supply chain to calculate, and the method.',
    ),
    resolve: (_root, { input }, context, info) => {
      const problems: Problem[] = [];
      const wanted = readMethod(input, 'FULL', problems);
      return calculateInMutation(context, info, input, {
        task: supplyChainTask,
        problems,
        read: (choices) => {
          const named = namedIn('supplyChain', input);
          return {
            reference: supplyChainReference(named, ['input', 'supplyChain']),
            wanted,
            choices,
          };
        },
      });
    },
  }),
  calculateCatalogue: t.field({
    type: CalculationPayload('calculateCatalogue'),
    description:
      'Calculates all products that are not archived, or with `asProductFootprint` the footprints that are missing or outdated. It takes a while: follow `Calculation.catalogue`, cancel it with `cancelCalculation`.',
    extensions: access({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', cost: 500 }),
    args: inputArg(CalculateCatalogueInput, 'Method of the calculation.'),
    resolve: mutation(async (work, input, context) => {
      const { boundary, recyclingMethod: recycling, electricityAccounting: electricity } = input;
      const asProductFootprint = input.asProductFootprint ?? false;
      const isByBasis = asProductFootprint && (input.detail ?? boundary ?? null) === null;
      const problems: Problem[] = [];
      const detail = isByBasis ? undefined : readMethod(input, 'FULL', problems).detail;
      const method = withoutNulls({ detail, boundary, recycling, electricity });
      const choices = { ...method, ...readChoices(input, problems) };
      const { tier } = context.caller.organization;
      await reportTogether(problems, () => assertMayOpenJob(work, tier));
      return { calculation: await requestCatalogue(work, choices, asProductFootprint) };
    }),
  }),
  cancelCalculation: t.field({
    type: CalculationPayload('cancelCalculation'),
    description:
      'Cancels a calculation that is queued or running. A running one shows RUNNING until its worker stops, within seconds, and always ends CANCELLED or FAILED; the results written before stay.',
    extensions: access({ permission: 'CALCULATIONS_WRITE', freesRoom: true }),
    args: inputArg(CancelCalculationInput, 'The calculation to cancel.'),
    resolve: mutation(async (work, input) => {
      const id = decodeId('calculation', input.id);
      return { calculation: await cancelCalculation(work, id) };
    }),
  }),
}));
