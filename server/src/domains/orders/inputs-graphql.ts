import type { TransportLeg } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import type { InputFields } from '../../graphql/input-fields.ts';
import { MoneyInput } from '../../graphql/money.ts';
import { propertyInputs } from '../../graphql/property-fields.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { decodeId, NIL_UUID } from '../../platform/ids.ts';
import type { Money } from '../../platform/money.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { givenIdentifiers, type NamedObject } from '../../rules/inputs/named-object.ts';
import { notNegativeProblems, type Path } from '../../rules/inputs/problems.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import { draftFrom, type InputOf } from '../../rules/properties/draft.ts';
import { readMoney } from '../../rules/values/money.ts';
import { customerReference } from '../customers/index.ts';
import { legsProblems, TransportLegInput } from '../products/index.ts';
import {
  ownChargeProblems,
  type WantedCharge,
  type WantedCharges,
  wantedAgain,
} from './charges.ts';
import { addressProblems, quantityProblems, type WantedOrder } from './draft.ts';
import type { Address, Order, OrderAddresses, OrderGiven } from './model.ts';
import { GIVEN } from './properties.ts';

const AddressInput = builder.inputType('AddressInput', {
  extensions: checkedBy(addressProblems),
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
    product: objectField(t, 'The product, by its id or your own.'),
    productId: shortField(t, 'product'),
    quantity: t.int({
      required: true,
      description: 'Quantity, at least 1.',
      extensions: checkedBy(quantityProblems),
    }),
    unitPrice: t.field({
      type: MoneyInput,
      description: 'Price of one; that of the product by default.',
    }),
  }),
});

const chargeInput = (name: string, what: string, base: string) =>
  builder.inputType(name, {
    description: `A ${what} of an order, by its amount or its rate.`,
    extensions: checkedBy((given: ChargeGiven, path) => {
      const problems: Problem[] = [];
      const charge = readCharge(given, ['input', ...path], problems);
      return [...problems, ...ownChargeProblems(charge, path)];
    }),
    fields: (t) => ({
      label: t.string({
        required: true,
        description: `Name of the ${what}, at most 100 characters.`,
      }),
      amount: t.field({ type: MoneyInput, description: `Amount of the ${what}, not negative.` }),
      rate: t.field({
        type: 'Decimal',
        description: `Share of ${base}, 0 to 1, such as "0.19". The amount is rounded half up to the minor unit of the currency.`,
      }),
    }),
  });

const OrderDiscountInput = chargeInput('OrderDiscountInput', 'discount', 'the sum of the lines');
const OrderTaxInput = chargeInput('OrderTaxInput', 'tax', 'lines − discounts + shipping');

/** Properties of a new or changed order other than its lines, for orders and for a checkout. */
export function deliveryFields(t: InputFields, use: 'CREATE' | 'UPDATE' = 'CREATE') {
  return {
    ...propertyInputs(t, use, GIVEN),
    discounts: t.field({
      type: [OrderDiscountInput],
      description: 'Discounts, at most 50, not more than the sum of the lines.',
    }),
    taxes: t.field({
      type: [OrderTaxInput],
      description: 'Taxes that are added to the prices, at most 50.',
    }),
    tips: t.field({ type: MoneyInput, description: 'Sum of the tips; 0 by default.' }),
    shippingPrice: t.field({ type: MoneyInput, description: 'Price of shipping; 0 by default.' }),
    shippingAddress: t.field({ type: AddressInput, description: 'Delivery address.' }),
    billingAddress: t.field({ type: AddressInput, description: 'Billing address.' }),
    shippingLegs: t.field({
      type: [TransportLegInput],
      description:
        'The planned way to the customer. A leg carries the products with the packaging that they declare, unless it has its own mass.',
    }),
  };
}

/** The parts of an order that are named alike in every input that makes one. */
type DeliveryInput = InputOf<OrderGiven> & {
  readonly shippingPrice?: typeof MoneyInput.$inferInput | null | undefined;
  readonly discounts?: readonly (typeof OrderDiscountInput.$inferInput)[] | null | undefined;
  readonly taxes?: readonly (typeof OrderTaxInput.$inferInput)[] | null | undefined;
  readonly tips?: typeof MoneyInput.$inferInput | null | undefined;
  readonly shippingAddress?: typeof AddressInput.$inferInput | null | undefined;
  readonly billingAddress?: typeof AddressInput.$inferInput | null | undefined;
  readonly shippingLegs?: readonly (typeof TransportLegInput.$inferInput)[] | null | undefined;
};

export type Delivery = OrderGiven &
  WantedCharges &
  Pick<WantedOrder, 'shippingAddress' | 'billingAddress' | 'shippingLegs'>;

export function readDelivery(input: DeliveryInput, problems: Problem[]): Delivery {
  const shippingPrice = readPrice(input.shippingPrice, 'shippingPrice', problems);
  const { draft, problems: found } = draftFrom(GIVEN, input, undefined);
  problems.push(...found);
  return {
    ...draft,
    shippingPrice,
    discounts: readCharges(input.discounts, 'discounts', problems),
    taxes: readCharges(input.taxes, 'taxes', problems),
    tips: readPrice(input.tips, 'tips', problems),
    shippingAddress: readAddress(input.shippingAddress),
    billingAddress: readAddress(input.billingAddress),
    shippingLegs: readLegs(input.shippingLegs, 'shippingLegs', problems) ?? [],
  };
}

/** The order as a change makes it; an absent field keeps its value, null clears it. */
export function readChange(
  input: DeliveryInput,
  current: Order,
  { shipping, billing }: OrderAddresses,
  problems: Problem[],
): Delivery {
  const { draft, problems: found } = draftFrom(GIVEN, input, current);
  problems.push(...found);
  const { currency } = current;
  const charges = (name: 'discounts' | 'taxes') =>
    input[name] === undefined
      ? current[name].map((charge) => wantedAgain(charge, currency))
      : readCharges(input[name], name, problems);
  const price = (name: 'shippingPrice' | 'tips', minor: number) => {
    if (input[name] !== undefined) return readPrice(input[name], name, problems);
    // An amount of 0 is 0 in every currency: it does not keep an order in its own.
    return minor === 0 ? undefined : { minor, currency };
  };
  return {
    ...draft,
    shippingPrice: price('shippingPrice', current.shippingMinor),
    discounts: charges('discounts'),
    taxes: charges('taxes'),
    tips: price('tips', current.tipsMinor),
    shippingAddress:
      input.shippingAddress === undefined ? shipping : readAddress(input.shippingAddress),
    billingAddress:
      input.billingAddress === undefined ? billing : readAddress(input.billingAddress),
    shippingLegs:
      input.shippingLegs === undefined
        ? current.shippingLegs
        : (readLegs(input.shippingLegs, 'shippingLegs', problems) ?? []),
  };
}

function readPrice(
  price: typeof MoneyInput.$inferInput | null | undefined,
  name: string,
  problems: Problem[],
): Money | undefined {
  return price ? readMoney(price, ['input', name], problems) : undefined;
}

function readCharges(
  charges: DeliveryInput['discounts'],
  name: string,
  problems: Problem[],
): readonly WantedCharge[] {
  return (charges ?? []).map((charge, at) => readCharge(charge, ['input', name, at], problems));
}

type ChargeGiven = {
  readonly label: string;
  readonly rate?: string | null | undefined;
  readonly amount?: typeof MoneyInput.$inferInput | null | undefined;
};

function readCharge(
  { label, rate, amount }: ChargeGiven,
  path: Path,
  problems: Problem[],
): WantedCharge {
  return {
    label,
    rate: rate ?? undefined,
    amount: amount ? readMoney(amount, [...path, 'amount'], problems) : undefined,
  };
}

export function readLines(
  lines: readonly (typeof OrderLineInput.$inferInput)[],
  problems: Problem[],
): WantedOrder['lines'] {
  return lines.map(({ unitPrice, ...line }, at) => ({
    ...line,
    unitPrice: unitPrice
      ? readMoney(unitPrice, ['input', 'lines', at, 'unitPrice'], problems)
      : undefined,
  }));
}

function readAddress(address: typeof AddressInput.$inferInput | null | undefined): Address | null {
  return address ? withoutNulls(address) : null;
}

export function readLegs(
  given: readonly (typeof TransportLegInput.$inferInput)[] | null | undefined,
  name: string,
  problems: Problem[],
): readonly TransportLeg[] | undefined {
  const legs = given ? withoutNulls(given) : undefined;
  problems.push(...legsProblems(legs, [name]));
  return legs;
}

export function readCustomer({
  customerId: id,
  customer: object,
}: {
  readonly customerId?: string | null | undefined;
  readonly customer?: NamedObject['object'];
}): WantedOrder['customer'] {
  if (givenIdentifiers({ id, object }).length === 0) return undefined;
  const place = typeof id === 'string' ? ['customerId'] : ['customer'];
  const given = id ?? object?.id;
  if (typeof given !== 'string' || (typeof id === 'string' && object))
    return { ...customerReference({ id, object }, ['input', 'customer']), place };
  // An id of another kind names nobody; that is reported with all other problems.
  return { by: 'id', value: decodeId('customer', given) ?? NIL_UUID, place };
}

/** The same in an update, where null clears it. */
export function readNewCustomer(
  input: Parameters<typeof readCustomer>[0],
): WantedOrder['customer'] | null {
  const isEmptied = input.customerId === null || input.customer === null;
  return readCustomer(input) ?? (isEmptied ? null : undefined);
}

/** Check of a field whose figure must not be negative, as `notNegative` reads it. */
export const NOT_NEGATIVE = checkedBy(notNegativeProblems);

/** A figure in kg that is given must not be negative. */
export function notNegative(
  value: number | null | undefined,
  name: string,
  problems: Problem[],
): number | undefined {
  const wrong = notNegativeProblems(value, [name]);
  problems.push(...wrong);
  // With a stand-in for a wrong value, what else is given can be checked.
  return wrong.length > 0 ? 0 : (value ?? undefined);
}
