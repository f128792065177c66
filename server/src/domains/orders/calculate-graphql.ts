import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, nullable } from '../../graphql/fields.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { mutate } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { objectField, shortField, targetIn } from '../../graphql/reference.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Calculation, CalculationRef, latestOfSubject } from '../calculations/index.ts';
import { bundleFields, readBundle } from './bundle-graphql.ts';
import { calculateOrderFootprint } from './calculate-footprint.ts';
import { OrderRef, orderById } from './graphql.ts';
import type { Order } from './model.ts';
import { orderReference } from './queries-graphql.ts';

/** Footprint of an order by a calculation of its own, before and after it is placed. */

const CalculateOrderFootprintInput = builder.inputType('CalculateOrderFootprintInput', {
  description: 'The order to calculate, and the method.',
  fields: (t) => ({
    order: objectField(t, 'The order, by its id or your own.'),
    orderId: shortField(t, 'order'),
    ...bundleFields(t, {
      shippingLegs: 'Alternative shipping legs instead of the planned ones; before shipment only.',
      massKg:
        'Mass of the parcels in kg with all packaging, before shipment; when absent, that of the products with the packaging that they declare.',
    }),
    restate: t.boolean({
      description:
        'Books the difference to what was frozen at confirmation into the footprint ledger, line by line. False by default. Needs ORDERS_WRITE too.',
    }),
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses it with CONFLICT.',
    }),
  }),
});

const CalculateOrderFootprintPayload = payloadWith<{
  readonly calculation: Calculation;
  readonly order: Order;
}>('calculateOrderFootprint', (t) =>
  exposed(t, {
    calculation: nullable(CalculationRef, 'The calculation with its result.'),
    order: nullable(OrderRef, 'The order after the change.'),
  }),
);

builder.mutationField('calculateOrderFootprint', (t) =>
  t.field({
    type: CalculateOrderFootprintPayload,
    description:
      'Calculates the footprint of the ordered products and of their delivery: a what-if before confirmation, a check or a restatement after.',
    extensions: access({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', cost: 200 }),
    args: inputArg(CalculateOrderFootprintInput, 'The order, and the details of the operation.'),
    resolve: async (_root, { input }, context, info) => {
      const isRestated = input.restate === true;
      if (isRestated) {
        assertAllowed(context.caller, { permission: 'ORDERS_WRITE' }, '`restate`');
      }
      const problems: Problem[] = [];
      const wanted = { ...readBundle(input, problems), isRestated };
      return mutate(context, info, input, (work) => {
        const target = targetIn('order', orderReference, input);
        return calculateOrderFootprint(work, target, wanted, problems);
      });
    },
  }),
);

builder.objectField(OrderRef, 'footprintCalculation', (t) =>
  t.field({
    type: CalculationRef,
    nullable: true,
    description: 'Result of the latest `calculateOrderFootprint`; null if there is no calculation.',
    resolve: (order, _args, context) => latestOfSubject(context, order.id),
  }),
);

builder.objectField(CalculationRef, 'order', (t) =>
  t.field({
    type: OrderRef,
    nullable: true,
    description: 'The order that was calculated, as it is now.',
    resolve: ({ kind, subjectId }, _args, context) =>
      kind === 'ORDER' && subjectId !== null ? orderById(context, subjectId) : null,
  }),
);
