import {
  feedHorizon,
  inTransaction,
  type TenantDb,
  untilWritersEnd,
} from '../../platform/database/index.ts';
import { libraryKey } from '../factors/index.ts';
import { findChange, markStale } from './store.ts';

/** State of the data of a tenant before a run reads its inputs. */
export type ReadPoint = {
  /** Events after this position may be of changes that the run did not see. */
  readonly position: number;
  /** The organization's own factor sets and packs. */
  readonly library: string;
};

export async function readPointOf(tenant: TenantDb): Promise<ReadPoint> {
  const { position } = await feedHorizon(tenant);
  return { position, library: await libraryKey(tenant) };
}

type Run = {
  readonly scenarioId: string;
  readonly jobId: string;
  readonly read: ReadPoint;
  /** The library of a pinned baseline is that of its calculation. */
  readonly isPinned: boolean;
};

/**
 * Marks a result that was written by a job stale if an input has changed since the run began to read.
 * The triggers of the database find the result from the moment it is committed; writers that were
 * under way at that moment are waited for and then looked up in the log of events.
 */
export async function markStaleIfChanged(
  tenant: TenantDb,
  { scenarioId, jobId, read, isPinned }: Run,
  signal: AbortSignal,
): Promise<void> {
  await untilWritersEnd(tenant, signal);
  const change = await findChange(tenant, scenarioId, read.position);
  const hasSameLibrary = isPinned || (await libraryKey(tenant)) === read.library;
  const reason = change ?? (hasSameLibrary ? undefined : 'factor set changed');
  if (reason === undefined) return;
  await inTransaction(tenant, (work) => markStale(work, scenarioId, { jobId, reason }));
}
