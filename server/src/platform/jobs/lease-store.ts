import { sql } from 'kysely';
import { type Db, inScope, type TenantDb } from '../database/index.ts';
import type { Job } from './job.ts';
import { type JobRow, jobOf } from './store.ts';

/** A running job belongs to the worker that has its lease. */

/**
 * Takes the job of the tenant with the fewest running ones that waits longest, since it was made or since its last turn. A job
 * whose worker is gone, so that its lease ran out, waits too. Looks over all tenants but those of some organizations, because a worker serves
 * them all.
 */
export async function claimJob(
  db: Db,
  kinds: readonly string[],
  leaseMs: number,
  without: readonly string[] = [],
): Promise<Job | undefined> {
  const { rows } = await sql<JobRow>`
    with running as (
      select organization_id, environment, count(*) as job_count from jobs
      where finished_at is null and leased_until >= now() group by organization_id, environment
    )
    update jobs set state = 'RUNNING', started_at = coalesce(jobs.started_at, now()),
      lease = jobs.lease + 1, leased_until = now() + ${leaseMs} * interval '1 millisecond'
    from (
      select jobs.organization_id, jobs.environment, jobs.id from jobs
      left join running on running.organization_id = jobs.organization_id
        and running.environment = jobs.environment
      where (state = 'QUEUED' or (state = 'RUNNING' and coalesce(leased_until, '-infinity') < now()))
        and kind = any(${kinds}::text[]) and jobs.organization_id <> all(${without}::uuid[])
      order by coalesce(running.job_count, 0), coalesce(leased_until, created_at)
      limit 1 for update of jobs skip locked
    ) as next
    where jobs.organization_id = next.organization_id and jobs.environment = next.environment
      and jobs.id = next.id
    returning jobs.organization_id, jobs.environment, jobs.id, kind, state, input, checkpoint,
      total_count as "totalCount", done_count as "doneCount", failed_count as "failedCount",
      file_bytes as "fileBytes", has_expired_files as "hasExpiredFiles", error,
      is_cancel_requested as "isCancelRequested", lease, created_at as "createdAt",
      started_at as "startedAt", finished_at as "finishedAt"`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : jobOf(row);
}

/** True if a job waits whose organization has none running. Looks over all tenants, as a worker does. */
export async function isOrganizationWaiting(db: Db, kinds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (
      select from jobs waiting
      where (state = 'QUEUED' or (state = 'RUNNING' and coalesce(leased_until, '-infinity') < now()))
        and kind = any(${kinds}::text[]) and not exists (
          select from jobs running where running.organization_id = waiting.organization_id
            and running.state = 'RUNNING' and running.leased_until >= now())
    ) as "isWaiting"`.execute(db);
  return rows[0]?.isWaiting === true;
}

/** Takes one job, for who made it and runs it himself. */
export async function leaseJob(
  { db, scope }: TenantDb,
  id: string,
  leaseMs: number,
): Promise<void> {
  await sql`update jobs set state = 'RUNNING', started_at = now(), lease = lease + 1,
      leased_until = now() + ${leaseMs} * interval '1 millisecond'
    where ${inScope('jobs', scope)} and id = ${id} and state in ('AWAITING_FILE', 'QUEUED')`.execute(
    db,
  );
}

/**
 * Renews the lease of a job; returns whether cancellation is requested, undefined when the lease is
 * lost.
 */
export async function renewLease(
  db: Db,
  { scope, id, lease }: Pick<Job, 'scope' | 'id' | 'lease'>,
  leaseMs: number,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isCancelRequested: boolean }>`
    update jobs set leased_until = now() + ${leaseMs} * interval '1 millisecond'
    where ${inScope('jobs', scope)} and id = ${id} and lease = ${lease} and state = 'RUNNING'
    returning is_cancel_requested as "isCancelRequested"`.execute(db);
  return rows[0]?.isCancelRequested;
}

/** Ends every lease: for a service that knows it is the only one, after it was killed. */
export async function releaseLeases(db: Db): Promise<void> {
  await sql`update jobs set leased_until = null where state = 'RUNNING'`.execute(db);
}
