import type { Db, Tx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertJob, lockJob, stopJob } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { badInput, type Problem } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import {
  assertTransition,
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/mutations/preconditions.ts';
import type { AuditedTx, TenantTx } from '../../rules/mutations/work.ts';
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
  { tx, scope }: TenantTx,
  checked: CheckedScenario,
): Promise<StoredScenario> {
  await assertNoProblems(tx, scope, checked);
  const { draft } = checked;
  return withUniqueExternalId('scenarios', 'a scenario', draft.externalId, () =>
    insertScenario(tx, scope, newUuid(), draft),
  );
}

/** Edits a scenario, which is a draft again; one that waits or runs is refused. */
export async function updateScenario(
  { tx, scope }: TenantTx,
  target: Target,
  change: (current: StoredScenario) => CheckedScenario,
): Promise<StoredScenario> {
  const current = await currentScenario(tx, scope, target);
  if (current.state !== 'DRAFT')
    assertTransition('The scenario', current.state, 'DRAFT', SCENARIO_TRANSITIONS);
  const checked = change(current);
  await assertNoProblems(tx, scope, checked);
  const { draft } = checked;
  return withUniqueExternalId('scenarios', 'a scenario', draft.externalId, () =>
    redraftScenario(tx, scope, current.id, draft),
  );
}

/** Queues a run; a job calculates it. */
export async function runScenario(
  { tx, scope }: TenantTx,
  target: Target,
): Promise<StoredScenario> {
  const current = await currentScenario(tx, scope, target);
  assertTransition('The scenario', current.state, 'QUEUED', SCENARIO_TRANSITIONS);
  const jobId = newUuid();
  const input = { scenarioId: current.id };
  await insertJob(tx, scope, { id: jobId, kind: SCENARIO_JOB, state: 'QUEUED', input });
  return (await setState(tx, scope, current.id, { state: 'QUEUED', jobId })) ?? current;
}

/** Cancels a run that waits or runs. A running one ends at once; its result is not written. */
export async function cancelScenario(
  { tx, scope }: TenantTx,
  target: Target,
): Promise<StoredScenario> {
  const current = await currentScenarioAndJob(tx, scope, target);
  assertTransition('The scenario', current.state, 'CANCELLED', SCENARIO_TRANSITIONS);
  await stopRun(tx, scope, current);
  return (await setState(tx, scope, current.id, { state: 'CANCELLED' })) ?? current;
}

export async function deleteScenario(work: AuditedTx, target: Target): Promise<StoredScenario> {
  const { tx, scope } = work;
  const current = await currentScenarioAndJob(tx, scope, target);
  if (current.state === 'QUEUED' || current.state === 'RUNNING') await stopRun(tx, scope, current);
  await scenarios.delete(tx, scope, current.id);
  await recordAudit(work, scenarioDeletion.of(current.id, { name: current.name }));
  if (current.catalogue !== null) {
    const input = { scenarioId: current.id };
    await insertJob(tx, scope, {
      id: newUuid(),
      kind: SCENARIO_CLEANUP_JOB,
      state: 'QUEUED',
      input,
    });
  }
  return current;
}

async function stopRun(tx: Tx, scope: Scope, { jobId }: StoredScenario): Promise<void> {
  const job = jobId === null ? undefined : await lockJob(tx, scope, jobId);
  if (job !== undefined) await stopJob(tx, job);
}

/** Locks the job first, as the run itself does when it writes its result. */
async function currentScenarioAndJob(
  tx: Db,
  scope: Scope,
  target: Target,
): Promise<StoredScenario> {
  const known = await scenarios.named(tx, scope, target.reference);
  if (typeof known?.jobId === 'string') await lockJob(tx, scope, known.jobId);
  return currentScenario(tx, scope, target);
}

async function currentScenario(
  tx: Db,
  scope: Scope,
  { reference, expectedVersion }: Target,
): Promise<StoredScenario> {
  const current = await scenarios.lock(tx, scope, reference);
  return requireCurrent('The scenario', current, expectedVersion);
}

async function assertNoProblems(
  tx: Db,
  scope: Scope,
  { problems, given }: CheckedScenario,
): Promise<void> {
  const all = [...problems, ...(await referenceProblems(tx, scope, { overrides: given }))];
  if (all.length > 0) throw badInput(all);
}
