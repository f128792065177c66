import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Calculation, CalculationRef, latestOfSubject } from '../calculations/index.ts';
import { bundleFields, readBundle } from '../orders/index.ts';
import { calculateCartFootprint } from './calculate-footprint.ts';
import { CartRef, cartById } from './graphql.ts';
import type { Cart } from './model.ts';
import { cartReference } from './queries-graphql.ts';

const CalculateCartFootprintInput = builder.inputType('CalculateCartFootprintInput', {
  description: 'The shopping cart to calculate, and the method.',
  fields: (t) => ({
    cart: objectField(t, 'The cart, by its id or your own.'),
    cartId: shortField(t, 'cart'),
    ...bundleFields(t, {
      shippingLegs: 'The way that it might take to the customer; none by default.',
      massKg:
        'Mass of the parcels in kg with all packaging; when absent, that of the products with the packaging that they declare.',
    }),
  }),
});

const CalculateCartFootprintPayload = payloadWith<{
  readonly calculation: Calculation;
  readonly cart: Cart;
}>('calculateCartFootprint', (t) => ({
  calculation: t.expose('calculation', {
    type: CalculationRef,
    nullable: true,
    description: 'The calculation with its result.',
  }),
  shoppingCart: t.expose('cart', {
    type: CartRef,
    nullable: true,
    description: 'The cart that was calculated.',
  }),
}));

builder.mutationField('calculateCartFootprint', (t) =>
  t.field({
    type: CalculateCartFootprintPayload,
    description:
      'Calculates the footprint of the products in a shopping cart and of their likely delivery.',
    extensions: access({ tier: 'GROWTH', permission: 'CALCULATIONS_WRITE', cost: 200 }),
    args: inputArg(CalculateCartFootprintInput, 'The shopping cart to calculate, and the method.'),
    resolve: mutation((work, input) => {
      const problems: Problem[] = [];
      const wanted = readBundle(input, problems);
      const cart = cartReference({ id: input.cartId, object: input.cart }, ['input', 'cart']);
      return calculateCartFootprint(work, cart, wanted, problems);
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
