import { lockUntilCommit, type TenantTx } from '../../platform/database/index.ts';
import { countOpenJobs } from '../../platform/jobs/index.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { TIER_LIMITS } from './model.ts';

/** Refuses one more job if as many as the tier allows have not ended. */
export async function assertMayOpenJob(work: TenantTx, tier: Tier): Promise<void> {
  const { openJobs } = TIER_LIMITS[tier];
  // Concurrent requests would otherwise all count the same jobs.
  await lockUntilCommit(
    work.db,
    `open jobs ${work.scope.organizationId} ${work.scope.environment}`,
  );
  if ((await countOpenJobs(work)) < openJobs) return;
  throw new ApiError(
    'CONFLICT',
    `The tier ${tier} allows at most ${openJobs} unfinished jobs in an environment: wait until one ends, or cancel one.`,
    { maxOpenJobs: openJobs },
  );
}
