import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { mutate } from '../../graphql/mutation.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { badInput, type Problem } from '../../rules/api-error.ts';
import {
  type Calculation,
  CalculationRef,
  choiceFields,
  choicesOf,
  detailFields,
  latestOfSubject,
  methodOf,
} from '../calculations/index.ts';
import { notNegative, readLegs } from '../orders/index.ts';
import { TransportLegInput } from '../products/index.ts';
import { calculateCartFootprint } from './calculate-footprint.ts';
import { CartRef, cartById } from './graphql.ts';
import type { Cart } from './model.ts';
import { cartReference } from './queries-graphql.ts';

const CalculateCartFootprintInput = builder.inputType('CalculateCartFootprintInput', {
  description: 'The shopping cart to calculate, and the method.',
  fields: (t) => ({
    cart: objectField(t, 'The cart, by its id or your own.'),
    cartId: shortField(t, 'cart'),
    ...detailFields(t, 'FULL'),
    shippingLegs: t.field({
      type: [TransportLegInput],
      description: 'The way that it might take to the customer; none by default.',
    }),
    massKg: t.float({
      description: 'Mass of the parcels in kg; the net mass of the products when absent.',
    }),
    ...choiceFields(t),
  }),
});

const CalculateCartFootprintPayload = builder
  .objectRef<{ readonly calculation: Calculation; readonly cart: Cart }>(
    'CalculateCartFootprintPayload',
  )
  .implement({
    description: 'Result of `calculateCartFootprint`.',
    fields: (t) => ({
      calculation: t.field({
        type: CalculationRef,
        nullable: true,
        description: 'The calculation with its result.',
        resolve: ({ calculation }) => calculation,
      }),
      shoppingCart: t.field({
        type: CartRef,
        nullable: true,
        description: 'The cart that was calculated.',
        resolve: ({ cart }) => cart,
      }),
    }),
  });

builder.mutationField('calculateCartFootprint', (t) =>
  t.field({
    type: CalculateCartFootprintPayload,
    nullable: true,
    description: 'Calculates all that is in a shopping cart, and the way that it might take.',
    extensions: access({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', cost: 200 }),
    args: {
      input: t.arg({
        type: CalculateCartFootprintInput,
        required: true,
        description: 'The shopping cart to calculate, and the method.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        const problems: Problem[] = [];
        const massKg = notNegative(input.massKg, 'massKg', problems);
        if (problems.length > 0) throw badInput(problems);
        return calculateCartFootprint(
          work,
          cartReference({ id: input.cartId, object: input.cart }, ['input', 'cart']),
          {
            wanted: methodOf(input, 'FULL'),
            choices: choicesOf(input),
            legs: readLegs(input.shippingLegs) ?? [],
            massKg,
          },
        );
      }),
  }),
);

builder.objectField(CartRef, 'footprintCalculation', (t) =>
  t.field({
    type: CalculationRef,
    nullable: true,
    description: 'Result of the latest `calculateCartFootprint`; null if there is no calculation.',
    resolve: (cart, _args, context) => latestOfSubject(context, cart.id),
  }),
);

builder.objectField(CalculationRef, 'shoppingCart', (t) =>
  t.field({
    type: CartRef,
    nullable: true,
    description: 'The shopping cart that was calculated, as it is now.',
    resolve: ({ kind, subjectId }, _args, context) =>
      kind === 'CART' && subjectId !== null ? cartById(context, subjectId) : null,
  }),
);
