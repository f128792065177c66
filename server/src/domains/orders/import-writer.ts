import type { TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { findAssumedDistributions } from '../calculations/index.ts';
import { addToCustomerTotals } from '../customers/index.ts';
import type { NewLine } from './draft.ts';
import { orderCreated, orderPayload } from './events.ts';
import {
  confirmedEntries,
  type EntryDraft,
  restatedEntries,
  returnedEntries,
  shippedEntries,
  withoutAssumedDistribution,
} from './footprint.ts';
import type { PastPayment } from './import.ts';
import { appendLedgers, totalLedgers } from './ledger-store.ts';
import { insertAddresses, insertFrozenLines, insertReturn } from './line-store.ts';
import type { Order, OrderAddresses, OrderLine, ReturnedLine } from './model.ts';
import { orders, orderWriter, type PastOrderRow } from './store.ts';

/** An order of the past, ready to be written. */
export type PastDraft = PastOrderRow & {
  readonly addresses: OrderAddresses;
  /** Lines with the footprint of their products. */
  readonly lines: readonly {
    readonly line: NewLine;
    readonly co2eKg: number | null;
    readonly calculationId: string | null;
  }[];
  readonly payments: readonly PastPayment[];
};

type PastOrderToWrite = { readonly id: string; readonly draft: PastDraft };

/** Writes orders with all that belongs to them but their payments, in a few statements for all. */
export async function writePastOrders(
  work: TenantTx,
  created: readonly PastOrderToWrite[],
): Promise<void> {
  if (created.length === 0) return;
  const books = await booksOf(work, created);
  await orderWriter.insert(work, created);
  await insertFrozenLines(
    work,
    books.flatMap(({ lines }) => lines),
  );
  await insertAddresses(
    work,
    created.map(({ id, draft }) => ({ orderId: id, ...draft.addresses })),
  );
  await appendLedgers(work, books);
  for (const { orderId, returned } of books.filter((book) => book.returned.length > 0))
    await insertReturn(work, { orderId, id: newUuid(), lines: returned, transportLegs: [] });
  const ids = created.map(({ id }) => id);
  await totalLedgers(work, ids);
  const written = await orders.find(work, ids);
  await addToTotals(work, written);
  await recordEvents(
    work,
    ...written.map((order) => orderCreated.of(order.id, orderPayload(order))),
  );
}

/** Entries that an order adds to the footprint ledger, and its lines after them. */
type Book = {
  readonly orderId: string;
  readonly lines: readonly OrderLine[];
  readonly entries: readonly EntryDraft[];
  readonly returned: readonly ReturnedLine[];
};

async function booksOf(work: TenantTx, created: readonly PastOrderToWrite[]): Promise<Book[]> {
  const calculationIds = created.flatMap(({ draft }) =>
    draft.lines.flatMap(({ calculationId }) => calculationId ?? []),
  );
  const found = await findAssumedDistributions(work, calculationIds);
  const assumed = new Map(found.map(({ id, co2eKg }) => [id, co2eKg]));
  return created.map((order) => bookOf(order, assumed));
}

/** The same entries as the steps of an order write, one after the other. */
function bookOf(
  { id: orderId, draft }: PastOrderToWrite,
  assumed: ReadonlyMap<string, number | null>,
): Book {
  const { state, shippingSplit, shippingCo2eKg } = draft;
  const isFrozen = state !== 'DRAFT' && state !== 'CANCELLED';
  const isReturned = state === 'RETURNED';
  const frozen = draft.lines.map(
    ({ line, co2eKg, calculationId }): OrderLine => ({
      ...line,
      orderId,
      returnedQuantity: isReturned ? line.quantity : 0,
      unitCo2eKg: isFrozen ? co2eKg : null,
      calculationId: isFrozen ? calculationId : null,
      restatedUnitCo2eKg: null,
      restatedCalculationId: null,
      unitAssumedDistributionCo2eKg: isFrozen ? (assumed.get(calculationId ?? '') ?? 0) : 0,
    }),
  );
  if (!isFrozen) return { orderId, lines: frozen, entries: [], returned: [] };
  const restated = shippingCo2eKg === null ? [] : withoutAssumedDistribution(frozen);
  const byNumber = new Map(restated.map((each) => [each.line.number, each]));
  const lines = frozen.map((line): OrderLine => {
    const again = byNumber.get(line.number);
    if (again === undefined) return line;
    return {
      ...line,
      restatedUnitCo2eKg: again.unitCo2eKg,
      restatedCalculationId: again.calculationId,
      unitAssumedDistributionCo2eKg: 0,
    };
  });
  const returned = isReturned
    ? lines.map(({ number, quantity }) => ({ number, quantity, disposition: 'RESTOCK' as const }))
    : [];
  const nothing = { transportCo2eKg: 0, reconditioningCo2eKg: 0, endOfLifeCo2eKg: () => 0 };
  const entries = [
    ...confirmedEntries(frozen),
    ...(shippingCo2eKg === null ? [] : shippedEntries(frozen, shippingSplit, shippingCo2eKg)),
    ...restatedEntries(restated, []),
    ...returnedEntries(lines, returned, shippingSplit, nothing),
  ];
  return { orderId, lines, entries, returned };
}

async function addToTotals(work: TenantTx, written: readonly Order[]): Promise<void> {
  const counted = written.filter(({ confirmedAt }) => confirmedAt !== null);
  const byCustomer = Map.groupBy(counted, ({ customerId }) => customerId);
  // In one sequence for all writers, so that two imports never wait for each other in a circle.
  for (const [customerId, theirs] of [...byCustomer].toSorted(byFirst)) {
    if (customerId === null) continue;
    const co2eKg = theirs.reduce((sum, order) => sum + (order.co2eKg ?? 0), 0);
    await addToCustomerTotals(work, customerId, { orderCount: theirs.length, co2eKg });
  }
}

function byFirst(
  [one]: readonly [string | null, unknown],
  [other]: readonly [string | null, unknown],
) {
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
