import { builder } from '../../graphql/builder.ts';
import { gate } from '../../graphql/gates.ts';
import { mutate } from '../../graphql/mutation.ts';
import { badInput, notFound, Refusal } from '../../graphql/refusal.ts';
import { withoutNulls } from '../../graphql/without-nulls.ts';
import { decodeId } from '../../platform/ids.ts';
import { changeJob, hasFinished, lockJob } from '../../platform/jobs/index.ts';
import { productReference } from '../products/index.ts';
import { supplyChainReference } from '../supply-chains/index.ts';
import { requestCatalogue } from './catalogue.ts';
import { engineOf } from './engine-data.ts';
import { CalculationRef } from './graphql.ts';
import {
  CalculateCatalogueInput,
  CalculateEnergyInput,
  CalculateMaterialInput,
  CalculateProductFootprintInput,
  CalculateSupplyChainFootprintInput,
  CalculateTransportInput,
  CancelCalculationInput,
} from './inputs-graphql.ts';
import { choicesOf, wantedOf } from './method-graphql.ts';
import type { Calculation } from './model.ts';
import {
  calculateEnergyFootprint,
  calculateMaterialFootprint,
  calculateProductFootprint,
  calculateTransportFootprint,
} from './service.ts';
import { calculations } from './store.ts';
import { calculateSupplyChainFootprint } from './supply-chain.ts';

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

function whichMaterial(): Refusal {
  const message = 'Say which material by exactly one of material and factorId.';
  return badInput([{ path: ['input'], code: 'EXACTLY_ONE', message }]);
}

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
          closedPassages: _closed,
          idempotencyKey: _key,
          ...material
        } = withoutNulls(input);
        if ((material.material === undefined) === (material.factorId === undefined))
          throw whichMaterial();
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
        const { source, energyKwh, country, factorId } = withoutNulls(input);
        const engine = await engineOf(context);
        return {
          calculation: await calculateEnergyFootprint(
            tx,
            context.scope,
            engine,
            { source, energyKwh, country, factorId },
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
        const {
          year: _year,
          gwpSet: _gwpSet,
          closedPassages: _closed,
          idempotencyKey: _key,
          ...leg
        } = withoutNulls(input);
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
    extensions: gate({ permission: 'CALCULATIONS_WRITE', weight: 100 }),
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
            wantedOf(input, 'BASIC'),
            choicesOf(input),
          ),
        };
      }),
  }),
  calculateSupplyChainFootprint: t.field({
    type: CalculationPayload('CalculateSupplyChainFootprint'),
    nullable: true,
    description:
      'Calculates the footprint of one unit of what leaves a supply chain. Loops are solved.',
    extensions: gate({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', weight: 150 }),
    args: {
      input: t.arg({
        type: CalculateSupplyChainFootprintInput,
        required: true,
        description: 'Which supply chain, and how.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => ({
        calculation: await calculateSupplyChainFootprint(
          tx,
          context.scope,
          await engineOf(context),
          supplyChainReference({ id: input.supplyChainId, externalId: input.externalId }, [
            'input',
          ]),
          wantedOf(input, 'FULL'),
          choicesOf(input),
        ),
      })),
  }),
  calculateCatalogue: t.field({
    type: CalculationPayload('CalculateCatalogue'),
    nullable: true,
    description:
      'Calculates all products that are not archived. It takes a while: follow `Calculation.catalogue`, cancel it with `cancelCalculation`.',
    extensions: gate({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', weight: 500 }),
    args: {
      input: t.arg({ type: CalculateCatalogueInput, required: true, description: 'How.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const wanted = wantedOf(input, 'FULL');
        const method = wanted.detail === 'FULL' ? wanted.full : {};
        const { boundary, recycling, electricity } = method;
        return {
          calculation: await requestCatalogue(tx, context.scope, {
            detail: wanted.detail,
            boundary,
            recycling,
            electricity,
            ...choicesOf(input),
          }),
        };
      }),
  }),
  cancelCalculation: t.field({
    type: CalculationPayload('CancelCalculation'),
    nullable: true,
    description: 'Cancels a calculation that is queued or running. What it has done so far stays.',
    extensions: gate({ permission: 'CALCULATIONS_WRITE' }),
    args: {
      input: t.arg({ type: CancelCalculationInput, required: true, description: 'Which one.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const id = decodeId('calculation', input.id);
        const [calculation] =
          id === undefined ? [] : await calculations.find(tx, context.scope, [id]);
        if (calculation === undefined) throw notFound('The calculation');
        const { jobId } = calculation;
        const job = jobId === null ? undefined : await lockJob(tx, context.scope, jobId);
        const state = job?.state ?? calculation.state;
        if (job === undefined || hasFinished(job.state)) {
          throw new Refusal(
            'CONFLICT',
            `The calculation is ${state}; there is nothing to cancel.`,
            {
              state,
              allowed: [],
            },
          );
        }
        await changeJob(tx, context.scope, job.id, {
          isCancelRequested: true,
          ...(job.state === 'QUEUED' ? { state: 'CANCELLED' } : {}),
        });
        return { calculation };
      }),
  }),
}));
