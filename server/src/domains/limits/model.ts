import type { Tier } from '../../rules/access/tiers.ts';

const MIB = 1024 ** 2;

/** Numeric limits of the tiers. */
export const TIER_LIMITS: Readonly<
  Record<
    Tier,
    {
      readonly requestsPerMinute: number;
      readonly maxCost: number;
      readonly activeKeys: number;
      readonly bulkRows: number;
      /** Jobs of an environment that have not ended. */
      readonly openJobs: number;
      /** Largest upload. */
      readonly uploadBytes: number;
      /** All files of one job: upload and result, or the export. */
      readonly jobBytes: number;
      /** All files of an environment. */
      readonly storedBytes: number;
      /** All records of an environment, with their indexes. */
      readonly recordBytes: number;
    }
  >
> = {
  FREE: {
    requestsPerMinute: 60,
    maxCost: 1_000,
    activeKeys: 5,
    bulkRows: 1_000,
    openJobs: 5,
    uploadBytes: 32 * MIB,
    jobBytes: 64 * MIB,
    storedBytes: 128 * MIB,
    recordBytes: 1_024 * MIB,
  },
  GROWTH: {
    requestsPerMinute: 600,
    maxCost: 5_000,
    activeKeys: 25,
    bulkRows: Number.POSITIVE_INFINITY,
    openJobs: 50,
    uploadBytes: 1_024 * MIB,
    jobBytes: 2_048 * MIB,
    storedBytes: 10_240 * MIB,
    recordBytes: 51_200 * MIB,
  },
  ENTERPRISE: {
    requestsPerMinute: 6_000,
    maxCost: 20_000,
    activeKeys: 250,
    bulkRows: Number.POSITIVE_INFINITY,
    openJobs: 250,
    uploadBytes: 4_096 * MIB,
    jobBytes: 8_192 * MIB,
    storedBytes: 102_400 * MIB,
    recordBytes: 1_048_576 * MIB,
  },
};

/** Highest cost of one request. */
export function maxCostOf(tier: Tier): number {
  return TIER_LIMITS[tier].maxCost;
}
