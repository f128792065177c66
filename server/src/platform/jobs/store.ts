import { type Generated, sql } from 'kysely';
import {
  anyOf,
  columnsOfScope,
  countedRowsIn,
  countRows,
  type Db,
  inScope,
  onPage,
  orderAndLimit,
  type Page,
  type TenantDb,
  type TenantTx,
  type Tx,
} from '../database/index.ts';
import type { Environment } from '../scope.ts';
import { hasFinished, JOB_STATES, type Job, type JobState } from './job.ts';

declare module '../database/schema.ts' {
  interface Database {
    jobs: JobTable;
  }
}

type Json = Readonly<Record<string, unknown>>;

type JobTable = {
  organization_id: string;
  environment: Environment;
  id: string;
  kind: string;
  state: JobState;
  input: Json;
  checkpoint: Json | null;
  total_count: number | null;
  done_count: Generated<number>;
  failed_count: Generated<number>;
  file_bytes: Generated<number>;
  has_expired_files: Generated<boolean>;
  error: string | null;
  is_cancel_requested: Generated<boolean>;
  lease: Generated<number>;
  leased_until: Date | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
};

const COLUMNS = [
  'jobs.organization_id',
  'jobs.environment',
  'jobs.id',
  'kind',
  'state',
  'input',
  'checkpoint',
  'total_count as totalCount',
  'done_count as doneCount',
  'failed_count as failedCount',
  'file_bytes as fileBytes',
  'has_expired_files as hasExpiredFiles',
  'error',
  'is_cancel_requested as isCancelRequested',
  'lease',
  'created_at as createdAt',
  'started_at as startedAt',
  'finished_at as finishedAt',
] as const;

/** A job as it is read: its tenant in columns. */
export type JobRow = Omit<Job, 'scope'> & {
  readonly organization_id: string;
  readonly environment: Environment;
};

export function jobOf({ organization_id: organizationId, environment, ...rest }: JobRow): Job {
  return { ...rest, scope: { organizationId, environment } };
}

export async function insertJob(
  { db, scope }: TenantTx,
  job: {
    readonly id: string;
    readonly kind: string;
    readonly state: JobState;
    readonly input: Json;
  },
): Promise<Job> {
  const row = await db
    .insertInto('jobs')
    .values({
      ...columnsOfScope(scope),
      id: job.id,
      kind: job.kind,
      state: job.state,
      input: sql<Json>`${JSON.stringify(job.input)}::jsonb`,
      checkpoint: null,
      total_count: null,
      error: null,
      leased_until: null,
      started_at: null,
      finished_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return jobOf(row);
}

export async function findJobs({ db, scope }: TenantDb, ids: readonly string[]): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(COLUMNS)
    .where(inScope('jobs', scope))
    .where('jobs.id', '=', anyOf(ids))
    .execute();
  return rows.map(jobOf);
}

/** Locks the job until the transaction ends and returns its current state. */
export async function lockJob({ db, scope }: TenantTx, id: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select(COLUMNS)
    .where(inScope('jobs', scope))
    .where('jobs.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : jobOf(row);
}

/** A page of the jobs of some kinds in some states, newest first: those of each kind and state, merged. */
export async function listJobs(
  { db, scope }: TenantDb,
  kinds: readonly string[],
  page: Page,
  states: readonly JobState[] = JOB_STATES,
): Promise<Job[]> {
  const order = { columns: [{ ref: 'jobs.id', type: 'uuid' }], isDescending: true } as const;
  const ofOne = db
    .selectFrom('jobs')
    .select(COLUMNS)
    .where(inScope('jobs', scope))
    .where('kind', '=', sql<string>`kinds.name`)
    .where('state', '=', sql<JobState>`states.name`);
  const { rows } = await sql<JobRow>`
    select jobs.* from unnest(${kinds}::text[]) as kinds (name)
    cross join unnest(${[...new Set(states)]}::text[]) as states (name)
    cross join lateral (${onPage(ofOne, order, page)}) as jobs ${orderAndLimit(order, page)}`.execute(
    db,
  );
  return rows.map(jobOf);
}

/** Jobs of some kinds in some states, counted no further than `limit`. */
export function countJobsIn(
  { db, scope }: TenantDb,
  kinds: readonly string[],
  states: readonly JobState[],
  limit: number,
): Promise<number> {
  const matching = db
    .selectFrom('jobs')
    .where(inScope('jobs', scope))
    .where('kind', '=', sql<string>`any(${kinds}::text[])`)
    .where('state', '=', sql<JobState>`any(${states}::text[])`);
  return countRows(db, matching, limit);
}

/** Jobs of some kinds, from their counters. */
export function countJobs(tenant: TenantDb, kinds: readonly string[]): Promise<number> {
  return countedRowsIn(tenant, 'jobs', kinds);
}

export type JobChange = {
  readonly state?: JobState;
  readonly checkpoint?: Json;
  readonly totalCount?: number;
  readonly doneCount?: number;
  readonly failedCount?: number;
  readonly fileBytes?: number;
  readonly error?: string;
  readonly isCancelRequested?: boolean;
};

/** Updates a job whatever worker holds it; a finished job has no lease. */
export async function updateJob(tenant: TenantDb, id: string, change: JobChange): Promise<void> {
  await changing(tenant, id, change).execute();
}

/** Updates the job if it runs and this worker still holds its lease; returns undefined if it does not. */
export function updateLeasedJob(
  db: Db,
  { scope, id, lease }: Pick<Job, 'scope' | 'id' | 'lease'>,
  change: JobChange,
): Promise<Pick<Job, 'isCancelRequested'> | undefined> {
  return changing({ db, scope }, id, change)
    .where('lease', '=', lease)
    .where('state', '=', 'RUNNING')
    .returning('is_cancel_requested as isCancelRequested')
    .executeTakeFirst();
}

function changing({ db, scope }: TenantDb, id: string, change: JobChange) {
  const { state, checkpoint, totalCount, doneCount, failedCount, fileBytes } = change;
  const { error, isCancelRequested } = change;
  const isOver = state !== undefined && hasFinished(state);
  return db
    .updateTable('jobs')
    .set({
      // Undefined fields keep their value.
      state,
      checkpoint: checkpoint && sql<Json>`${JSON.stringify(checkpoint)}::jsonb`,
      total_count: totalCount,
      done_count: doneCount,
      failed_count: failedCount,
      file_bytes: fileBytes,
      error,
      is_cancel_requested: isCancelRequested,
      ...(isOver ? { finished_at: new Date() } : {}),
      ...(isOver ? { leased_until: null } : {}),
      // It waits behind those that wait already.
      ...(state === 'QUEUED' ? { leased_until: sql<Date>`now()` } : {}),
    })
    .where(inScope('jobs', scope))
    .where('id', '=', id);
}

/** Ends a locked job that has not ended: at once while it waits, at its next checkpoint while it runs. */
export async function stopJob(tx: Tx, { scope, id, state }: Job): Promise<void> {
  if (hasFinished(state)) return;
  await updateJob({ db: tx, scope }, id, {
    isCancelRequested: true,
    ...(state === 'RUNNING' ? {} : { state: 'CANCELLED', fileBytes: 0 }),
  });
}

/** Number of jobs that have not ended. */
export async function countOpenJobs({ db, scope }: TenantDb): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(inScope('jobs', scope))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Bytes of the files of all jobs, or of all but one. */
export async function sumFileBytes({ db, scope }: TenantDb, exceptId?: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.sum<number | null>('file_bytes').as('bytes'))
    .where(inScope('jobs', scope))
    .where('file_bytes', '>', 0)
    .$if(exceptId !== undefined, (others) => others.where('id', '!=', exceptId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Adds to the bytes of a job's files; less than nothing takes away. */
export async function addFileBytes(
  db: Db,
  { scope, id }: Pick<Job, 'scope' | 'id'>,
  bytes: number,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ file_bytes: sql<number>`greatest(0, file_bytes + ${bytes}::bigint)` })
    .where(inScope('jobs', scope))
    .where('id', '=', id)
    .execute();
}

/** Jobs of all tenants that ended before a moment have no files any more. */
export async function forgetFilesOfJobs(db: Db, endedBefore: Date): Promise<void> {
  await sql`update jobs set file_bytes = 0
    where file_bytes > 0 and finished_at < ${endedBefore}`.execute(db);
}

/** From now on nobody fetches the files of ended jobs of some kinds. */
export async function expireFiles(
  { db, scope }: TenantTx,
  kinds: readonly string[],
): Promise<void> {
  await sql`update jobs set has_expired_files = true
    where ${inScope('jobs', scope)} and kind = any(${kinds}::text[]) and file_bytes > 0
      and finished_at is not null and not has_expired_files`.execute(db);
}

/** Begins jobs of some kinds again that run or were interrupted; the worker that has one loses it. */
export async function restartJobs(
  { db, scope }: TenantTx,
  kinds: readonly string[],
): Promise<void> {
  await sql`update jobs set state = 'QUEUED', checkpoint = null, done_count = 0, failed_count = 0,
      lease = lease + 1, leased_until = null
    where ${inScope('jobs', scope)} and kind = any(${kinds}::text[]) and finished_at is null
      and (checkpoint is not null or state = 'RUNNING')`.execute(db);
}

/** Jobs of all tenants with files to delete. */
export async function findJobsWithExpiredFiles(db: Db): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(COLUMNS)
    .where('has_expired_files', '=', true)
    .where('file_bytes', '>', 0)
    .limit(1_000)
    .execute();
  return rows.map(jobOf);
}

/** Cancels the jobs of all tenants that have waited for their file since before a moment. */
export async function cancelJobsWithoutFile(db: Db, createdBefore: Date): Promise<void> {
  await sql`update jobs set state = 'CANCELLED', finished_at = now(), file_bytes = 0
    where state = 'AWAITING_FILE' and created_at < ${createdBefore}`.execute(db);
}
