import { builder } from '../../graphql/builder.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import {
  changeFields,
  type InputFields,
  idempotencyField,
  targetFields,
  targetInput,
  updateFields,
} from '../../graphql/input-fields.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { deliveryFields, quantityProblems } from '../orders/index.ts';
import { GIVEN } from './properties.ts';
import { expiryProblems } from './service.ts';

function lineFields(t: InputFields) {
  return {
    product: objectField(t, 'The product, by its id or your own.'),
    productId: shortField(t, 'product'),
    quantity: t.int({
      required: true,
      description: 'Quantity, at least 1.',
      extensions: checkedBy(quantityProblems),
    }),
    unitPrice: t.field({
      type: MoneyInput,
      description: 'Price of one; when absent it follows the price of the product.',
    }),
  };
}

/** The fields that name the cart of a line. */
function cartFields(t: InputFields) {
  return {
    cart: objectField(t, 'The cart, by its id or your own.'),
    cartId: shortField(t, 'cart'),
  };
}

export const CartLineInput = builder.inputType('ShoppingCartLineInput', {
  description: 'So many pieces of one product.',
  fields: lineFields,
});

export const CreateCartInput = builder.inputType('CreateShoppingCartInput', {
  description: 'A new shopping cart.',
  fields: (t) => ({
    ...propertyInputs(t, 'CREATE', GIVEN),
    customer: objectField(t, 'The customer of the cart.'),
    customerId: shortField(t, 'customer'),
    currencyCode: t.field({
      type: 'CurrencyCode',
      description: 'Currency of all its prices; that of the first price put in by default.',
    }),
    lines: t.field({
      type: [CartLineInput],
      description: 'Lines of the cart, at most 250; lines of one product are added up.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time after which an open cart is abandoned; in 30 days by default.',
      extensions: checkedBy(expiryProblems),
    }),
    ...idempotencyField(t),
  }),
});

export const UpdateCartInput = builder.inputType('UpdateShoppingCartInput', {
  description:
    'Changes of an open cart, which `id` or `externalId` identifies, other than its lines. An absent field keeps its value and null clears it.',
  fields: (t) => ({
    ...updateFields(t),
    ...propertyInputs(t, 'UPDATE', GIVEN),
    customer: objectField(t, 'The customer of the cart; null for none.'),
    customerId: shortField(t, 'customer'),
    currencyCode: t.field({
      type: 'CurrencyCode',
      description: 'Currency of all its prices; every line must have a price in it.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time after which an open cart is abandoned.',
      extensions: checkedBy(expiryProblems),
    }),
  }),
});

export const SetCartLineInput = builder.inputType('SetCartLineInput', {
  description: 'The quantity of one product in a cart.',
  fields: (t) => ({ ...cartFields(t), ...lineFields(t), ...changeFields(t) }),
});

export const RemoveCartLineInput = builder.inputType('RemoveCartLineInput', {
  description: 'The cart, and the product to remove from it.',
  fields: (t) => ({
    ...cartFields(t),
    product: objectField(t, 'The product, by its id or your own.'),
    productId: shortField(t, 'product'),
    ...changeFields(t),
  }),
});

export const AbandonCartInput = targetInput(
  'AbandonCartInput',
  'cart',
  'The cart to abandon, by `id` or `externalId`.',
);

export const CheckoutCartInput = builder.inputType('CheckoutCartInput', {
  description:
    'The cart to turn into an order, and the properties of the order other than its lines.',
  fields: (t) => {
    const { externalId, ...delivery } = deliveryFields(t);
    return {
      ...targetFields(t, 'cart'),
      orderExternalId: externalId,
      ...delivery,
      customer: objectField(
        t,
        'The customer of the order and of the cart; that of the cart when absent.',
      ),
      customerId: shortField(t, 'customer'),
    };
  },
});
