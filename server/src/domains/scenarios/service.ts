import type { TenantDb, TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertJob, lockJob, stopJob } from '../../platform/jobs/index.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import {
  assertTransition,
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { scenarioDeletion } from './audit.ts';
import { referenceProblems } from './check.ts';
import { SCENARIO_TRANSITIONS, type ScenarioDraft, type StoredScenario } from './model.ts';
import { insertScenario, redraftScenario, scenarios, setState } from './store.ts';

export const SCENARIO_JOB = 'SCENARIO';
/** Deletes the rows of a scenario that is gone. */
export const SCENARIO_CLEANUP_JOB = 'SCENARIO_CLEANUP';

/** A scenario as a client gives it, with the problems that its form has. */
export type CheckedScenario = {
  readonly draft: ScenarioDraft;
  readonly problems: readonly Problem[];
  /** The overrides as they were given, for the paths of wrong references. */
  readonly given: unknown;
};

export async function createScenario(
  work: TenantTx,
  checked: CheckedScenario,
): Promise<StoredScenario> {
  await assertNoProblems(work, checked);
  const { draft } = checked;
  return withUniqueExternalId('scenarios', 'a scenario', draft.externalId, () =>
    insertScenario(work, newUuid(), draft),
  );
}

/** Edits a scenario, which is a draft again; one that waits or runs is refused. */
export async function updateScenario(
  work: TenantTx,
  target: Target,
  change: (current: StoredScenario) => CheckedScenario,
): Promise<StoredScenario> {
  const current = await currentScenario(work, target);
  if (current.state !== 'DRAFT')
    assertTransition('The scenario', current.state, 'DRAFT', SCENARIO_TRANSITIONS);
  const checked = change(current);
  await assertNoProblems(work, checked);
  const { draft } = checked;
  return withUniqueExternalId('scenarios', 'a scenario', draft.externalId, () =>
    redraftScenario(work, current.id, draft),
  );
}

/** Queues a run; a job calculates it. */
export async function runScenario(work: TenantTx, target: Target): Promise<StoredScenario> {
  const current = await currentScenario(work, target);
  assertTransition('The scenario', current.state, 'QUEUED', SCENARIO_TRANSITIONS);
  const jobId = newUuid();
  const input = { scenarioId: current.id };
  await insertJob(work, { id: jobId, kind: SCENARIO_JOB, state: 'QUEUED', input });
  return (await setState(work, current.id, { state: 'QUEUED', jobId })) ?? current;
}

/** Cancels a run that waits or runs. A running one ends at once; its result is not written. */
export async function cancelScenario(work: TenantTx, target: Target): Promise<StoredScenario> {
  const current = await currentScenarioAndJob(work, target);
  assertTransition('The scenario', current.state, 'CANCELLED', SCENARIO_TRANSITIONS);
  await stopRun(work, current);
  return (await setState(work, current.id, { state: 'CANCELLED' })) ?? current;
}

export async function deleteScenario(work: AuditedTx, target: Target): Promise<StoredScenario> {
  const current = await currentScenarioAndJob(work, target);
  if (current.state === 'QUEUED' || current.state === 'RUNNING') await stopRun(work, current);
  await scenarios.delete(work, current.id);
  await recordAudit(work, scenarioDeletion.of(current.id, { name: current.name }));
  if (current.catalogue !== null) {
    const input = { scenarioId: current.id };
    await insertJob(work, {
      id: newUuid(),
      kind: SCENARIO_CLEANUP_JOB,
      state: 'QUEUED',
      input,
    });
  }
  return current;
}

async function stopRun(work: TenantTx, { jobId }: StoredScenario): Promise<void> {
  const job = jobId === null ? undefined : await lockJob(work, jobId);
  if (job !== undefined) await stopJob(work.db, job);
}

/** Locks the job first, as the run itself does when it writes its result. */
async function currentScenarioAndJob(tenant: TenantTx, target: Target): Promise<StoredScenario> {
  const known = await scenarios.named(tenant, target.reference);
  if (typeof known?.jobId === 'string') await lockJob(tenant, known.jobId);
  return currentScenario(tenant, target);
}

async function currentScenario(
  tenant: TenantTx,
  { reference, expectedVersion }: Target,
): Promise<StoredScenario> {
  const current = await scenarios.lock(tenant, reference);
  return requireCurrent('The scenario', current, expectedVersion);
}

async function assertNoProblems(
  tenant: TenantDb,
  { problems, given }: CheckedScenario,
): Promise<void> {
  const all = [...problems, ...(await referenceProblems(tenant, { overrides: given }))];
  if (all.length > 0) throw badInput(all);
}
