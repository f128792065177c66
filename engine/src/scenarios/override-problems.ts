import { badInput, type Problem } from '../errors.ts';
import { editsOf } from './edits.ts';
import { type Override, overrideName } from './override.ts';

/** Most overrides of one scenario. */
export const MAX_OVERRIDES = 20;

/** Everything that is wrong with overrides before they meet an inventory. */
export function overrideProblems(
  overrides: readonly Override[],
  detail: 'BASIC' | 'FULL' = 'FULL',
): Problem[] {
  if (overrides.length > MAX_OVERRIDES) {
    const message = `A scenario has at most ${MAX_OVERRIDES} overrides, not ${overrides.length}.`;
    return [badInput(['overrides'], message)];
  }
  const currency = costCurrency(overrides);
  return overrides.flatMap((override, at) =>
    [
      ...complaintsOf(override),
      ...detailComplaints(override, detail),
      ...costComplaints(override, currency),
    ].map(({ field, text }) =>
      badInput(['overrides', at, field], `${overrideName(override, at)}: ${text}`),
    ),
  );
}

/** BASIC results end at the shelf: neither a lifetime nor an end of life changes them. */
function detailComplaints(override: Override, detail: 'BASIC' | 'FULL'): Complaint[] {
  const { isOfWhole = false } = editsOf(override, {}).product ?? {};
  return unless(detail === 'FULL' || !isOfWhole, 'op', 'it changes only FULL results.');
}

export type Cost = Pick<Override, 'cost' | 'currency'>;

/** Currency of some costs: that of the first one; null without one. */
export function costCurrency(costs: readonly Cost[]): string | null {
  return costs.find(({ cost }) => cost !== undefined)?.currency ?? null;
}

/** Costs are added up: amounts in other currencies are refused, because no rate is given. */
function costComplaints({ cost, currency }: Cost, wanted: string | null): Complaint[] {
  if (cost === undefined) {
    return unless(currency === undefined, 'currency', 'currency is stated without a cost.');
  }
  const own = currency ?? null;
  const text = `its cost is in ${own ?? 'no currency'}, and the first cost of the scenario in ${wanted ?? 'no currency'}: all costs must be in one currency.`;
  return unless(own === wanted, 'currency', text);
}

type Complaint = { readonly field: string; readonly text: string };

/** Everything that is wrong with one override but its cost. */
export function complaintsOf(override: Override): Complaint[] {
  switch (override.op) {
    case 'SWAP_MATERIAL': {
      const { material, factorId, massRatio } = override;
      return [
        ...unless(
          isOne(material, factorId),
          'material',
          'exactly one of material and factorId is expected.',
        ),
        ...unless(
          massRatio === undefined || isAbove0(massRatio),
          'massRatio',
          'massRatio must be above 0.',
        ),
      ];
    }
    case 'SWAP_SUPPLIER': {
      const isGiven = editsOf(override, {}).component?.writes.length !== 0;
      return unless(isGiven, 'supplier', 'at least one property of the new supplier is expected.');
    }
    case 'SET_ENERGY_MIX': {
      const { energyMix } = override;
      const sum = energyMix.reduce((total, { share }) => total + share, 0);
      return [
        ...unless(Math.abs(sum - 1) <= 1e-6, 'energyMix', `shares sum to ${sum}, not to 1.`),
        ...unless(
          energyMix.every(({ share }) => isShare(share)),
          'energyMix',
          SHARE,
        ),
      ];
    }
    case 'SET_QUANTITY':
      return unless(
        isOne(override.massKg, override.quantity),
        'massKg',
        'exactly one of massKg and quantity is expected.',
      );
    case 'SCALE':
      return unless(
        isAbove0(override.factor),
        'factor',
        'factor must be above 0; REMOVE takes away.',
      );
    case 'SET_LOSS_RATE':
      return unless(
        override.lossRate >= 0 && override.lossRate < 1,
        'lossRate',
        'lossRate must be at least 0 and below 1.',
      );
    case 'SET_RECYCLED_SHARE':
      return unless(isShare(override.recycledShare), 'recycledShare', SHARE);
    case 'SET_DISTANCE':
      return unless(override.distanceKm >= 0, 'distanceKm', 'the distance must be at least 0.');
    case 'SET_LIFETIME':
      return unless(isAbove0(override.lifetime.value), 'lifetime', 'the lifetime must be above 0.');
    case 'ADD': {
      const { component, packaging, processStep, transportLeg } = override;
      return unless(
        isOne(component, packaging, processStep, transportLeg),
        'component',
        'exactly one of component, packaging, processStep and transportLeg is expected.',
      );
    }
    case 'REMOVE': {
      const conditions = Object.values(override.select ?? {});
      const isNarrow = conditions.some((condition) => condition !== undefined);
      return unless(isNarrow, 'select', 'REMOVE needs a selector.');
    }
    default:
      return [];
  }
}

function unless(isSound: boolean, field: string, text: string): Complaint[] {
  return isSound ? [] : [{ field, text }];
}

function isOne(...members: readonly unknown[]): boolean {
  return members.filter((member) => member !== undefined).length === 1;
}

const SHARE = 'a share must be at least 0 and at most 1.';

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}

function isAbove0(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
