import type { Snapshot } from '@trackway/engine';
import { type Generated, type SqlBool, sql } from 'kysely';
import {
  columnsOfScope,
  conditionsOn,
  type Db,
  rowsBy,
  scopedList,
  sendAhead,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { unpackJson } from '../../platform/json/index.ts';
import type { FootprintBasis } from '../products/index.ts';
import type { PackedFootprint } from './engine-data.ts';
import type { Calculation, CalculationResult } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    calculations: CalculationTable;
  }
}

type CalculationTable = {
  organization_id: string;
  environment: string;
  id: string;
  kind: Calculation['kind'];
  detail: Calculation['detail'];
  state: Calculation['state'];
  product_id: string | null;
  co2e_kg: number | null;
  assumed_distribution_co2e_kg: Generated<number>;
  measurement_gains: Generated<unknown>;
  phases: Generated<readonly number[] | null>;
  snapshot_hash: string | null;
  result: Buffer | null;
  snapshot: Buffer | null;
  inputs: Generated<Buffer | null>;
  job_id: string | null;
  subject_id: string | null;
  scenario_id: Generated<string | null>;
  footprint_basis: FootprintBasis | null;
  created_at: Generated<Date>;
};

const COLUMNS = [
  'calculations.id',
  'kind',
  'detail',
  'state',
  'product_id as productId',
  'co2e_kg as co2eKg',
  'snapshot_hash as snapshotHash',
  'job_id as jobId',
  'subject_id as subjectId',
  'scenario_id as scenarioId',
  'created_at as createdAt',
] as const;

const { equals, isAtLeast, isBelow } = conditionsOn('calculations');

export const calculations = scopedList({
  table: 'calculations',
  rows: (db: Db) => db.selectFrom('calculations').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {
    kind: equals('kind'),
    productId: equals('product_id'),
    subjectId: equals('subject_id'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    isOfScenario: (isOfScenario: boolean) =>
      isOfScenario
        ? sql<SqlBool>`calculations.scenario_id is not null`
        : sql<SqlBool>`calculations.scenario_id is null`,
  },
});

/** Results of calculations as packed JSON; null if it has none yet. */
export const findResults = rowsBy('calculations', 'id', (db) =>
  db.selectFrom('calculations').select(['calculations.id', 'result as packed']),
);

/** Results that are read together: each may have a megabyte. */
const RESULTS_TOGETHER = 10;

/** Reads packed results that are asked for in the order of their ids, and keeps a few of them at a time. */
export function resultReader(
  tenant: TenantDb,
  ids: readonly string[],
): (id: string) => Promise<Buffer | undefined> {
  let held: ReadonlyMap<string, Buffer | null> = new Map();
  return async (id) => {
    if (!held.has(id)) {
      const at = ids.indexOf(id);
      const rows = await findResults(tenant, ids.slice(at, at + RESULTS_TOGETHER));
      held = new Map(rows.map((row) => [row.id, row.packed]));
    }
    return held.get(id) ?? undefined;
  };
}

export const findSnapshots = rowsBy('calculations', 'id', (db) =>
  db.selectFrom('calculations').select(['calculations.id', 'snapshot as packed']),
);

/** Declared inputs, for scenarios that are pinned to a calculation; null where they were not kept. */
export const findInputs = rowsBy('calculations', 'id', (db) =>
  db.selectFrom('calculations').select(['calculations.id', 'inputs as packed']),
);

const INSERT_SQL = `
  insert into calculations (organization_id, environment, id, kind, detail, state, product_id,
    subject_id, scenario_id, footprint_basis, co2e_kg, assumed_distribution_co2e_kg, measurement_gains,
    phases, snapshot_hash, result, snapshot, inputs)
  select $1, $2, id, kind, detail, 'COMPLETED', "productId", "subjectId", "scenarioId", "footprintBasis",
    "co2eKg", "assumedDistributionCo2eKg", "measurementGains", phases, "snapshotHash", result, snapshot, inputs
  from rows from (
    json_to_recordset($3::json) as (id uuid, kind text, detail text, "productId" uuid, "subjectId" uuid,
      "scenarioId" uuid, "footprintBasis" text, "co2eKg" float8, "assumedDistributionCo2eKg" float8,
      "measurementGains" jsonb, phases float8[], "snapshotHash" text),
    unnest($4::bytea[]), unnest($5::bytea[]), unnest($6::bytea[])
  ) as row (id, kind, detail, "productId", "subjectId", "scenarioId", "footprintBasis", "co2eKg",
    "assumedDistributionCo2eKg", "measurementGains", phases, "snapshotHash", result, snapshot, inputs)
  returning id, kind, detail, state, product_id as "productId", co2e_kg as "co2eKg",
    snapshot_hash as "snapshotHash", job_id as "jobId", subject_id as "subjectId",
    scenario_id as "scenarioId", created_at as "createdAt"`;

/** Inserts completed calculations, without waiting for them; returns a function that does. */
export function insertCalculations(
  { db, scope: { organizationId, environment } }: TenantTx,
  footprints: readonly (PackedFootprint & { readonly id: string })[],
): Promise<() => Promise<readonly Calculation[]>> {
  const rows = footprints.map(({ result: _, snapshot: __, inputs: ___, ...columns }) => columns);
  const packed = (part: 'result' | 'snapshot' | 'inputs') => footprints.map((row) => row[part]);
  return sendAhead<Calculation>(db, INSERT_SQL, [
    organizationId,
    environment,
    JSON.stringify(rows),
    packed('result'),
    packed('snapshot'),
    packed('inputs'),
  ]);
}

/** Detail and boundary of calculations that became the footprint of their product. */
export const findFootprintBases = rowsBy('calculations', 'id', (db) =>
  db.selectFrom('calculations').select(['calculations.id', 'footprint_basis as basis']),
);

/** Part of the results of calculations that is an assumed way to the customer, in kg CO2e. */
export const findAssumedDistributions = rowsBy('calculations', 'id', (db) =>
  db
    .selectFrom('calculations')
    .select(['calculations.id', 'assumed_distribution_co2e_kg as co2eKg']),
);

/** A result with its snapshot, of any tenant: for the operator at the command line. */
export async function findAnyResult(
  db: Db,
  id: string,
): Promise<{ readonly result: CalculationResult; readonly snapshot: Snapshot } | undefined> {
  const row = await db
    .selectFrom('calculations')
    .select(['result', 'snapshot'])
    .where('calculations.id', '=', id)
    .executeTakeFirst();
  if (!row?.result || !row.snapshot) return undefined;
  return { result: unpackJson(row.result), snapshot: unpackJson(row.snapshot) };
}

/** A catalogue that is asked for: its results come from its job, and so does its state. */
export async function insertCatalogue(
  { db, scope }: TenantTx,
  id: string,
  jobId: string,
  detail: Calculation['detail'],
): Promise<Calculation> {
  return db
    .insertInto('calculations')
    .values({
      ...columnsOfScope(scope),
      id,
      kind: 'CATALOGUE',
      detail,
      state: 'QUEUED',
      product_id: null,
      co2e_kg: null,
      snapshot_hash: null,
      result: null,
      snapshot: null,
      job_id: jobId,
      subject_id: null,
      footprint_basis: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The latest calculation of each subject that has one, in one statement and any order. */
export const findLatestOfSubjects = rowsBy('calculations', 'subject_id', (db) =>
  db
    .selectFrom('calculations')
    .select(COLUMNS)
    .distinctOn('subject_id')
    .orderBy('subject_id')
    .orderBy('calculations.id', 'desc'),
);
