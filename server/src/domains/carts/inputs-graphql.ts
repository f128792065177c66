import {
  type ApiTypes,
  builder,
  EXPECTED_VERSION_DESCRIPTION,
  IDEMPOTENCY_KEY_DESCRIPTION,
} from '../../graphql/builder.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { deliveryFields } from '../orders/index.ts';

type Fields = PothosSchemaTypes.InputFieldBuilder<ApiTypes, 'InputObject'>;

function lineFields(t: Fields) {
  return {
    productId: t.id({ description: 'The product, by its id.' }),
    productExternalId: t.string({ description: 'The product, by your own id of it.' }),
    quantity: t.int({ required: true, description: 'Quantity, at least 1.' }),
    unitPrice: t.field({
      type: MoneyInput,
      description: 'Price of one; when absent it follows the price of the product.',
    }),
  };
}

function changeFields(t: Fields) {
  return {
    expectedVersion: t.int({ description: EXPECTED_VERSION_DESCRIPTION }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  };
}

/** The fields that name the cart of a line. */
function cartFields(t: Fields) {
  return {
    cartId: t.id({ description: 'The cart, by its id.' }),
    cartExternalId: t.string({ description: 'The cart, by your own id.' }),
  };
}

export const CartLineInput = builder.inputType('ShoppingCartLineInput', {
  description: 'So many pieces of one product.',
  fields: lineFields,
});

export const CreateCartInput = builder.inputType('CreateShoppingCartInput', {
  description: 'A new shopping cart.',
  fields: (t) => ({
    externalId: t.string({ description: 'Your own id of the cart, unique in this environment.' }),
    customerId: t.id({ description: 'The customer of the cart, by id (`cus_…`).' }),
    customerExternalId: t.string({ description: 'The customer of the cart, by your own id.' }),
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
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
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
    productId: t.id({ description: 'The product, by its id.' }),
    productExternalId: t.string({ description: 'The product, by your own id of it.' }),
    ...changeFields(t),
  }),
});

export const AbandonCartInput = builder.inputType('AbandonCartInput', {
  description: 'The cart to abandon, by `id` or `externalId`.',
  fields: (t) => ({
    id: t.id({ description: 'The cart, by its id.' }),
    externalId: t.string({ description: 'The cart, by your own id.' }),
    ...changeFields(t),
  }),
});

export const CheckoutCartInput = builder.inputType('CheckoutCartInput', {
  description:
    'The cart to turn into an order, and the properties of the order other than its lines.',
  fields: (t) => {
    const { externalId, ...delivery } = deliveryFields(t);
    return {
      id: t.id({ description: 'The cart, by its id.' }),
      externalId: t.string({ description: 'The cart, by your own id.' }),
      orderExternalId: externalId,
      ...delivery,
      ...changeFields(t),
    };
  },
});
