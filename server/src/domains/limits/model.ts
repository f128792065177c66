import type { Tier } from '../../rules/tiers.ts';

/** Numeric limits of the tiers. */
export const TIER_LIMITS: Readonly<
  Record<
    Tier,
    {
      readonly requestsPerMinute: number;
      readonly maxCost: number;
      readonly activeKeys: number;
      readonly bulkRows: number;
    }
  >
> = {
  FREE: { requestsPerMinute: 60, maxCost: 1_000, activeKeys: 5, bulkRows: 1_000 },
  GROWTH: {
    requestsPerMinute: 600,
    maxCost: 5_000,
    activeKeys: 25,
    bulkRows: Number.POSITIVE_INFINITY,
  },
  ENTERPRISE: {
    requestsPerMinute: 6_000,
    maxCost: 20_000,
    activeKeys: 250,
    bulkRows: Number.POSITIVE_INFINITY,
  },
};

/** Highest cost of one request. */
export function maxCostOf(tier: Tier): number {
  return TIER_LIMITS[tier].maxCost;
}
