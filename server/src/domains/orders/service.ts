import type { TransportLeg } from '@trackway/engine';
import type { TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { stableJson } from '../../platform/json/index.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { type NewEvent, recordEvents } from '../../rules/events/events.ts';
import {
  assertTransition,
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/mutations/preconditions.ts';
import { reportTogether } from '../../rules/mutations/report-together.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { pick } from '../../rules/properties/draft.ts';
import { findAssumedDistributions } from '../calculations/index.ts';
import { addToCustomerTotals, lockBuyer, type TotalsChange } from '../customers/index.ts';
import { EMPTY_LEDGER, paymentStateOf } from '../transactions/index.ts';
import { checkOrder, type LineRules, type NewLine, type WantedOrder } from './draft.ts';
import {
  confirmedEvent,
  orderCancelled,
  orderCreated,
  orderDelivered,
  orderPayload,
  orderShipped,
} from './events.ts';
import {
  confirmedEntries,
  restatedEntries,
  shippedEntries,
  withoutAssumedDistribution,
} from './footprint.ts';
import { estimateFootprints, latestFootprints } from './latest-footprints.ts';
import { appendEntries, reverseEntries } from './ledger-store.ts';
import {
  freezeLines,
  insertAddresses,
  insertLines,
  linesOfOrders,
  restateLines,
} from './line-store.ts';
import {
  massOfLines,
  ORDER_TRANSITIONS,
  type Order,
  type OrderLine,
  type OrderState,
} from './model.ts';
import { GIVEN } from './properties.ts';
import { insertOrder, type OrderChange, type OrderDraft, orders, updateOrderRow } from './store.ts';
import { transportFootprint } from './transport-footprint.ts';

export async function createOrder(
  work: Work,
  wanted: WantedOrder,
  given: readonly Problem[] = [],
  rules: LineRules = {},
): Promise<Order> {
  const { draft, lines } = await prepareOrder(work, wanted, given, rules);
  const id = newUuid();
  const order = await withUniqueExternalId('orders', 'an order', wanted.externalId, () =>
    insertOrder(work, id, {
      ...draft,
      paymentState: paymentStateOf(draft.totalMinor, EMPTY_LEDGER),
      isMock: wanted.isMock ?? false,
    }),
  );
  await insertLines(work, id, lines);
  const { shippingAddress: shipping, billingAddress: billing } = wanted;
  await insertAddresses(work, [{ orderId: id, shipping, billing }]);
  await recordEvents(work, orderCreated.of(id, orderPayload(order)));
  return order;
}

/** Checks an order, which is all refused or all written, and works out what is stored of it. */
export async function prepareOrder(
  work: Work,
  wanted: WantedOrder,
  given: readonly Problem[],
  rules: LineRules = {},
): Promise<{
  readonly draft: Omit<OrderDraft, 'paymentState' | 'isMock'>;
  readonly lines: readonly NewLine[];
}> {
  const checked = await checkOrder(work, wanted, rules);
  const problems = [...given, ...checked.problems];
  const customerId = await lockBuyer(work, wanted.customer, problems);
  if (problems.length > 0) throw badInput(problems);
  const { lines, currency, totals } = checked;
  if (rules.kept === undefined) {
    const productIds = lines.map((line) => line.productId);
    await estimateFootprints(work, productIds);
  }
  const { shippingLegs, placedAt } = wanted;
  const shippingCo2eKg = await estimatedShipping(work, shippingLegs, lines);
  return {
    draft: {
      ...pick(GIVEN, wanted),
      ...totals,
      customerId,
      currency,
      shippingLegs,
      shippingCo2eKg,
      placedAt,
    },
    lines,
  };
}

/** Freezes what the lines emit: a later calculation of a product leaves this order as it is. */
export async function confirmOrder(work: Work, target: Target): Promise<Order> {
  const current = await lockOrderForTransition(work, target, 'CONFIRMED');
  const lines = await linesOfOrders(work, [current.id]);
  const productIds = lines.map((line) => line.productId);
  const footprints = await latestFootprints(work, productIds);
  const calculationIds = [...footprints.values()].flatMap((one) => one.calculationId ?? []);
  const found = await findAssumedDistributions(work, calculationIds);
  const assumed = new Map(found.map(({ id, co2eKg }) => [id, co2eKg]));
  const frozen = lines.map((line): OrderLine => {
    const { co2eKg = null, calculationId = null } = footprints.get(line.productId) ?? {};
    const unitAssumedDistributionCo2eKg = assumed.get(calculationId ?? '') ?? 0;
    return { ...line, unitCo2eKg: co2eKg, calculationId, unitAssumedDistributionCo2eKg };
  });
  await freezeLines(work, current.id, frozen);
  await appendEntries(work, current.id, confirmedEntries(frozen));
  return changeOrder(
    work,
    current,
    (order) => confirmedEvent(order, frozen),
    { state: 'CONFIRMED' },
    { orderCount: 1 },
  );
}

type Shipment = {
  /** Those planned at the order when absent. */
  readonly legs: readonly TransportLeg[] | undefined;
  /** Mass of the parcels; that of the products with their packaging when absent. */
  readonly massKg: number | undefined;
};

/** Ships an order. With problems that are given it is refused, with all that are found. */
export async function shipOrder(
  work: Work,
  target: Target,
  shipment: Shipment,
  given: readonly Problem[] = [],
): Promise<Order> {
  const current = await lockOrderForTransition(work, target, 'SHIPPED');
  const lines = await linesOfOrders(work, [current.id]);
  const shippingLegs = shipment.legs ?? current.shippingLegs;
  const massKg = shipment.massKg ?? massOfLines(lines);
  const path = ['input', 'shippingLegs'];
  const shippingCo2eKg = await reportTogether(given, () =>
    transportFootprint(work, { legs: shippingLegs, massKg, path }),
  );
  if (shippingLegs.length > 0) {
    const entries = shippedEntries(lines, current.shippingSplit, shippingCo2eKg);
    // The real way replaces the one that FULL footprints assume: both would count the delivery twice.
    const restated = withoutAssumedDistribution(lines);
    const replaced = restatedEntries(restated, []);
    await appendEntries(work, current.id, [...entries, ...replaced]);
    await restateLines(work, current.id, restated);
  }
  // Each leg stores its mass: parcels weigh more than the goods, and no other record has it.
  const shipped = withMass(shippingLegs, massKg);
  const planned = withMass(current.shippingLegs, massOfLines(lines));
  const changedFields = stableJson(shipped) === stableJson(planned) ? [] : ['shippingLegs'];
  const eventOf = (order: Order) =>
    orderShipped.of(order.id, { ...orderPayload(order), changedFields });
  const change = { state: 'SHIPPED', shippingLegs: shipped, shippingCo2eKg } as const;
  return changeOrder(work, current, eventOf, change);
}

function withMass(legs: readonly TransportLeg[], massKg: number | undefined): TransportLeg[] {
  return legs.map((leg) => ({ ...leg, massKg: leg.massKg ?? massKg }));
}

export async function deliverOrder(work: TenantTx, target: Target): Promise<Order> {
  const current = await lockOrderForTransition(work, target, 'DELIVERED');
  return changeOrder(work, current, (order) => orderDelivered.of(order.id, orderPayload(order)), {
    state: 'DELIVERED',
  });
}

/** Before shipment only, so all of the footprint is taken back. */
export async function cancelOrder(work: TenantTx, target: Target): Promise<Order> {
  const current = await lockOrderForTransition(work, target, 'CANCELLED');
  await reverseEntries(work, current.id);
  const totals = current.state === 'CONFIRMED' ? { orderCount: -1 } : {};
  return changeOrder(
    work,
    current,
    (order) => orderCancelled.of(order.id, orderPayload(order)),
    { state: 'CANCELLED' },
    totals,
  );
}

/** Locks the order and returns it; throws if it is stale or the state transition is not allowed. */
export async function lockOrderForTransition(
  work: TenantTx,
  target: Target,
  next: OrderState,
): Promise<Order> {
  const current = await lockOrder(work, target);
  assertTransition('The order', current.state, next, ORDER_TRANSITIONS);
  return current;
}

export async function lockOrder(work: TenantTx, target: Target): Promise<Order> {
  return requireCurrent(
    'The order',
    await orders.lock(work, target.reference),
    target.expectedVersion,
  );
}

/** Writes a change with its event, and what it changes in the totals of the customer. */
export async function changeOrder(
  work: TenantTx,
  current: Order,
  eventOf: (order: Order) => NewEvent,
  change: OrderChange,
  totals: TotalsChange = {},
): Promise<Order> {
  const order = await updateOrderRow(work, current.id, change);
  const co2eKg = (order.co2eKg ?? 0) - (current.co2eKg ?? 0);
  const { customerId } = order;
  if (customerId !== null && (co2eKg !== 0 || totals.orderCount !== undefined)) {
    await addToCustomerTotals(work, customerId, { ...totals, co2eKg });
  }
  await recordEvents(work, eventOf(order));
  return order;
}

/** Emissions of the planned legs; null if there are none, or if their mass is unknown. */
async function estimatedShipping(
  work: Work,
  legs: readonly TransportLeg[],
  lines: readonly Pick<OrderLine, 'unitMassKg' | 'quantity'>[],
): Promise<number | null> {
  const massKg = massOfLines(lines);
  // Calculated in any case, so that a leg that cannot be is refused now and not when it is shipped.
  const co2eKg = await transportFootprint(work, {
    legs,
    massKg: massKg ?? 1,
    path: ['input', 'shippingLegs'],
  });
  const isKnown = massKg !== undefined || legs.every((leg) => leg.massKg !== undefined);
  return legs.length > 0 && isKnown ? co2eKg : null;
}
