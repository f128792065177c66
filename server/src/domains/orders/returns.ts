import type { TransportLeg } from '@trackway/engine';
import { newUuid } from '../../platform/ids.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import type { Target } from '../../rules/mutations/preconditions.ts';
import { reportTogether } from '../../rules/mutations/report-together.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { endOfLifeTask } from '../calculations/index.ts';
import { orderPayload, orderReturned } from './events.ts';
import { returnedEntries } from './footprint.ts';
import { appendEntries } from './ledger-store.ts';
import { addReturned, insertReturn, linesOfOrders } from './line-store.ts';
import { isFullyReturned, massOf, type Order, type OrderLine, type ReturnedLine } from './model.ts';
import { changeOrder, lockOrderForTransition } from './service.ts';
import { transportFootprint } from './transport-footprint.ts';

export type WantedReturn = {
  /** All that is still with the customer when absent. */
  readonly lines: readonly ReturnedLine[] | undefined;
  readonly disposition: ReturnedLine['disposition'];
  readonly legs: readonly TransportLeg[];
  readonly massKg: number | undefined;
  /** Per piece restocked. */
  readonly reconditioningCo2eKg: number;
  /** Per piece destroyed; calculated when absent. */
  readonly endOfLifeCo2eKg: number | undefined;
};

/**
 * Takes goods back, by quantity. The order is RETURNED once nothing is left with the customer; until
 * then it stays DELIVERED and more may come back. With problems that are given it is refused, with all that are found.
 */
export async function returnOrder(
  work: Work,
  target: Target,
  wanted: WantedReturn,
  given: readonly Problem[] = [],
): Promise<Order> {
  const current = await lockOrderForTransition(work, target, 'RETURNED');
  const lines = await linesOfOrders(work, [current.id]);
  const returned = wanted.lines ?? restOf(lines, wanted.disposition);
  const problems = [...given, ...problemsOf(lines, returned)];
  const pieces = returned.flatMap(({ number, quantity }) =>
    lines.filter((line) => line.number === number).map((line) => ({ line, quantity })),
  );
  const massKg = wanted.massKg ?? massOf(pieces);
  const path = ['input', 'transportLegs'];
  const footprint = {
    transportCo2eKg: await reportTogether(problems, () =>
      transportFootprint(work, { legs: wanted.legs, massKg, path }),
    ),
    reconditioningCo2eKg: wanted.reconditioningCo2eKg,
    endOfLifeCo2eKg: await endOfLifeOf(work, lines, returned, wanted),
  };
  const entries = returnedEntries(lines, returned, current.shippingSplit, footprint);
  await appendEntries(work, current.id, entries);
  await addReturned(work, current.id, returned);
  await insertReturn(work, {
    orderId: current.id,
    id: newUuid(),
    lines: returned,
    transportLegs: wanted.legs,
  });
  const after = await linesOfOrders(work, [current.id]);
  const change = isFullyReturned(after) ? ({ state: 'RETURNED' } as const) : {};
  return changeOrder(
    work,
    current,
    (order) => orderReturned.of(order.id, { ...orderPayload(order), lines: [...returned] }),
    change,
  );
}

/** Emissions of the disposal of one piece of a line: as given, else from the product. */
async function endOfLifeOf(
  work: Work,
  lines: readonly OrderLine[],
  returned: readonly ReturnedLine[],
  { endOfLifeCo2eKg: given }: WantedReturn,
): Promise<(line: OrderLine) => number> {
  if (given !== undefined) return () => given;
  const destroyed = new Set(
    returned.filter(({ disposition }) => disposition === 'DESTROY').map(({ number }) => number),
  );
  if (destroyed.size === 0) return () => 0;
  const pinned = lines.filter((line) => destroyed.has(line.number) && line.unitCo2eKg !== null);
  const known = await work.compute(endOfLifeTask, {
    pinned: pinned.map(({ productId, calculationId }) => ({ productId, calculationId })),
  });
  return ({ productId }) => known.get(productId) ?? 0;
}

function restOf(
  lines: readonly OrderLine[],
  disposition: ReturnedLine['disposition'],
): ReturnedLine[] {
  return lines
    .filter((line) => line.returnedQuantity < line.quantity)
    .map(({ number, quantity, returnedQuantity }) => ({
      number,
      quantity: quantity - returnedQuantity,
      disposition,
    }));
}

function problemsOf(lines: readonly OrderLine[], returned: readonly ReturnedLine[]): Problem[] {
  if (returned.length === 0)
    return [problem(['lines'], 'EMPTY', 'A return has at least one line.')];
  const left = new Map(lines.map((line) => [line.number, line.quantity - line.returnedQuantity]));
  return returned.flatMap(({ number, quantity }, at) => {
    const rest = left.get(number);
    if (rest === undefined) {
      const message = `The order has no line ${number}; it has ${lines.length}.`;
      return [problem(['lines', at, 'number'], 'NOT_FOUND', message)];
    }
    left.set(number, rest - quantity);
    if (quantity >= 1 && quantity <= rest) return [];
    const message = `Of line ${number} at least 1 and at most ${Math.max(0, rest)} can come back. It was ${quantity}.`;
    return [problem(['lines', at, 'quantity'], 'OUT_OF_RANGE', message)];
  });
}
