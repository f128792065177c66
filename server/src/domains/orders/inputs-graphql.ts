import type { TransportLeg } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import type { InputFields } from '../../graphql/input-fields.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import type { Problem } from '../../rules/api-error.ts';
import { draftFrom, type InputOf } from '../../rules/draft.ts';
import { readMoney } from '../../rules/money.ts';
import { notNegativeProblems } from '../../rules/problems.ts';
import { withoutNulls } from '../../rules/without-nulls.ts';
import { customerReference } from '../customers/index.ts';
import { TransportLegInput } from '../products/index.ts';
import type { WantedOrder } from './draft.ts';
import type { Address, OrderGiven } from './model.ts';
import { GIVEN } from './properties.ts';

const AddressInput = builder.inputType('AddressInput', {
  description: 'A delivery or billing address. Give only the fields that you need to keep.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the recipient.' }),
    company: t.string({ description: 'Name of the company at the address.' }),
    lines: t.stringList({ description: 'Street and house, at most 10 lines.' }),
    city: t.string({ description: 'Name of the city or town.' }),
    region: t.string({ description: 'State or province.' }),
    postalCode: t.string({ description: 'Postal code or ZIP code.' }),
    country: t.field({
      type: 'CountryCode',
      required: true,
      description: 'Country of the address (ISO 3166-1 alpha-2).',
    }),
  }),
});

export const OrderLineInput = builder.inputType('OrderLineInput', {
  description: 'So many pieces of one product.',
  fields: (t) => ({
    productId: t.id({ description: 'The product, by its id.' }),
    productExternalId: t.string({ description: 'The product, by your own id of it.' }),
    quantity: t.int({ required: true, description: 'Quantity, at least 1.' }),
    unitPrice: t.field({
      type: MoneyInput,
      description: 'Price of one; that of the product by default.',
    }),
  }),
});

/** Properties of a new order other than its lines, for `createOrder` and for a checkout. */
export function deliveryFields(t: InputFields) {
  return {
    ...propertyInputs(t, 'CREATE', GIVEN),
    shippingPrice: t.field({ type: MoneyInput, description: 'Price of shipping; 0 by default.' }),
    shippingAddress: t.field({ type: AddressInput, description: 'Delivery address.' }),
    billingAddress: t.field({ type: AddressInput, description: 'Billing address.' }),
    shippingLegs: t.field({
      type: [TransportLegInput],
      description:
        'The planned way to the customer. A leg carries the net mass of the order unless it has its own.',
    }),
  };
}

/** The parts of an order that are named alike in every input that makes one. */
type DeliveryInput = InputOf<OrderGiven> & {
  readonly shippingPrice?: typeof MoneyInput.$inferInput | null | undefined;
  readonly shippingAddress?: typeof AddressInput.$inferInput | null | undefined;
  readonly billingAddress?: typeof AddressInput.$inferInput | null | undefined;
  readonly shippingLegs?: readonly (typeof TransportLegInput.$inferInput)[] | null | undefined;
};

export type Delivery = OrderGiven &
  Pick<WantedOrder, 'shippingPrice' | 'shippingAddress' | 'billingAddress' | 'shippingLegs'>;

export function readDelivery(input: DeliveryInput, problems: Problem[]): Delivery {
  const shippingPrice = input.shippingPrice
    ? readMoney(input.shippingPrice, ['input', 'shippingPrice'], problems)
    : undefined;
  const { draft, problems: found } = draftFrom(GIVEN, input, undefined);
  problems.push(...found);
  return {
    ...draft,
    shippingPrice,
    shippingAddress: readAddress(input.shippingAddress),
    billingAddress: readAddress(input.billingAddress),
    shippingLegs: readLegs(input.shippingLegs) ?? [],
  };
}

function readAddress(address: typeof AddressInput.$inferInput | null | undefined): Address | null {
  return address ? withoutNulls(address) : null;
}

export function readLegs(
  legs: readonly (typeof TransportLegInput.$inferInput)[] | null | undefined,
): readonly TransportLeg[] | undefined {
  return legs ? withoutNulls(legs) : undefined;
}

export function readCustomer(customer: {
  readonly customerId?: string | null | undefined;
  readonly customerExternalId?: string | null | undefined;
}): WantedOrder['customer'] {
  const { customerId: id, customerExternalId: externalId } = customer;
  if (typeof id !== 'string' && typeof externalId !== 'string') return undefined;
  return customerReference({ id, externalId }, ['input', 'customerId']);
}

/** A figure in kg that is given must not be negative. */
export function notNegative(
  value: number | null | undefined,
  name: string,
  problems: Problem[],
): number | undefined {
  problems.push(...notNegativeProblems(value, [name]));
  return value ?? undefined;
}
