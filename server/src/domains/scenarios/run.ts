import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import { inTransaction, type TenantTx } from '../../platform/database/index.ts';
import { JobError, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { computeInBackground } from '../../rules/jobs/compute.ts';
import { saveCalculation } from '../calculations/index.ts';
import { runCatalogue } from './catalogue-run.ts';
import { scenarioCompleted, scenarioFailed } from './events.ts';
import type { StoredScenario } from './model.ts';
import { scenarioTask } from './single-run.ts';
import { markStaleIfChanged, type ReadPoint, readPointOf } from './staleness.ts';
import { completeScenario, setState } from './store.ts';

const OUT_OF_TIME =
  'The run took longer than two minutes and was stopped: give its sweep fewer points, or its subject fewer parts.';

/**
 * Runs a scenario once; its calculations, result and event are written together. Then it is compared
 * with the changes that were under way; a run that is interrupted there resumes there.
 */
export function scenarioHandler(pool: WorkPool): JobHandler {
  return async (run) => {
    const { job, db, signal } = run;
    const { scenarioId } = job.input;
    if (typeof scenarioId !== 'string') throw new Error('The job has no scenario.');
    const { scope, id: jobId } = job;
    const written = writtenBy(job.checkpoint) ?? (await calculate(pool, run, scenarioId));
    if (written === undefined || signal.aborted) return;
    const { writtenFrom: read, isPinned } = written;
    await markStaleIfChanged({ db, scope }, { scenarioId, jobId, read, isPinned }, signal);
  };
}

/** The checkpoint of a run whose result is written. */
type Checkpoint = { readonly writtenFrom: ReadPoint; readonly isPinned: boolean };

function writtenBy(checkpoint: Partial<Checkpoint> | null): Checkpoint | undefined {
  const { writtenFrom, isPinned = false } = checkpoint ?? {};
  return writtenFrom && { writtenFrom, isPinned };
}

/** Calculates and writes; undefined if there is nothing to write any more. */
async function calculate(
  pool: WorkPool,
  run: JobRun,
  scenarioId: string,
): Promise<Checkpoint | undefined> {
  const { job, signal, save, onEnd } = run;
  let reason = 'Something went wrong on our side; run the scenario again.';
  onEnd(async (work, { state }) => {
    if (state === 'COMPLETED') return;
    const change = { state, error: state === 'FAILED' ? reason : null };
    const ended = await setState(work, scenarioId, change, job.id);
    if (ended === undefined || state === 'CANCELLED') return;
    const { externalId } = ended;
    await recordEvents(work, scenarioFailed.of(scenarioId, { externalId, error: reason }));
  });
  const scenario = await inTransaction(run, (work) =>
    setState(work, scenarioId, { state: 'RUNNING' }, job.id),
  );
  if (scenario === undefined) return undefined;
  const begun = await readPointOf(run);
  const output = await outputOf(pool, run, scenario, begun).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    if (error instanceof JobError) reason = error.message;
    if (!(error instanceof ApiError)) throw error;
    reason = reasonOf(error);
    throw new JobError(reason);
  });
  if (signal.aborted || output === undefined) return undefined;
  const isPinned = scenario.calculationId !== null;
  const checkpoint: Checkpoint = { writtenFrom: output.read, isPinned };
  await inTransaction(run, async (work) => {
    const counts = scenario.catalogue === null ? { doneCount: 1, totalCount: 1 } : {};
    await save(work, { ...counts, checkpoint });
    await output.write(work);
  });
  // From here on only an interruption can end the run: the result stays.
  onEnd(async () => {});
  return checkpoint;
}

/** A result that is calculated and not written yet. */
type Output = {
  readonly read: ReadPoint;
  readonly write: (work: TenantTx) => Promise<void>;
};

async function outputOf(
  pool: WorkPool,
  run: JobRun,
  scenario: StoredScenario,
  read: ReadPoint,
): Promise<Output | undefined> {
  const { job } = run;
  const key = { scenarioId: scenario.id, jobId: job.id };
  if (scenario.catalogue !== null) {
    const output = await runCatalogue({ run, pool }, scenario, read);
    return (
      output && {
        read: output.read,
        write: (work) =>
          complete(work, key, {
            ids: { baselineId: null, outcomeId: null },
            inputIds: [],
            result: output.result,
            totals: output.total,
          }),
      }
    );
  }
  const { productId, supplyChainId, orderId, calculationId, definition } = scenario;
  const input = { productId, supplyChainId, orderId, calculationId, definition };
  const output = await computeInBackground(pool, run, scenarioTask, input);
  const { result, inputIds } = output;
  return {
    read,
    write: async (work) => {
      const { scenarioId } = key;
      const baselineId =
        calculationId ?? (await saveCalculation(work, { ...output.baseline, scenarioId })).id;
      const outcome = await saveCalculation(work, { ...output.outcome, scenarioId });
      const ids = { baselineId, outcomeId: outcome.id };
      const totals = { baseline: output.baseline.co2eKg, outcome: output.outcome.co2eKg };
      await complete(work, key, { ids, inputIds, result, totals });
    },
  };
}

type Completion = {
  readonly ids: { readonly baselineId: string | null; readonly outcomeId: string | null };
  readonly inputIds: readonly string[];
  readonly result: Uint8Array;
  readonly totals: { readonly baseline: number; readonly outcome: number };
};

async function complete(
  work: TenantTx,
  { scenarioId, jobId }: { readonly scenarioId: string; readonly jobId: string },
  { ids, inputIds, result, totals }: Completion,
): Promise<void> {
  const completion = { jobId, ...ids, result, inputIds };
  const completed = await completeScenario(work, scenarioId, completion);
  if (completed === undefined) return;
  await recordEvents(
    work,
    scenarioCompleted.of(scenarioId, {
      externalId: completed.externalId,
      baselineCo2eKg: totals.baseline,
      outcomeCo2eKg: totals.outcome,
    }),
  );
}

/** The message of a refusal, with all its problems. */
function reasonOf({ code, message, problems }: ApiError): string {
  // That of a request has another limit.
  if (code === 'TIMEOUT') return OUT_OF_TIME;
  return problems.length === 0 ? message : problems.map((each) => each.message).join(' ');
}
