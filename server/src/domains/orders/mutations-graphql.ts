import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { OrderRef } from './graphql.ts';
import { notNegative, readLegs } from './inputs-graphql.ts';
import {
  CancelOrderInput,
  ConfirmOrderInput,
  CreateOrderInput,
  DeliverOrderInput,
  isOfMetadata,
  ReturnOrderInput,
  readMetadata,
  readOrder,
  readReturn,
  readUpdate,
  ShipOrderInput,
  UpdateOrderInput,
} from './mutation-inputs-graphql.ts';
import { orderReference } from './queries-graphql.ts';
import { returnOrder } from './returns.ts';
import { cancelOrder, confirmOrder, createOrder, deliverOrder, shipOrder } from './service.ts';
import { changeMetadata, updateOrder } from './update.ts';

const WRITE = access({ permission: 'ORDERS_WRITE' });

const OrderPayload = (mutation: string) =>
  payloadOf(mutation, 'order', OrderRef, 'The order after the change.');

builder.mutationFields((t) => ({
  createOrder: t.field({
    type: OrderPayload('createOrder'),
    description: 'Creates an order as a draft, whose footprint is an estimate.',
    extensions: WRITE,
    args: inputArg(CreateOrderInput, 'The order to create.'),
    resolve: mutation(async (work, input) => {
      const problems: Problem[] = [];
      const wanted = readOrder(input, problems);
      return { order: await createOrder(work, wanted, problems) };
    }),
  }),
  updateOrder: t.field({
    type: OrderPayload('updateOrder'),
    description:
      'Changes an order that is still a draft; lines, discounts, taxes and transport are worked out again. Metadata alone can be changed in every state.',
    extensions: WRITE,
    args: inputArg(UpdateOrderInput, 'The order, by `id` or `externalId`, and its changes.'),
    resolve: mutation(async (work, input) => {
      const target = targetOfUpdate(orderReference, input);
      const order = isOfMetadata(input)
        ? changeMetadata(work, target, (current) => readMetadata(input, current))
        : updateOrder(work, target, (current, addresses, problems) =>
            readUpdate(input, current, addresses, problems),
          );
      return { order: await order };
    }),
  }),
  confirmOrder: t.field({
    type: OrderPayload('confirmOrder'),
    description:
      'Confirms a draft. Each line keeps the footprint its product has now, whatever is calculated later.',
    extensions: WRITE,
    args: inputArg(ConfirmOrderInput, 'The order, by `id` or `externalId`.'),
    resolve: mutation(async (work, input) => ({
      order: await confirmOrder(work, targetOf(orderReference, input)),
    })),
  }),
  shipOrder: t.field({
    type: OrderPayload('shipOrder'),
    description:
      'Records that a confirmed order was shipped, and counts the emissions of the delivery.',
    extensions: WRITE,
    args: inputArg(ShipOrderInput, 'The order, and the details of the operation.'),
    resolve: mutation(async (work, input) => {
      const problems: Problem[] = [];
      const shipment = {
        legs: readLegs(input.shippingLegs, 'shippingLegs', problems),
        massKg: notNegative(input.massKg, 'massKg', problems),
      };
      return { order: await shipOrder(work, targetOf(orderReference, input), shipment, problems) };
    }),
  }),
  deliverOrder: t.field({
    type: OrderPayload('deliverOrder'),
    description: 'Records that a shipped order was delivered.',
    extensions: WRITE,
    args: inputArg(DeliverOrderInput, 'The order, by `id` or `externalId`.'),
    resolve: mutation(async (work, input) => ({
      order: await deliverOrder(work, targetOf(orderReference, input)),
    })),
  }),
  cancelOrder: t.field({
    type: OrderPayload('cancelOrder'),
    description:
      'Cancels an order before shipment and takes its footprint back. Its money is not touched: refund or void it.',
    extensions: access({ permission: 'ORDERS_WRITE', freesRoom: true }),
    args: inputArg(CancelOrderInput, 'The order, by `id` or `externalId`.'),
    resolve: mutation(async (work, input) => ({
      order: await cancelOrder(work, targetOf(orderReference, input)),
    })),
  }),
  returnOrder: t.field({
    type: OrderPayload('returnOrder'),
    description:
      'Takes goods of a delivered order back, all or some. The order is RETURNED when nothing is left with the customer. Its money is not touched.',
    extensions: WRITE,
    args: inputArg(ReturnOrderInput, 'Returned lines.'),
    resolve: mutation(async (work, input) => {
      const problems: Problem[] = [];
      const wanted = readReturn(input, problems);
      return { order: await returnOrder(work, targetOf(orderReference, input), wanted, problems) };
    }),
  }),
}));
