import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import {
  announceWriter,
  isRetryable,
  lockUntilCommit,
  type TenantDb,
  type TenantTx,
  type Tx,
  violatedConstraint,
} from '../../platform/database/index.ts';
import type { Files } from '../../platform/files/index.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  findJobs,
  hasFinished,
  insertJob,
  type Job,
  type JobHandler,
  type JobRun,
  listJobs,
} from '../../platform/jobs/index.ts';
import type { Context } from '../../rules/context.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { computeWithin } from '../../rules/jobs/compute.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { deleteFilesWithoutJob } from '../bulk/index.ts';
import { sandboxReset } from './audit.ts';
import { seedSandbox } from './service.ts';

/**
 * A reset is a job, because a large sandbox takes longer to empty than a request may last. The job is one
 * transaction: until it commits everybody sees the earlier sandbox, and a worker that dies leaves that one behind
 * for the next worker.
 */
export const RESET_JOB = 'RESET_SANDBOX';

const LOOK_EVERY_MS = 100;
/** Time that is kept for the answer itself. */
const ANSWER_MS = 1_500;
/** Rows that one statement deletes: each statement stays far below its timeout. */
const BATCH = 5_000;
const MAX_ATTEMPTS = 6;

/**
 * Tables that a reset empties, each before the tables that it refers to. Keys remain: they give
 * access.
 */
export const SANDBOX_TABLES = [
  'shopping_cart_lines',
  'shopping_carts',
  'transactions',
  'order_footprint_entries',
  'order_contributions',
  'order_returns',
  'order_addresses',
  'order_lines',
  'orders',
  'supply_chain_versions',
  'supply_chains',
  'customer_erasures',
  'customers',
  'epcis_event_products',
  'epcis_events',
  'dpp_transfers',
  'dpp_handovers',
  'dpp_grant_uses',
  'dpp_grants',
  'dpp_job_lines',
  'dpp_registrations',
  'dpp_replications',
  'dpp_versions',
  'dpp_party_glns',
  'dpp_footprints',
  'dpp_footprint_changes',
  'dpps',
  'dpp_pictures',
  'scenario_inputs',
  'scenario_changes',
  'scenario_products',
  'scenarios',
  'asset_batch_results',
  'assets',
  'brands',
  'brand_logos',
  'footprint_requests',
  'catalogue_results',
  'calculations',
  'product_parts',
  'products',
  'credential_statuses',
  'status_lists',
  'factor_set_uses',
  'organization_factors',
  'organization_factor_sets',
  'organization_factor_packs',
  'jobs',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_wakeups',
  'webhook_health',
  'event_deletions',
  'events',
  'deleted_events',
  'idempotency_keys',
  'product_sectors',
  'product_name_trigrams',
  'search_documents',
  'search_words',
] as const;

type Waiting = TenantDb & {
  readonly request: Pick<Context['request'], 'deadlineMs' | 'signal'>;
};

/** Waits until no reset of the sandbox runs; false if the time of the request is over before. */
export function untilNoneRuns(tenant: Waiting): Promise<boolean> {
  return waitUntil(tenant.request, async () => {
    const jobs = await openResets(tenant);
    return jobs.every(({ state }) => state !== 'RUNNING');
  });
}

/** Asks for a reset and returns its job: one that waits is joined, as it has not read anything yet. */
export async function requestReset(work: AuditedTx): Promise<string> {
  await lockUntilCommit(work.db, `request of a reset ${work.scope.organizationId}`);
  await recordAudit(work, sandboxReset.of(work.scope.organizationId, {}));
  const waiting = (await openResets(work)).find(({ state }) => state === 'QUEUED');
  if (waiting !== undefined) return waiting.id;
  const id = newUuid();
  await insertJob(work, { id, kind: RESET_JOB, state: 'QUEUED', input: {} });
  return id;
}

/** Waits until the reset is done; false if it goes on after the time of the request. */
export function untilReset(tenant: Waiting, jobId: string): Promise<boolean> {
  return waitUntil(tenant.request, async () => {
    const [job] = await findJobs(tenant, [jobId]);
    if (job?.state === 'FAILED' || job?.state === 'CANCELLED') {
      throw new Error(`The reset ${jobId} of a sandbox is ${job.state}.`);
    }
    // A later reset deletes the jobs of earlier ones.
    return job === undefined || hasFinished(job.state);
  });
}

async function openResets(tenant: TenantDb): Promise<Job[]> {
  const newest = await listJobs(tenant, [RESET_JOB], { limit: 5, isBackward: false });
  return newest.filter(({ state }) => !hasFinished(state));
}

async function waitUntil(
  { deadlineMs, signal }: Waiting['request'],
  isSo: () => Promise<boolean>,
): Promise<boolean> {
  while (!(await isSo())) {
    if (signal().aborted || performance.now() > deadlineMs - ANSWER_MS) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** Empties the sandbox and fills it with the mock data, in one transaction, and then deletes the files of the jobs that it had. */
export function resetHandler(pool: WorkPool, files: Files): JobHandler {
  return async (run) => {
    await resetSandbox(run, pool);
    if (!run.signal.aborted) await deleteFilesWithoutJob(run, files);
  };
}

async function resetSandbox(run: JobRun, pool: WorkPool): Promise<void> {
  // The transaction of an interrupted run was committed; only the end of the job is missing.
  if (run.job.checkpoint !== null) return;
  for (let attempt = 1; !run.signal.aborted; attempt += 1) {
    try {
      return await run.db
        .transaction()
        .execute((tx) => reset({ db: tx, scope: run.scope }, run, pool));
    } catch (error) {
      if (error instanceof Interrupted || run.signal.aborted) return;
      // Writes of others in the sandbox met those of the reset.
      const isConflict = isRetryable(error) || violatedConstraint(error) !== undefined;
      if (error instanceof OtherReset) await sleep(LOOK_EVERY_MS);
      else if (!isConflict || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** Another worker resets this sandbox at the moment. */
class OtherReset extends Error {}

/** The service stops, or the job was taken over. */
class Interrupted extends Error {}

async function reset(work: TenantTx, { job, save, signal }: JobRun, pool: WorkPool): Promise<void> {
  const { organizationId } = work.scope;
  // Before it is announced: change feeds would wait for a reset that waits for another.
  await lockUntilCommit(work.db, `sandbox ${organizationId}`, () => {
    throw new OtherReset();
  });
  await announceWriter(work);
  for (const table of SANDBOX_TABLES) await emptyTable(work.db, table, job, signal);
  await seedSandbox(work.db, organizationId, (seeding) => computeWithin(pool, seeding, signal));
  await save(work, { checkpoint: { isReset: true }, doneCount: 1, totalCount: 1 });
}

async function emptyTable(tx: Tx, table: string, job: Job, signal: AbortSignal): Promise<void> {
  const { organizationId } = job.scope;
  const [from, isKept] = [sql.table(table), keptRows(table, job)];
  for (let deleted = BATCH; deleted >= BATCH; ) {
    if (signal.aborted) throw new Interrupted();
    const { numAffectedRows } = await sql`delete from ${from}
      where organization_id = ${organizationId} and environment = 'SANDBOX' and ctid = any(array(
        select ctid from ${from} where organization_id = ${organizationId}
          and environment = 'SANDBOX' and not (${isKept}) limit ${BATCH}))`.execute(tx);
    deleted = Number(numAffectedRows ?? 0);
  }
}

/** Rows that belong to resets: those that have not ended, and the stored answers of requests for them. */
function keptRows(table: string, { createdAt }: Job): RawBuilder<unknown> {
  if (table === 'jobs') return sql`kind = ${RESET_JOB} and finished_at is null`;
  // The time of a job is rounded to a millisecond, that of an idempotency key is not.
  if (table === 'idempotency_keys')
    return sql`created_at >= ${createdAt}::timestamptz - interval '1 ms'`;
  return sql`false`;
}
