import { builder } from '../../graphql/builder.ts';
import {
  idempotencyField,
  targetFields,
  targetInput,
  updateFields,
} from '../../graphql/input-fields.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { notNullableProblems } from '../../rules/inputs/patch.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { draftFrom } from '../../rules/properties/draft.ts';
import { TransportLegInput } from '../products/index.ts';
import type { WantedOrder } from './draft.ts';
import { DispositionEnum } from './enums.ts';
import {
  deliveryFields,
  NOT_NEGATIVE,
  notNegative,
  OrderLineInput,
  readChange,
  readCustomer,
  readDelivery,
  readLegs,
  readLines,
  readNewCustomer,
} from './inputs-graphql.ts';
import type { Order, OrderAddresses } from './model.ts';
import { GIVEN } from './properties.ts';
import type { WantedReturn } from './returns.ts';
import type { ChangedOrder } from './update.ts';

/** Inputs of the mutations of orders, and what they say in the words of the service. */

export const CreateOrderInput = builder.inputType('CreateOrderInput', {
  description: 'A new order, which begins as a draft.',
  fields: (t) => ({
    lines: t.field({
      type: [OrderLineInput],
      required: true,
      description: 'Lines of the order, 1 to 250.',
    }),
    customer: objectField(t, 'The customer, by its id or your own.'),
    customerId: shortField(t, 'customer'),
    currencyCode: t.field({
      type: 'CurrencyCode',
      description: 'Currency of all its money; that of the first price by default.',
    }),
    ...deliveryFields(t),
    placedAt: t.field({
      type: 'DateTime',
      description: 'Time when the order was placed; now by default.',
    }),
    ...idempotencyField(t),
  }),
});

export const UpdateOrderInput = builder.inputType('UpdateOrderInput', {
  description:
    'Changes of a draft order, which `id` or `externalId` identifies. An absent field keeps its value and null clears it.',
  fields: (t) => ({
    ...updateFields(t),
    ...deliveryFields(t, 'UPDATE'),
    lines: t.field({
      type: [OrderLineInput],
      description: 'All lines, 1 to 250, in place of the present ones. Null is refused.',
    }),
    customer: objectField(t, 'The customer; null for none.'),
    customerId: shortField(t, 'customer'),
    currencyCode: t.field({
      type: 'CurrencyCode',
      description: 'Currency of all its money; goes with `lines`.',
    }),
    placedAt: t.field({ type: 'DateTime', description: 'Time when the order was placed.' }),
  }),
});

export const ConfirmOrderInput = targetInput(
  'ConfirmOrderInput',
  'order',
  'The order to confirm, by `id` or `externalId`.',
);
export const DeliverOrderInput = targetInput(
  'DeliverOrderInput',
  'order',
  'The order that was delivered, by `id` or `externalId`.',
);
export const CancelOrderInput = targetInput(
  'CancelOrderInput',
  'order',
  'The order to cancel, by `id` or `externalId`.',
);

export const ShipOrderInput = builder.inputType('ShipOrderInput', {
  description: 'The order that was shipped, and its transport.',
  fields: (t) => ({
    ...targetFields(t, 'order'),
    shippingLegs: t.field({
      type: [TransportLegInput],
      description: 'The way it takes; as planned when absent.',
    }),
    massKg: t.float({
      extensions: NOT_NEGATIVE,
      description:
        'Mass of the parcels in kg with all packaging; when absent, that of the products with the packaging that they declare.',
    }),
  }),
});

const ReturnedLineInput = builder.inputType('ReturnedLineInput', {
  description: 'Pieces of one line that come back.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Number of the line in its order.' }),
    quantity: t.int({ required: true, description: 'Quantity to return.' }),
    disposition: t.field({
      type: DispositionEnum,
      description: 'Treatment of the line; that of the whole return by default.',
    }),
  }),
});

export const ReturnOrderInput = builder.inputType('ReturnOrderInput', {
  description: 'The order, its returned lines, their transport and treatment.',
  fields: (t) => ({
    ...targetFields(t, 'order'),
    lines: t.field({
      type: [ReturnedLineInput],
      description: 'Lines to return; all goods that the customer still has when absent.',
    }),
    disposition: t.field({
      type: DispositionEnum,
      description: 'Treatment of the returned goods; RESTOCK by default.',
    }),
    transportLegs: t.field({
      type: [TransportLegInput],
      description:
        'Transport of the returned goods. A leg carries them with the packaging that their products declare, unless it has its own mass.',
    }),
    massKg: t.float({
      extensions: NOT_NEGATIVE,
      description: 'Mass of the parcel in kg, with its packaging.',
    }),
    reconditioningCo2eKg: t.float({
      extensions: NOT_NEGATIVE,
      description: 'Emissions of reconditioning one piece for resale, in kg CO2e; 0 by default.',
    }),
    endOfLifeCo2eKg: t.float({
      extensions: NOT_NEGATIVE,
      description:
        'Emissions of the disposal of one destroyed piece, in kg CO2e. By default it is calculated from the product, unless the frozen footprint includes the end of life.',
    }),
  }),
});

export function readOrder(
  input: typeof CreateOrderInput.$inferInput,
  problems: Problem[],
): WantedOrder {
  return {
    ...readDelivery(input, problems),
    customer: readCustomer(input),
    currency: input.currencyCode ?? undefined,
    lines: readLines(input.lines, problems),
    placedAt: input.placedAt ?? undefined,
  };
}

export function readUpdate(
  input: typeof UpdateOrderInput.$inferInput,
  current: Order,
  addresses: OrderAddresses,
  problems: Problem[],
): ChangedOrder {
  const { lines, currencyCode, placedAt } = input;
  problems.push(...notNullableProblems(input, ['lines', 'currencyCode', 'placedAt']));
  if (currencyCode && !lines) {
    const message = 'The currency changes only together with all lines.';
    problems.push(problem(['currencyCode'], 'NOT_ALLOWED', message));
  }
  return {
    ...readChange(input, current, addresses, problems),
    customer: readNewCustomer(input),
    currency: lines ? (currencyCode ?? undefined) : current.currency,
    lines: lines ? readLines(lines, problems) : undefined,
    placedAt: placedAt ?? undefined,
  };
}

/** True if an update changes nothing but the metadata, if it changes anything. */
export function isOfMetadata({
  id,
  externalId,
  expectedVersion,
  idempotencyKey,
  metadata,
  ...others
}: typeof UpdateOrderInput.$inferInput): boolean {
  const isRenamed = typeof id === 'string' && externalId !== undefined;
  const isOther = Object.values(others).some((value) => value !== undefined);
  return metadata !== undefined && !isRenamed && !isOther;
}

export function readMetadata({ metadata }: typeof UpdateOrderInput.$inferInput, current: Order) {
  return draftFrom(GIVEN, { metadata }, current);
}

export function readReturn(
  input: typeof ReturnOrderInput.$inferInput,
  problems: Problem[],
): WantedReturn {
  const disposition = input.disposition ?? 'RESTOCK';
  const { lines, massKg, reconditioningCo2eKg, endOfLifeCo2eKg } = input;
  return {
    lines: lines?.map((line) => ({ ...line, disposition: line.disposition ?? disposition })),
    disposition,
    legs: readLegs(input.transportLegs, 'transportLegs', problems) ?? [],
    massKg: notNegative(massKg, 'massKg', problems),
    reconditioningCo2eKg: notNegative(reconditioningCo2eKg, 'reconditioningCo2eKg', problems) ?? 0,
    endOfLifeCo2eKg: notNegative(endOfLifeCo2eKg, 'endOfLifeCo2eKg', problems),
  };
}
