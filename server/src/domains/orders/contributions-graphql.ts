import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { checkedBy, textUpTo } from '../../graphql/further-problems.ts';
import { type InputFields, idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { defineGroupLoader } from '../../graphql/loader.ts';
import { MoneyInput, MoneyRef } from '../../graphql/money.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { objectField, shortField, targetIn } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { MAX_NAME, positiveProblems } from '../../rules/inputs/problems.ts';
import { readMoney } from '../../rules/values/money.ts';
import { type Contribution, contributionsOfOrders } from './contribution-store.ts';
import { type Contributed, changeContributionState, recordContribution } from './contributions.ts';
import { ContributionStateEnum } from './enums.ts';
import { OrderRef } from './graphql.ts';
import { orderReference } from './queries-graphql.ts';

/**
 * Payments to climate projects: reported next to the footprint of an order, never subtracted from
 * it.
 */

const ContributionRef = builder.objectRef<Contribution>('ClimateContribution').implement({
  description:
    'Money given to a climate project with an order. Never netted with the footprint of the order.',
  fields: (t) => ({
    ...exposed(t, {
      number: field('Int', 'Sequence number within the order, from 1.'),
      state: field(ContributionStateEnum, 'Current state of the object.'),
      project: field('String', 'Project that receives the contribution.'),
      registry: field('String', 'The registry that lists the project, such as Gold Standard.'),
      serialNumber: nullable('String', 'Serial number of the retirement at the registry.'),
      co2eKg: field('Float', 'Amount of the contribution in kg CO2e.'),
      createdAt: field('DateTime', 'Time of the record.'),
      settledAt: nullable('DateTime', 'Time when it was retired or reversed; null until then.'),
    }),
    price: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Price paid for the contribution.',
      resolve: ({ priceMinor: minor, currency }) =>
        minor === null || currency === null ? null : { minor, currency },
    }),
  }),
});

const contributionsOf = defineGroupLoader(contributionsOfOrders, ({ orderId }) => orderId);

builder.objectField(OrderRef, 'climateContributions', (t) =>
  t.field({
    type: [ContributionRef],
    extensions: access({ size: 1 }),
    description: 'Money given to climate projects with it, at most 250 times.',
    resolve: (order, _args, context) => contributionsOf(context, order.id),
  }),
);

function orderFields(t: InputFields) {
  return {
    order: objectField(t, 'The order, by its id or your own.'),
    orderId: shortField(t, 'order'),
    expectedVersion: t.int({
      description:
        'The version of the order that you read; a newer one refuses the change with CONFLICT.',
    }),
    ...idempotencyField(t),
  };
}

const NAME = textUpTo(MAX_NAME);

const RecordInput = builder.inputType('RecordClimateContributionInput', {
  description: 'Money given to a climate project with an order.',
  fields: (t) => ({
    ...orderFields(t),
    project: t.string({
      required: true,
      description: 'Project that receives the contribution.',
      extensions: NAME,
    }),
    registry: t.string({
      required: true,
      description: 'The registry that lists the project.',
      extensions: NAME,
    }),
    co2eKg: t.float({
      required: true,
      description: 'Amount of the contribution in kg CO2e.',
      extensions: checkedBy(positiveProblems),
    }),
    price: t.field({ type: MoneyInput, description: 'Price paid for the contribution.' }),
  }),
});

const RetireInput = builder.inputType('RetireClimateContributionInput', {
  description: 'The contribution that was retired at its registry.',
  fields: (t) => ({
    ...orderFields(t),
    number: t.int({ required: true, description: 'Sequence number within the order.' }),
    serialNumber: t.string({ description: 'Serial number of the retirement.', extensions: NAME }),
  }),
});

const ReverseInput = builder.inputType('ReverseClimateContributionInput', {
  description: 'The contribution to reverse.',
  fields: (t) => ({
    ...orderFields(t),
    number: t.int({ required: true, description: 'Sequence number within the order.' }),
  }),
});

const Payload = (mutation: string) =>
  payloadWith<Contributed>(mutation, (t) =>
    exposed(t, {
      contribution: nullable(ContributionRef, 'The contribution after the change.'),
      order: nullable(OrderRef, 'The order of the contribution.'),
    }),
  );

builder.mutationFields((t) => ({
  recordClimateContribution: t.field({
    type: Payload('recordClimateContribution'),
    description:
      'Records money given to a climate project with an order. The footprint of the order stays what it is.',
    extensions: access({ permission: 'ORDERS_WRITE' }),
    args: inputArg(RecordInput, 'The contribution.'),
    resolve: mutation((work, input) => {
      const problems: Problem[] = [];
      const { project, registry, co2eKg } = input;
      const price = input.price ? readMoney(input.price, ['input', 'price'], problems) : undefined;
      const wanted = { project, registry, co2eKg, price };
      return recordContribution(work, targetIn('order', orderReference, input), wanted, problems);
    }),
  }),
  retireClimateContribution: t.field({
    type: Payload('retireClimateContribution'),
    description: 'Records that a contribution was retired at its registry. This is permanent.',
    extensions: access({ permission: 'ORDERS_WRITE' }),
    args: inputArg(RetireInput, 'The contribution, by its order and number.'),
    resolve: mutation((work, input) => {
      const { number, serialNumber = null } = input;
      const change = { number, state: 'RETIRED', serialNumber } as const;
      return changeContributionState(work, targetIn('order', orderReference, input), change);
    }),
  }),
  reverseClimateContribution: t.field({
    type: Payload('reverseClimateContribution'),
    description: 'Reverses a contribution that is not retired yet.',
    extensions: access({ permission: 'ORDERS_WRITE' }),
    args: inputArg(ReverseInput, 'The contribution, by its order and number.'),
    resolve: mutation((work, input) => {
      const { number } = input;
      const change = { number, state: 'REVERSED', serialNumber: null } as const;
      return changeContributionState(work, targetIn('order', orderReference, input), change);
    }),
  }),
}));
