import type { TransportLeg } from '@trackway/engine';
import {
  externalId,
  flag,
  hidden,
  kept,
  metadata,
  number,
  oneOf,
  RECORD,
  timeOf,
} from '../../rules/properties/property.ts';
import { PaymentStateEnum } from '../transactions/index.ts';
import type { Charge } from './charges.ts';
import { OrderStateEnum, ShippingSplitEnum } from './enums.ts';

/** Properties of an order that clients write. */
export const GIVEN = {
  externalId: externalId('order'),
  metadata: metadata(),
  shippingSplit: oneOf('shipping_split', ShippingSplitEnum, 'MASS', {
    description: 'Basis for splitting transport emissions over the lines; MASS by default.',
  }),
};

const NO_LEGS: readonly TransportLeg[] = [];
const NO_CHARGES: readonly Charge[] = [];

/** All that is written of a new order. */
export const WRITTEN = {
  ...GIVEN,
  paymentState: oneOf('payment_state', PaymentStateEnum, 'UNPAID', {
    description: 'Payment state that follows from the transactions.',
  }),
  customerId: hidden<string | null, 'customer_id'>('customer_id', 'uuid', null),
  currency: hidden<string, 'currency'>('currency', 'text', ''),
  subtotalMinor: hidden<number, 'subtotal_minor'>('subtotal_minor', 'bigint', 0),
  shippingMinor: hidden<number, 'shipping_minor'>('shipping_minor', 'bigint', 0),
  discountMinor: hidden<number, 'discount_minor'>('discount_minor', 'bigint', 0),
  taxMinor: hidden<number, 'tax_minor'>('tax_minor', 'bigint', 0),
  tipsMinor: hidden<number, 'tips_minor'>('tips_minor', 'bigint', 0),
  totalMinor: hidden<number, 'total_minor'>('total_minor', 'bigint', 0),
  discounts: hidden('discounts', 'jsonb', NO_CHARGES),
  taxes: hidden('taxes', 'jsonb', NO_CHARGES),
  shippingLegs: hidden('shipping_legs', 'jsonb', NO_LEGS),
  shippingCo2eKg: number('shipping_co2e_kg', {
    description:
      'Emissions of the way to the customer in kg CO2e, estimated until it is shipped. Null when no legs or no masses are known.',
  }),
  isMock: flag('is_mock', { description: 'True for mock data of the sandbox.' }),
};

/** Properties that the steps of an order set; exports have them too. */
const STEPS = {
  state: oneOf('state', OrderStateEnum, 'DRAFT', { description: 'Current state of the object.' }),
  co2eKg: number('co2e_kg', {
    description:
      'Sum of the footprint ledger in kg CO2e without contributions. Null before confirmation, and if no line has a footprint.',
  }),
  placedAt: kept<Date, 'placed_at'>(
    'placed_at',
    'timestamptz',
    'DateTime',
    'Time when the order was placed.',
  ),
  confirmedAt: timeOf('confirmed_at', {
    description: 'Time of the confirmation; null until then.',
  }),
  shippedAt: timeOf('shipped_at', { description: 'Time of the shipment; null until then.' }),
  deliveredAt: timeOf('delivered_at', { description: 'Time of the delivery; null until then.' }),
  returnedAt: timeOf('returned_at', {
    description: 'Time of the last return; null if nothing was returned.',
  }),
  cancelledAt: timeOf('cancelled_at', {
    description: 'Time of the cancellation; null if it was not cancelled.',
  }),
};

/** All properties of an order. */
export const ORDER = {
  ...RECORD,
  ...WRITTEN,
  ...STEPS,
  capturedMinor: hidden<number, 'captured_minor'>('captured_minor', 'bigint'),
  refundedMinor: hidden<number, 'refunded_minor'>('refunded_minor', 'bigint'),
};

/** Properties that an export has under their own names. */
export const EXPORTED = {
  ...GIVEN,
  ...STEPS,
  paymentState: WRITTEN.paymentState,
  shippingCo2eKg: WRITTEN.shippingCo2eKg,
};
