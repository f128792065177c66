import { lockUntilCommit, type Tx } from '../../platform/database/index.ts';
import { countOpenJobs } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { TIER_LIMITS } from './model.ts';

/** Refuses one more job if as many as the tier allows have not ended. */
export async function assertMayOpenJob(tx: Tx, scope: Scope, tier: Tier): Promise<void> {
  const { openJobs } = TIER_LIMITS[tier];
  // Concurrent requests would otherwise all count the same jobs.
  await lockUntilCommit(tx, `open jobs ${scope.organizationId} ${scope.environment}`);
  if ((await countOpenJobs(tx, scope)) < openJobs) return;
  throw new ApiError(
    'CONFLICT',
    `The tier ${tier} allows at most ${openJobs} unfinished jobs in an environment: wait until one ends, or cancel one.`,
    { maxOpenJobs: openJobs },
  );
}
