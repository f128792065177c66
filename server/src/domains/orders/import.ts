import { sql } from 'kysely';
import type { TenantTx } from '../../platform/database/index.ts';
import type { DryRunState } from '../../platform/dry-run-state.ts';
import {
  failed,
  findByRows,
  planUpserts,
  recordDryRun,
  type Upserted,
  type UpsertPlan,
} from '../../rules/bulk/upsert.ts';
import { ApiError, type Problem } from '../../rules/errors/api-error.ts';
import { problem, sizeProblems } from '../../rules/inputs/problems.ts';
import { agree, pick } from '../../rules/properties/draft.ts';
import { lockBuyers } from '../customers/index.ts';
import { EMPTY_LEDGER, paymentStateOf, type WantedTransaction } from '../transactions/index.ts';
import { checkOrder, finderOf, type WantedOrder } from './draft.ts';
import { type PastDraft, writePastOrders } from './import-writer.ts';
import type { Order, OrderState } from './model.ts';
import { recordPaymentOf } from './payments.ts';
import { GIVEN, WRITTEN } from './properties.ts';
import { orderReader } from './store.ts';

const MAX_PAYMENTS = 50;

type StepTime = 'confirmedAt' | 'shippedAt' | 'deliveredAt' | 'returnedAt' | 'cancelledAt';

/** The steps on the way to a state, in their order. A cancelled order was never confirmed. */
const STEPS_TO: Readonly<Record<OrderState, readonly StepTime[]>> = {
  DRAFT: [],
  CONFIRMED: ['confirmedAt'],
  SHIPPED: ['confirmedAt', 'shippedAt'],
  DELIVERED: ['confirmedAt', 'shippedAt', 'deliveredAt'],
  RETURNED: ['confirmedAt', 'shippedAt', 'deliveredAt', 'returnedAt'],
  CANCELLED: ['cancelledAt'],
};

export type PastPayment = WantedTransaction;

/** An order of the past, as a file has it. */
export type PastOrder = {
  readonly wanted: WantedOrder & { readonly placedAt: Date };
  readonly state: OrderState;
  readonly times: Readonly<Partial<Record<StepTime, Date | null | undefined>>>;
  readonly shippingCo2eKg: number | null;
  readonly payments: readonly PastPayment[];
};

type Row = {
  readonly externalId: string;
  readonly order: PastOrder;
  readonly problems: readonly Problem[];
};

/**
 * Creates orders in the state that they have reached, with the footprints that their products have now. An order
 * that exists stays as it is: a row that says the same is UNCHANGED, a row that differs fails. Orders with
 * payments are written one by one, so that a payment that is refused takes its order back and no other.
 */
export async function importPastOrders(
  work: TenantTx,
  rows: readonly Row[],
  dryRun?: DryRunState,
): Promise<readonly Upserted[]> {
  const checked = await checkRows(work, rows);
  const plan = await planUpserts(rows, {
    currentOf: await findByRows(
      'order',
      rows,
      async (by, values) => (by === 'id' ? [] : orderReader.lock(work, 'external_id', values)),
      dryRun,
    ),
    written: (row) => checked(row),
    isSame: isSameOrder,
    conflicts: (_draft, current) => [existing(current)],
  });
  const refused = await write(work, plan.created, dryRun !== undefined);
  const created = plan.created.filter(({ id }) => !refused.has(id));
  const outcomes = plan.outcomes.map((outcome): Upserted => {
    const problems = outcome.status === 'FAILED' ? undefined : refused.get(outcome.id ?? '');
    return problems === undefined ? outcome : failed(problems);
  });
  return dryRun === undefined ? outcomes : recordDryRun(dryRun, { ...plan, outcomes, created });
}

type Created = UpsertPlan<Order, PastDraft>['created'];

/** Writes orders and returns those that were refused; a dry run takes back what it has tried. */
async function write(
  work: TenantTx,
  created: Created,
  isDryRun: boolean,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const { db } = work;
  const refused = new Map<string, readonly Problem[]>();
  if (!isDryRun)
    await writePastOrders(
      work,
      created.filter(({ draft }) => !isPaid(draft)),
    );
  for (const order of created.filter(({ draft }) => isPaid(draft))) {
    await sql`savepoint past_order`.execute(db);
    const problems = await writePaid(work, order);
    if (problems.length > 0) refused.set(order.id, problems);
    if (problems.length > 0 || isDryRun) await sql`rollback to savepoint past_order`.execute(db);
    await sql`release savepoint past_order`.execute(db);
  }
  return refused;
}

function isPaid({ payments }: PastDraft): boolean {
  return payments.length > 0;
}

async function writePaid(work: TenantTx, order: Created[number]): Promise<Problem[]> {
  await writePastOrders(work, [order]);
  for (const [at, payment] of order.draft.payments.entries()) {
    try {
      await recordPaymentOf(work, order.id, payment);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return problemsOf(error).map((each) => ({
        ...each,
        path: ['transactions', at, ...each.path.slice(1)],
      }));
    }
  }
  return [];
}

function problemsOf({ message, extensions: { problems } }: ApiError): Problem[] {
  return Array.isArray(problems) ? problems : [{ path: [], code: 'CONFLICT', message }];
}

/** Checks all rows with a few statements, and returns the draft of each with its problems. */
async function checkRows(work: TenantTx, rows: readonly Row[]) {
  const find = await finderOf(
    work,
    rows.flatMap(({ order }) => order.wanted.lines),
  );
  const buyerOf = await lockBuyers(
    work,
    rows.flatMap(({ order }) => order.wanted.customer ?? []),
  );
  const drafts = new Map<Row, { readonly draft: PastDraft; readonly problems: Problem[] }>();
  for (const row of rows) {
    const { wanted, state, shippingCo2eKg, payments } = row.order;
    const checked = await checkOrder(work, wanted, { find, isPast: true });
    const problems = [...row.problems, ...checked.problems, ...stepProblems(row.order)];
    const { lines, currency, totals } = checked;
    const customerId = buyerOf(wanted.customer, problems);
    const draft = {
      ...pick(GIVEN, wanted),
      ...totals,
      customerId,
      currency,
      shippingLegs: [],
      shippingCo2eKg,
      paymentState: paymentStateOf(totals.totalMinor, EMPTY_LEDGER),
      isMock: false,
      state,
      co2eKg: null,
      placedAt: wanted.placedAt,
      ...stepTimes(row.order),
      addresses: { shipping: wanted.shippingAddress, billing: wanted.billingAddress },
      lines: lines.map((line) => {
        const named = wanted.lines[line.number - 1];
        const product = named && find(named);
        return {
          line,
          co2eKg: product?.co2eKg ?? null,
          calculationId: product?.calculationId ?? null,
        };
      }),
      payments,
    };
    drafts.set(row, { draft, problems });
  }
  return (row: Row) => {
    const found = drafts.get(row);
    if (found === undefined) throw new Error('Every row was checked.');
    return found;
  };
}

/** The times of all steps; a step without one has that of the step before. */
function stepTimes({ wanted, state, times }: PastOrder): Record<StepTime, Date | null> {
  const taken = {
    confirmedAt: null,
    shippedAt: null,
    deliveredAt: null,
    returnedAt: null,
    cancelledAt: null,
  };
  let last = wanted.placedAt;
  const reached = STEPS_TO[state].map((step) => {
    last = times[step] ?? last;
    return [step, last] as const;
  });
  return { ...taken, ...Object.fromEntries(reached) };
}

function stepProblems({ wanted, state, times, shippingCo2eKg, payments }: PastOrder): Problem[] {
  const problems = sizeProblems(payments, ['transactions'], MAX_PAYMENTS);
  const steps = STEPS_TO[state];
  for (const [name, time] of Object.entries(times)) {
    if (time && !steps.some((step) => step === name)) {
      const message = `An order that is ${state} has no ${name}.`;
      problems.push(problem([name], 'NOT_ALLOWED', message));
    }
  }
  if (shippingCo2eKg !== null && !steps.includes('shippedAt')) {
    const message = `An order that is ${state} was not shipped.`;
    problems.push(problem(['shippingCo2eKg'], 'NOT_ALLOWED', message));
  }
  let last = wanted.placedAt;
  for (const step of steps) {
    const time = times[step] ?? last;
    if (time < last) {
      const message = 'A step is not earlier than the step before.';
      problems.push(problem([step], 'OUT_OF_RANGE', message));
    }
    last = time;
  }
  return problems;
}

/** The properties that a row has in common with the order that it made, however that was paid since. */
const { paymentState: _paymentState, shippingLegs: _shippingLegs, ...COMPARED } = WRITTEN;

function isSameOrder(draft: PastDraft, current: Order): boolean {
  // In a dry run the current order was read from JSON.
  const isSameTime = (time: 'placedAt' | StepTime) =>
    new Date(draft[time] ?? 0).getTime() === new Date(current[time] ?? 0).getTime();
  return (
    draft.state === current.state &&
    agree(COMPARED, draft, current) &&
    ['placedAt' as const, ...STEPS_TO[draft.state]].every(isSameTime)
  );
}

function existing({ externalId, state }: Order): Problem {
  const message = `There is an order with the externalId "${externalId}" already; it is ${state} and differs from this row. An import changes no orders.`;
  return problem(['externalId'], 'CONFLICT', message);
}
