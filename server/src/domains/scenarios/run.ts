import {
  reachTarget,
  runScenario,
  type Scenario,
  type ScenarioSubject,
  sweep,
  tornadoOf,
} from '@trackway/engine';
import { announceWriter, type Db } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import { JobError, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import { packJson } from '../../platform/packed-json.ts';
import type { Scope } from '../../platform/scope.ts';
import type { WorkPool } from '../../platform/work-pool.ts';
import { ApiError, orNotFound } from '../../rules/api-error.ts';
import { runInPool } from '../../rules/compute.ts';
import { recordEvents } from '../../rules/events.ts';
import type { TenantTx } from '../../rules/work.ts';
import {
  engineTask,
  loadDeclaredChain,
  loadDeclaredProducts,
  type PackedFootprint,
  pack,
  runEngine,
  saveCalculation,
} from '../calculations/index.ts';
import { scenarioCompleted, scenarioFailed } from './events.ts';
import type { ScenarioDefinition, ScenarioSummary, StoredScenario } from './model.ts';
import { markStaleIfChanged, type ReadPoint, readPointOf } from './staleness.ts';
import { completeScenario, setState } from './store.ts';

/** Longest time of one run: a sweep of 10,000 points of a large product. */
const RUN_LIMIT_MS = 120_000;

type ScenarioInput = Pick<StoredScenario, 'productId' | 'supplyChainId' | 'definition'>;

type ScenarioOutput = {
  readonly baseline: PackedFootprint;
  readonly outcome: PackedFootprint;
  readonly result: Uint8Array;
  /** Products and the supply chain that it was made of. */
  readonly inputIds: readonly string[];
};

/** Everything that a scenario answers, in a thread of the pool. */
export const scenarioTask = engineTask(
  'run a scenario',
  async ({ library, gazetteer }, db, scope, input: ScenarioInput): Promise<ScenarioOutput> => {
    const { subject, inputIds } = await subjectOf(db, scope, input);
    const {
      method,
      uncertainty,
      overrides,
      sweep: parameters,
      target,
    }: ScenarioDefinition = input.definition;
    const options = { ...method, gazetteer };
    const scenario: Scenario = { subject, overrides, options, uncertainty };
    return runEngine(
      (path) => path,
      () => {
        const { baseline, outcome, ...rest } = runScenario(scenario, library);
        const summary: ScenarioSummary = {
          ...rest,
          tornado: outcome.full === null ? [] : tornadoOf(outcome.snapshot),
          sweep: parameters && sweep(scenario, parameters, library),
          target: target && reachTarget(scenario, target, library),
        };
        const kind = input.productId === null ? 'SUPPLY_CHAIN' : 'PRODUCT';
        const of = { kind, productId: input.productId } as const;
        const result = packJson(summary);
        return { baseline: pack(of, baseline), outcome: pack(of, outcome), result, inputIds };
      },
    );
  },
);

async function subjectOf(
  db: Db,
  scope: Scope,
  { productId, supplyChainId }: ScenarioInput,
): Promise<{ readonly subject: ScenarioSubject; readonly inputIds: readonly string[] }> {
  if (productId !== null) {
    const products = await loadDeclaredProducts(db, scope, [productId]);
    const id = encodeId('product', productId);
    orNotFound('The product', products.get(id));
    const inputIds = [...products.keys()].flatMap((key) => decodeId('product', key) ?? []);
    return { subject: { kind: 'PRODUCT', productId: id, products }, inputIds };
  }
  const id = orNotFound('The supply chain', supplyChainId ?? undefined);
  const { chain } = await loadDeclaredChain(db, scope, { by: 'id', value: id });
  return { subject: { kind: 'SUPPLY_CHAIN', chain, products: new Map() }, inputIds: [id] };
}

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
    const read = writtenFrom(job.checkpoint) ?? (await calculate(pool, run, scenarioId));
    if (read === undefined || signal.aborted) return;
    await markStaleIfChanged(db, scope, { scenarioId, jobId, read }, signal);
  };
}

/** The checkpoint of a run whose result is written. */
type Checkpoint = { readonly writtenFrom: ReadPoint };

function writtenFrom(checkpoint: Partial<Checkpoint> | null): ReadPoint | undefined {
  return checkpoint?.writtenFrom;
}

/** Calculates and writes; undefined if there is nothing to write any more. */
async function calculate(
  pool: WorkPool,
  { job, db, signal, save, onEnd }: JobRun,
  scenarioId: string,
): Promise<ReadPoint | undefined> {
  const { scope } = job;
  let reason = 'Something went wrong on our side; run the scenario again.';
  onEnd(async (tx, state) => {
    if (state === 'COMPLETED') return;
    const change = { state, error: state === 'FAILED' ? reason : null };
    const ended = await setState(tx, scope, scenarioId, change, job.id);
    if (ended === undefined || state === 'CANCELLED') return;
    const { externalId } = ended;
    await recordEvents(tx, scope, scenarioFailed.of(scenarioId, { externalId, error: reason }));
  });
  const scenario = await setState(db, scope, scenarioId, { state: 'RUNNING' }, job.id);
  if (scenario === undefined) return undefined;
  const read = await readPointOf(db, scope);
  const { productId, supplyChainId, definition } = scenario;
  const turn = { deadlineMs: performance.now() + RUN_LIMIT_MS, signal };
  const input = { productId, supplyChainId, definition };
  const output = await runInPool(pool, scope, scenarioTask, input, turn).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    if (!(error instanceof ApiError)) throw error;
    reason = reasonOf(error);
    throw new JobError(reason);
  });
  if (signal.aborted || output === undefined) return undefined;
  await db.transaction().execute(async (tx) => {
    await announceWriter(tx, scope);
    const checkpoint: Checkpoint = { writtenFrom: read };
    await save(tx, { doneCount: 1, totalCount: 1, checkpoint });
    await writeOutput({ tx, scope }, { scenarioId, jobId: job.id, output });
  });
  // From here on only an interruption can end the run: the result stays.
  onEnd(async () => {});
  return read;
}

async function writeOutput(
  { tx, scope }: TenantTx,
  {
    scenarioId,
    jobId,
    output,
  }: { readonly scenarioId: string; readonly jobId: string; readonly output: ScenarioOutput },
): Promise<void> {
  const baseline = await saveCalculation({ tx, scope }, output.baseline);
  const outcome = await saveCalculation({ tx, scope }, output.outcome);
  const { result, inputIds } = output;
  const ids = { jobId, baselineId: baseline.id, outcomeId: outcome.id };
  const completed = await completeScenario(tx, scope, scenarioId, { ...ids, result, inputIds });
  if (completed === undefined) return;
  await recordEvents(
    tx,
    scope,
    scenarioCompleted.of(scenarioId, {
      externalId: completed.externalId,
      baselineCo2eKg: output.baseline.co2eKg,
      outcomeCo2eKg: output.outcome.co2eKg,
    }),
  );
}

/** The message of a refusal, with all its problems. */
function reasonOf(error: ApiError): string {
  const { problems } = error.extensions;
  if (!Array.isArray(problems)) return error.message;
  const messages = problems.map(({ message }) => String(message));
  return messages.length === 0 ? error.message : messages.join(' ');
}
