import type { TenantTx } from '../../platform/database/index.ts';
import type { Money } from '../../platform/money.ts';
import { badInput, orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import { positiveProblems, problem, textProblems } from '../../rules/inputs/problems.ts';
import { assertTransition, type Target } from '../../rules/mutations/preconditions.ts';
import {
  type Contribution,
  type ContributionState,
  contributionsOfOrders,
  insertContribution,
  settleContribution,
} from './contribution-store.ts';
import { updatedEvent } from './events.ts';
import { contributedEntry } from './footprint.ts';
import { appendEntries } from './ledger-store.ts';
import type { Order } from './model.ts';
import { changeOrder, lockOrder } from './service.ts';

const MAX_CONTRIBUTIONS = 250;

const CONTRIBUTION_TRANSITIONS: Readonly<Record<ContributionState, readonly ContributionState[]>> =
  {
    PLEDGED: ['RETIRED', 'REVERSED'],
    RETIRED: [],
    REVERSED: [],
  };

type WantedContribution = {
  readonly project: string;
  readonly registry: string;
  readonly co2eKg: number;
  readonly price: Money | undefined;
};

/** A contribution and its order after the change. */
export type Contributed = { readonly contribution: Contribution; readonly order: Order };

/** Records a contribution of an order, whose footprint stays unchanged. */
export async function recordContribution(
  work: TenantTx,
  target: Target,
  { project, registry, co2eKg, price }: WantedContribution,
  given: readonly Problem[],
): Promise<Contributed> {
  const current = await lockOrder(work, target);
  const { length } = await contributionsOfOrders(work, [current.id]);
  const problems = [
    ...given,
    ...textProblems(project, ['project'], 255),
    ...textProblems(registry, ['registry'], 255),
    ...positiveProblems(co2eKg, ['co2eKg']),
    ...(length < MAX_CONTRIBUTIONS
      ? []
      : [problem([], 'TOO_MANY', `An order has at most ${MAX_CONTRIBUTIONS} contributions.`)]),
  ];
  if (problems.length > 0) throw badInput(problems);
  const contribution = await insertContribution(work, {
    orderId: current.id,
    number: length + 1,
    project,
    registry,
    co2eKg,
    priceMinor: price?.minor ?? null,
    currency: price?.currency ?? null,
  });
  await appendEntries(work, current.id, [contributedEntry(co2eKg, 1)]);
  return { contribution, order: await changeOrder(work, current, withContributions, {}) };
}

type ContributionChange = {
  readonly number: number;
  readonly state: ContributionState;
  readonly serialNumber: string | null;
};

/** Retires a contribution for good at its registry, or takes it back while that has not happened. */
export async function changeContributionState(
  work: TenantTx,
  target: Target,
  { number, state, serialNumber }: ContributionChange,
): Promise<Contributed> {
  const current = await lockOrder(work, target);
  const problems = textProblems(serialNumber, ['serialNumber'], 255);
  if (problems.length > 0) throw badInput(problems);
  const held = orNotFound(
    'The contribution',
    (await contributionsOfOrders(work, [current.id])).find((each) => each.number === number),
  );
  assertTransition('The contribution', held.state, state, CONTRIBUTION_TRANSITIONS);
  const contribution = await settleContribution(work, held, state, serialNumber);
  if (state === 'REVERSED') {
    await appendEntries(work, current.id, [contributedEntry(held.co2eKg, -1)]);
  }
  return { contribution, order: await changeOrder(work, current, withContributions, {}) };
}

const withContributions = (order: Order) => updatedEvent(order, ['climateContributions']);
