import type { Turn } from '../../platform/concurrency/pool-job.ts';
import { WorkPool } from '../../platform/concurrency/work-pool.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { findJobs, runJob, updateJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ScenarioDraft } from './model.ts';
import { scenarioHandler } from './run.ts';
import { createScenario, runScenario } from './service.ts';
import { scenarios } from './store.ts';

export const { db, inspect } = await testDatabase();

/** A pool whose tasks are answered by a function of the test. */
export class ScriptedPool extends WorkPool {
  readonly #answer: (input: unknown) => Promise<unknown>;
  readonly turns: Turn[] = [];

  constructor(answer: (input: unknown) => Promise<unknown>) {
    const program = new URL('data:text/javascript,');
    super({ program, workerData: undefined, errorOf: () => new Error() });
    this.#answer = answer;
  }

  override async run<Output>(_task: string, input: unknown, turn: Turn): Promise<Output> {
    this.turns.push(turn);
    return JSON.parse(JSON.stringify(await this.#answer(input)), revived);
  }
}

/** Bytes pass through JSON as lists of numbers. */
export const asBytes = (packed: Uint8Array) => ({ bytes: [...packed] });

function revived(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'bytes' in value;
  return isBytes && Array.isArray(value.bytes) ? Uint8Array.from(value.bytes) : value;
}

const DEFINITION = {
  method: { detail: 'BASIC' },
  uncertainty: {},
  overrides: [],
  sweep: null,
  target: null,
} as const;

type Subject = Partial<Pick<ScenarioDraft, 'productId' | 'catalogue' | 'definition'>>;

/** A scenario that waits for its job, and functions to run the job and to read the scenario. */
export async function queuedScenario(scope: Scope, subject: Subject) {
  const tenant = { db, scope };
  const draft: ScenarioDraft = {
    name: 'What if',
    description: null,
    externalId: null,
    productId: null,
    supplyChainId: null,
    orderId: null,
    calculationId: null,
    catalogue: null,
    definition: DEFINITION,
    ...subject,
  };
  const work = { draft, problems: [], given: [] };
  const { id } = await db.transaction().execute((tx) => createScenario({ db: tx, scope }, work));
  const reference = { by: 'id', value: id } as const;
  const queue = () =>
    db
      .transaction()
      .execute((tx) => runScenario({ db: tx, scope }, { reference, expectedVersion: undefined }));
  await queue();
  const read = async () => (await scenarios.find(tenant, [id]))[0];
  const jobOf = async () => (await findJobs(tenant, [(await read())?.jobId ?? '']))[0];
  const run = async (pool: WorkPool, stopping = new AbortController().signal) => {
    const job = await jobOf();
    if (job === undefined) throw new Error('The scenario has no job.');
    await updateJob(tenant, job.id, { state: 'RUNNING' });
    await runJob({ db, job, handler: scenarioHandler(pool), stopping, log: createLog('silent') });
    return read();
  };
  return { id, queue, read, jobOf, run };
}
