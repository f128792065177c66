import type { TransportLeg } from '@trackway/engine';
import type { TenantTx } from '../../platform/database/index.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { type Target, wrongState } from '../../rules/mutations/preconditions.ts';
import { reportTogether } from '../../rules/mutations/report-together.ts';
import type { Work } from '../../rules/mutations/work.ts';
import {
  type Bundle,
  bundleTask,
  type Calculation,
  type CalculationMethod,
  type Choices,
  saveCalculation,
} from '../calculations/index.ts';
import { updatedEvent } from './events.ts';
import { restatedEntries } from './footprint.ts';
import { appendEntries } from './ledger-store.ts';
import { linesOfOrders, restateLines, returnsOfOrders } from './line-store.ts';
import {
  massOfLines,
  ORDER_TRANSITIONS,
  type Order,
  type OrderLine,
  type Restated,
} from './model.ts';
import { changeOrder, lockOrder } from './service.ts';

/** Method, way and mass of goods that are calculated together. */
export type WantedBundle = {
  readonly wanted: CalculationMethod;
  readonly choices: Choices;
  readonly legs: readonly TransportLeg[] | undefined;
  /** Mass of the parcels; that of the products with their packaging when absent. */
  readonly massKg: number | undefined;
};

/** `legs` other than the planned ones and another mass are for orders before shipment. */
type WantedOrderFootprint = WantedBundle & { readonly isRestated: boolean };

/**
 * Calculates an order with its transport. The order stays unchanged unless it is restated: then its
 * ledger gets the difference of every line, and the frozen values are kept. With problems that are given it is refused, with
 * all that are found.
 */
export async function calculateOrderFootprint(
  work: Work,
  target: Target,
  wanted: WantedOrderFootprint,
  given: readonly Problem[],
): Promise<{ readonly calculation: Calculation; readonly order: Order }> {
  const { current, lines, footprint, units } = await reportTogether(given, () =>
    computeFootprint(work, target, wanted),
  );
  const calculation = await saveCalculation(work, footprint);
  if (!wanted.isRestated) return { calculation, order: current };
  const restated = lines.map((line): Restated => {
    const unit = units.get(line.productId);
    return {
      line,
      unitCo2eKg: unit?.co2eKg ?? 0,
      unitAssumedDistributionCo2eKg: unit?.assumedDistributionCo2eKg ?? 0,
      calculationId: calculation.id,
    };
  });
  return { calculation, order: await restate(work, current, restated) };
}

async function computeFootprint(
  work: Work,
  target: Target,
  { wanted, choices, isRestated, ...way }: WantedOrderFootprint,
) {
  const current = await lockOrder(work, target);
  const isWhatIf = way.legs !== undefined || way.massKg !== undefined;
  const isRefused = isWhatIf && (isRestated || current.shippedAt !== null);
  return reportTogether(isRefused ? [noOtherWay] : [], async () => {
    if (isRestated) assertConfirmed(current);
    const lines = await linesOfOrders(work, [current.id]);
    const { footprint, units } = await work.compute(bundleTask, {
      subject: { kind: 'ORDER', subjectId: current.id },
      bundle: goodsOf(current, lines, way),
      wanted,
      choices,
      hasUnits: isRestated,
    });
    return { current, lines, footprint, units };
  });
}

/** All that was ordered, and its planned way or another one. */
export function goodsOf(
  { externalId, shippingLegs }: Order,
  lines: readonly OrderLine[],
  { legs, massKg }: Partial<Pick<WantedBundle, 'legs' | 'massKg'>> = {},
): Bundle {
  return {
    name: externalId ?? 'Order',
    lines: lines.map(({ number, productId, quantity }) => ({ number, productId, quantity })),
    transportLegs: legs ?? shippingLegs,
    massKg: massKg ?? massOfLines(lines),
  };
}

async function restate(
  work: TenantTx,
  current: Order,
  restated: readonly Restated[],
): Promise<Order> {
  const returns = await returnsOfOrders(work, [current.id]);
  const entries = restatedEntries(restated, returns);
  await appendEntries(work, current.id, entries);
  await restateLines(work, current.id, restated);
  return changeOrder(work, current, (order) => updatedEvent(order, ['co2eKg']), {});
}

function assertConfirmed({ state, confirmedAt }: Order): void {
  if (confirmedAt !== null && state !== 'CANCELLED') return;
  const message = `The order is ${state}: only what is frozen, and not taken back, is restated.`;
  throw wrongState(message, state, ORDER_TRANSITIONS);
}

const noOtherWay = problem(
  ['shippingLegs'],
  'NOT_FOR_SHIPPED',
  'Another way than the planned one is for orders that were not shipped, and not for restatements.',
);
