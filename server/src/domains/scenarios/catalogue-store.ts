import { sql } from 'kysely';
import {
  type Db,
  inScope,
  onPage,
  type Page,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { CatalogueFacts } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    scenario_products: {
      organization_id: string;
      environment: string;
      scenario_id: string;
      job_id: string;
      product_id: string;
      baseline_co2e_kg: number | null;
      outcome_co2e_kg: number | null;
      effect_co2e_kg: number;
      problems: unknown;
    };
  }
}

/** One product before and after the overrides, or the reasons why it has no result. */
export type ScenarioProductRow = {
  readonly productId: string;
  readonly baselineCo2eKg: number | null;
  readonly outcomeCo2eKg: number | null;
  readonly problems: unknown;
};

/** A run of a scenario: its rows belong to the job. */
export type RunKey = { readonly scenarioId: string; readonly jobId: string };

export async function addProductRows(
  { db, scope }: TenantTx,
  { scenarioId, jobId }: RunKey,
  rows: readonly ScenarioProductRow[],
): Promise<void> {
  await sql`insert into scenario_products (organization_id, environment, scenario_id, job_id, product_id,
      baseline_co2e_kg, outcome_co2e_kg, effect_co2e_kg, problems)
    select ${scope.organizationId}, ${scope.environment}, ${scenarioId}, ${jobId}, row.id, row.baseline,
      row.outcome, coalesce(abs(row.outcome - row.baseline), -1), row.problems::jsonb
    from unnest(${rows.map((row) => row.productId)}::uuid[],
      ${rows.map((row) => row.baselineCo2eKg)}::float8[], ${rows.map((row) => row.outcomeCo2eKg)}::float8[],
      ${rows.map(({ problems }) => (problems === null ? null : JSON.stringify(problems)))}::text[])
      as row (id, baseline, outcome, problems)`.execute(db);
}

/** The products of a run, the most affected first; those without a result come last. */
export async function listProductRows(
  { db, scope }: TenantDb,
  { scenarioId, jobId }: RunKey,
  page: Page,
): Promise<(ScenarioProductRow & { readonly effectCo2eKg: number })[]> {
  const rows = db
    .selectFrom('scenario_products')
    .select([
      'scenario_products.product_id as productId',
      'baseline_co2e_kg as baselineCo2eKg',
      'outcome_co2e_kg as outcomeCo2eKg',
      'effect_co2e_kg as effectCo2eKg',
      'problems',
    ])
    .where(inScope('scenario_products', scope))
    .where('scenario_id', '=', scenarioId)
    .where('job_id', '=', jobId);
  const columns = [
    { ref: 'effect_co2e_kg', type: 'float8' },
    { ref: 'scenario_products.product_id', type: 'uuid' },
  ] as const;
  return onPage(rows, { columns, isDescending: true }, page).execute();
}

const QUANTILES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];
const BINS = 20;

/** Counts and distribution of the differences of a run. */
export async function factsOfRun(
  { db, scope }: TenantDb,
  { scenarioId, jobId }: RunKey,
): Promise<CatalogueFacts> {
  const ofRun = sql`${inScope('scenario_products', scope)} and scenario_id = ${scenarioId}
    and job_id = ${jobId}`;
  const { rows } = await sql<{
    calculated: number;
    changed: number;
    failed: number;
    quantiles: readonly number[] | null;
  }>`select count(*) filter (where effect_co2e_kg >= 0)::int as calculated,
      count(*) filter (where effect_co2e_kg > 0)::int as changed,
      count(*) filter (where effect_co2e_kg < 0)::int as failed,
      percentile_cont(${QUANTILES}::float8[]) within group (order by outcome_co2e_kg - baseline_co2e_kg)
        as quantiles
    from scenario_products where ${ofRun}`.execute(db);
  const { calculated = 0, changed = 0, failed = 0, quantiles } = rows[0] ?? {};
  const values = quantiles ?? [];
  const [low, high] = [values[0], values.at(-1)];
  return {
    calculatedCount: calculated,
    changedCount: changed,
    failedCount: failed,
    quantiles: values.map((differenceCo2eKg, at) => ({
      probability: QUANTILES[at] ?? 0,
      differenceCo2eKg,
    })),
    histogram: low === undefined || high === undefined ? [] : await binsOf(db, ofRun, low, high),
  };
}

async function binsOf(
  db: Db,
  ofRun: ReturnType<typeof sql>,
  low: number,
  high: number,
): Promise<CatalogueFacts['histogram']> {
  const count = low === high ? 1 : BINS;
  const width = (high - low) / count;
  const { rows } = await sql<{ bin: number; count: number }>`
    select least(${count - 1}, floor((outcome_co2e_kg - baseline_co2e_kg - ${low}::float8)
      / ${width === 0 ? 1 : width}::float8))::int as bin, count(*)::int as count
    from scenario_products where ${ofRun} and effect_co2e_kg >= 0 group by 1`.execute(db);
  const countOf = new Map(rows.map((row) => [row.bin, row.count]));
  return Array.from({ length: count }, (_, bin) => ({
    lowCo2eKg: low + bin * width,
    highCo2eKg: bin === count - 1 ? high : low + (bin + 1) * width,
    count: countOf.get(bin) ?? 0,
  }));
}

/** Rows that one statement deletes: short, so that nobody waits for its locks or its log. */
const DELETED_AT_ONCE = 5_000;

/** Deletes some rows of a scenario except those of some jobs; returns whether there may be more. */
export async function deleteProductRows(
  { db, scope }: TenantDb,
  scenarioId: string,
  exceptJobIds: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from scenario_products
    where ${inScope('scenario_products', scope)} and (scenario_id, job_id, product_id) in (
      select scenario_id, job_id, product_id from scenario_products
      where ${inScope('scenario_products', scope)} and scenario_id = ${scenarioId}
        and job_id <> all(${exceptJobIds}::uuid[])
      limit ${DELETED_AT_ONCE})`.execute(db);
  return numAffectedRows === BigInt(DELETED_AT_ONCE);
}
