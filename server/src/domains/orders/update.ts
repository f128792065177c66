import type { Reference, ValuesOf } from '../../platform/database/index.ts';
import { stableJson } from '../../platform/json/index.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import {
  type Target,
  withUniqueExternalId,
  wrongState,
} from '../../rules/mutations/preconditions.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { type Checked, changedNames } from '../../rules/properties/draft.ts';
import { addToCustomerTotals } from '../customers/index.ts';
import { hasTransactions, paymentStateOf, sumLedger } from '../transactions/index.ts';
import type { WantedLine, WantedOrder } from './draft.ts';
import { updatedEvent } from './events.ts';
import { addressesOfOrders, linesOfOrders, replaceAddresses, replaceLines } from './line-store.ts';
import { ORDER_TRANSITIONS, type Order, type OrderAddresses, type OrderLine } from './model.ts';
import { ORDER, WRITTEN } from './properties.ts';
import { changeOrder, lockOrder, prepareOrder } from './service.ts';
import { updateOrderRow } from './store.ts';

/** A draft as it would be; lines and customer that are undefined stay. */
export type ChangedOrder = Omit<WantedOrder, 'customer' | 'lines'> & {
  readonly lines: readonly WantedLine[] | undefined;
  readonly customer: Reference | null | undefined;
};

/**
 * Changes an order that is still a draft: lines, charges and transport are worked out again. If nothing changes, no
 * version and no event is written.
 */
export async function updateOrder(
  work: Work,
  target: Target,
  change: (current: Order, addresses: OrderAddresses, problems: Problem[]) => ChangedOrder,
): Promise<Order> {
  const current = await lockOrder(work, target);
  assertDraft(current);
  const [addresses = { shipping: null, billing: null }] = await addressesOfOrders(work, [
    current.id,
  ]);
  const present = await linesOfOrders(work, [current.id]);
  const problems: Problem[] = [];
  const wanted = change(current, addresses, problems);
  const customer = wanted.customer === undefined ? buyerOf(current) : wanted.customer;
  const { draft, lines } = await prepareOrder(
    work,
    { ...wanted, customer: customer ?? undefined, lines: wanted.lines ?? [] },
    problems,
    { kept: wanted.lines === undefined ? present : undefined },
  );
  const changed = {
    ...draft,
    placedAt: draft.placedAt ?? current.placedAt,
    paymentState: await paymentStateAfter(work, current, draft),
  };
  const written = {
    shipping: wanted.shippingAddress,
    billing: wanted.billingAddress,
  };
  const isOtherLines = stableJson(lines.map(comparable)) !== stableJson(present.map(comparable));
  const otherAddresses = changedNames(ADDRESSES, written, addresses);
  const others = changedNames<Compared>(COMPARED, { ...current, ...changed }, current);
  if (others.length === 0 && !isOtherLines && otherAddresses.length === 0) return current;
  const order = await withUniqueExternalId('orders', 'an order', wanted.externalId, () =>
    updateOrderRow(work, current.id, changed),
  );
  if (isOtherLines) await replaceLines(work, current.id, lines);
  if (otherAddresses.length > 0) await replaceAddresses(work, current.id, written);
  await moveSpending(work, current, order);
  const fields = [
    ...others.flatMap((name) => INPUT_FIELDS[name] ?? [name]),
    ...otherAddresses.map((name) => ADDRESSES[name]),
    ...(isOtherLines ? ['lines'] : []),
  ];
  await recordEvents(work, updatedEvent(order, fields));
  return order;
}

/** The customer that an order keeps, which may have been erased since. */
function buyerOf({ customerId }: Order): Reference | undefined {
  return customerId === null ? undefined : { by: 'id', value: customerId };
}

/** Properties that an update may change. */
const COMPARED = { ...WRITTEN, placedAt: ORDER.placedAt };
type Compared = ValuesOf<typeof COMPARED>;

/** Input fields of properties that have another name; none for those that follow from others. */
const INPUT_FIELDS: { readonly [Name in keyof Compared]?: readonly string[] } = {
  customerId: ['customer'],
  currency: ['currencyCode'],
  subtotalMinor: ['lines'],
  shippingMinor: ['shippingPrice'],
  discountMinor: ['discounts'],
  taxMinor: ['taxes'],
  tipsMinor: ['tips'],
  totalMinor: [],
  paymentState: [],
  shippingCo2eKg: [],
};

/** Input fields of the addresses. */
const ADDRESSES = { shipping: 'shippingAddress', billing: 'billingAddress' } as const;

/** Changes the metadata alone, which an order keeps open in every state: tracking numbers come after its shipment. */
export async function changeMetadata(
  work: Work,
  target: Target,
  change: (current: Order) => Checked<Pick<Order, 'metadata'>>,
): Promise<Order> {
  const current = await lockOrder(work, target);
  const { draft, problems } = change(current);
  if (problems.length > 0) throw badInput(problems);
  const { metadata } = draft;
  if (stableJson(metadata) === stableJson(current.metadata)) return current;
  const eventOf = (order: Order) => updatedEvent(order, ['metadata']);
  return changeOrder(work, current, eventOf, { metadata });
}

function assertDraft({ state }: Order): void {
  if (state === 'DRAFT') return;
  const message = `The order is ${state}; only a DRAFT can be changed, and of other orders the metadata.`;
  throw wrongState(message, state, ORDER_TRANSITIONS);
}

/** Money that moved already stays covered by the total, and in its currency. */
async function paymentStateAfter(
  work: Work,
  current: Order,
  { totalMinor, currency }: Pick<Order, 'totalMinor' | 'currency'>,
): Promise<Order['paymentState']> {
  const isOtherMoney = currency !== current.currency || totalMinor < current.capturedMinor;
  if (isOtherMoney && (await hasTransactions(work, current.id))) {
    const message =
      'The order has transactions: its currency stays, and its total is not below what was captured.';
    throw wrongState(message, current.state, ORDER_TRANSITIONS);
  }
  return paymentStateOf(totalMinor, await sumLedger(work, current.id));
}

/** Takes payments made before to the new customer of an order. */
async function moveSpending(work: Work, before: Order, after: Order): Promise<void> {
  const minor = after.capturedMinor - after.refundedMinor;
  if (before.customerId === after.customerId || minor === 0) return;
  const { currency } = after;
  if (before.customerId !== null)
    await addToCustomerTotals(work, before.customerId, { spent: { minor: -minor, currency } });
  if (after.customerId !== null)
    await addToCustomerTotals(work, after.customerId, { spent: { minor, currency } });
}

type Comparable = Pick<
  OrderLine,
  'productId' | 'name' | 'quantity' | 'unitPriceMinor' | 'unitMassKg' | 'unitVolumeM3'
>;

function comparable({ productId, name, quantity, ...unit }: Comparable): unknown {
  const { unitPriceMinor, unitMassKg, unitVolumeM3 } = unit;
  return [productId, name, quantity, unitPriceMinor, unitMassKg, unitVolumeM3];
}
