import { type Generated, sql } from 'kysely';
import {
  anyOf,
  columnsOfScope,
  conditionsOn,
  type Db,
  inScope,
  NEXT_VERSION,
  scopedList,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { byteaText, unpackJson } from '../../platform/json/index.ts';
import type {
  ScenarioDefinition,
  ScenarioDraft,
  ScenarioState,
  ScenarioSummary,
  StoredFilter,
  StoredScenario,
} from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    scenarios: ScenarioTable;
    scenario_inputs: {
      organization_id: string;
      environment: string;
      scenario_id: string;
      input_id: string;
    };
  }
}

type ScenarioTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  name: string;
  description: string | null;
  state: ScenarioState;
  product_id: string | null;
  supply_chain_id: string | null;
  order_id: string | null;
  calculation_id: string | null;
  catalogue: StoredFilter | null;
  definition: ScenarioDefinition;
  job_id: string | null;
  baseline_id: string | null;
  outcome_id: string | null;
  result: Buffer | null;
  result_job_id: string | null;
  error: string | null;
  stale_reason: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  completed_at: Date | null;
};

const COLUMNS = [
  'scenarios.id',
  'external_id as externalId',
  'name',
  'description',
  'state',
  'product_id as productId',
  'supply_chain_id as supplyChainId',
  'order_id as orderId',
  'calculation_id as calculationId',
  'catalogue',
  'definition',
  'job_id as jobId',
  'baseline_id as baselineId',
  'outcome_id as outcomeId',
  'result_job_id as resultJobId',
  'error',
  'stale_reason as staleReason',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'completed_at as completedAt',
] as const;

const { equals, isOneOfWords, isAtLeast, isBelow } = conditionsOn('scenarios');

export const scenarios = scopedList({
  table: 'scenarios',
  rows: (db: Db) => db.selectFrom('scenarios').select(COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
  },
  conditions: {
    state: isOneOfWords('state'),
    productId: equals('product_id'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
  },
});

export function insertScenario(
  { db, scope }: TenantTx,
  id: string,
  draft: ScenarioDraft,
): Promise<StoredScenario> {
  return db
    .insertInto('scenarios')
    .values({
      ...columnsOfScope(scope),
      id,
      ...columnsOf(draft),
      ...WITHOUT_RESULT,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const WITHOUT_RESULT = {
  state: 'DRAFT',
  job_id: null,
  baseline_id: null,
  outcome_id: null,
  result: null,
  result_job_id: null,
  error: null,
  stale_reason: null,
  completed_at: null,
} as const;

/** Writes an edited scenario, which is a draft again, without the result of before. */
export async function redraftScenario(
  work: TenantTx,
  id: string,
  draft: ScenarioDraft,
): Promise<StoredScenario> {
  await replaceInputs(work, id, []);
  return work.db
    .updateTable('scenarios')
    .set({
      ...columnsOf(draft),
      ...NEXT_VERSION,
      ...WITHOUT_RESULT,
    })
    .where(inScope('scenarios', work.scope))
    .where('scenarios.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function columnsOf({ definition, ...draft }: ScenarioDraft) {
  return {
    external_id: draft.externalId,
    name: draft.name,
    description: draft.description,
    product_id: draft.productId,
    supply_chain_id: draft.supplyChainId,
    order_id: draft.orderId,
    calculation_id: draft.calculationId,
    catalogue: draft.catalogue && sql<StoredFilter>`${JSON.stringify(draft.catalogue)}::jsonb`,
    definition: sql<ScenarioDefinition>`${JSON.stringify(definition)}::jsonb`,
  };
}

type StateChange = {
  readonly state: ScenarioState;
  readonly jobId?: string;
  readonly error?: string | null;
};

/** Sets the state, unless another job has taken the scenario over. */
export async function setState(
  { db, scope }: TenantTx,
  id: string,
  { state, jobId, error = null }: StateChange,
  ofJob?: string,
): Promise<StoredScenario | undefined> {
  let update = db
    .updateTable('scenarios')
    .set({
      state,
      error,
      updated_at: sql`statement_timestamp()`,
      ...(jobId !== undefined && { job_id: jobId }),
    })
    .where(inScope('scenarios', scope))
    .where('scenarios.id', '=', id);
  if (ofJob !== undefined) update = update.where('job_id', '=', ofJob);
  return update.returning(COLUMNS).executeTakeFirst();
}

type Completion = {
  readonly jobId: string;
  /** Null for a catalogue, whose products have results of their own. */
  readonly baselineId: string | null;
  readonly outcomeId: string | null;
  readonly result: Uint8Array;
  readonly inputIds: readonly string[];
};

/** Writes the result; returns undefined if the scenario was edited or deleted in the meantime. */
export async function completeScenario(
  work: TenantTx,
  id: string,
  { jobId, baselineId, outcomeId, result, inputIds }: Completion,
): Promise<StoredScenario | undefined> {
  const completed = await work.db
    .updateTable('scenarios')
    .set({
      state: 'COMPLETED',
      stale_reason: null,
      error: null,
      baseline_id: baselineId,
      outcome_id: outcomeId,
      result: sql<Buffer>`${byteaText(result)}::bytea`,
      result_job_id: jobId,
      updated_at: sql`statement_timestamp()`,
      completed_at: sql`statement_timestamp()`,
    })
    .where(inScope('scenarios', work.scope))
    .where('scenarios.id', '=', id)
    .where('job_id', '=', jobId)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (completed !== undefined) await replaceInputs(work, id, inputIds);
  return completed;
}

/** The first change of an input of a result after a position in the log; undefined without one. */
export async function findChange(
  { db, scope }: TenantDb,
  id: string,
  position: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select stale_reason_of(events.type, events.data) as reason
    from events
    where ${inScope('events', scope)} and events.position > ${position} and (
      changes_result(events.type, events.data, null)
      and exists (select from scenario_inputs where ${inScope('scenario_inputs', scope)}
        and scenario_id = ${id} and input_id = events.object_id)
      or exists (select from scenarios where ${inScope('scenarios', scope)}
        and scenarios.id = ${id} and catalogue is not null
        and changes_result(events.type, events.data, catalogue)))
    order by events.position limit 1`.execute(db);
  return rows[0]?.reason;
}

/** Marks the result of a job stale; a later run or an edit has replaced it otherwise. */
export async function markStale(
  { db, scope }: TenantTx,
  id: string,
  { jobId, reason }: { readonly jobId: string; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('scenarios')
    .set({ state: 'STALE', stale_reason: reason, updated_at: sql`statement_timestamp()` })
    .where(inScope('scenarios', scope))
    .where('scenarios.id', '=', id)
    .where('job_id', '=', jobId)
    .where('state', '=', 'COMPLETED')
    .execute();
}

async function replaceInputs(
  { db, scope }: TenantTx,
  id: string,
  inputIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('scenario_inputs')
    .where(inScope('scenario_inputs', scope))
    .where('scenario_id', '=', id)
    .execute();
  if (inputIds.length === 0) return;
  await sql`insert into scenario_inputs (organization_id, environment, scenario_id, input_id)
    select ${scope.organizationId}, ${scope.environment}, ${id}, unnest(${inputIds}::uuid[])`.execute(
    db,
  );
}

export async function findSummaries(
  { db, scope }: TenantDb,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly summary: ScenarioSummary | null }[]> {
  const rows = await db
    .selectFrom('scenarios')
    .select(['scenarios.id', 'result'])
    .where(inScope('scenarios', scope))
    .where('scenarios.id', '=', anyOf(ids))
    .execute();
  return rows.map(({ id, result }) => ({
    id,
    summary: result && unpackJson<ScenarioSummary>(result),
  }));
}
