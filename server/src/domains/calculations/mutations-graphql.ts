import type { GraphQLResolveInfo } from 'graphql';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { mutateComputed, mutation } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { namedIn } from '../../rules/inputs/named-object.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import type { Task } from '../../rules/jobs/compute.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { productReference } from '../products/index.ts';
import { supplyChainReference } from '../supply-chains/index.ts';
import { cancelCalculation, requestCatalogue } from './catalogue.ts';
import type { PackedFootprint } from './engine-data.ts';
import { energyTask, materialTask, productTask, transportTask } from './footprint-tasks.ts';
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
import { choicesOf, methodOf, subjectOf } from './method-graphql.ts';
import type { Calculation } from './model.ts';
import { saveCalculation } from './service.ts';
import { supplyChainTask } from './supply-chain.ts';

const CalculationPayload = (mutation: string) =>
  payloadOf(mutation, 'calculation', CalculationRef, 'The calculation with its result.');

/** Calculates in the pool, and stores the result in the transaction of the mutation. */
function calculateInMutation<Input>(
  context: Context,
  info: GraphQLResolveInfo,
  input: object,
  task: Task<Input, PackedFootprint>,
  read: () => Input,
): Promise<{ readonly calculation: Calculation }> {
  return mutateComputed(context, info, input, { task, read }, async (work, footprint) => {
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
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, materialTask, () => {
        const material = withoutNulls(subjectOf(input));
        const problems = materialProblems(material);
        if (problems.length > 0) throw badInput(problems);
        return { input: material, choices: choicesOf(input) };
      }),
  }),
  calculateEnergy: t.field({
    type: CalculationPayload('calculateEnergy'),
    description: 'Calculates the greenhouse gases of an amount of energy.',
    extensions: WRITE,
    args: inputArg(CalculateEnergyInput, 'Amount, source and country of the energy.'),
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, energyTask, () => {
        const { source, energyKwh, country, factorId } = withoutNulls(input);
        const use = { source, energyKwh, country, factorId };
        return { input: use, choices: choicesOf(input) };
      }),
  }),
  calculateTransport: t.field({
    type: CalculationPayload('calculateTransport'),
    description: 'Calculates the greenhouse gases of one transport leg, well to wheel.',
    extensions: WRITE,
    args: inputArg(CalculateTransportInput, 'The transport leg to calculate.'),
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, transportTask, () => {
        return { input: withoutNulls(subjectOf(input)), choices: choicesOf(input) };
      }),
  }),
  calculateProductFootprint: t.field({
    type: CalculationPayload('calculateProductFootprint'),
    description:
      'Calculates the footprint of one declared unit of a product, with everything below it.',
    extensions: access({ permission: 'CALCULATIONS_WRITE', cost: 100 }),
    args: inputArg(CalculateProductFootprintInput, 'The product to calculate, and the method.'),
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, productTask, () => {
        const named = namedIn('product', input);
        const reference = productReference(named, ['input', 'product']);
        return {
          reference,
          wanted: methodOf(input, 'BASIC'),
          choices: choicesOf(input),
          asProductFootprint: input.asProductFootprint ?? undefined,
        };
      }),
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
    resolve: (_root, { input }, context, info) =>
      calculateInMutation(context, info, input, supplyChainTask, () => {
        const named = namedIn('supplyChain', input);
        return {
          reference: supplyChainReference(named, ['input', 'supplyChain']),
          wanted: methodOf(input, 'FULL'),
          choices: choicesOf(input),
        };
      }),
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
      const detail = isByBasis ? undefined : methodOf(input, 'FULL').detail;
      const method = withoutNulls({ detail, boundary, recycling, electricity });
      await assertMayOpenJob(work, context.caller.organization.tier);
      const choices = { ...method, ...choicesOf(input) };
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
