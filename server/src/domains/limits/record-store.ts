import { type Db, query, type TenantDb } from '../../platform/database/index.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import type { RecordBytes } from './record-bytes.ts';
import type { BytesOfKind } from './record-kinds.ts';

type Row = {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly tier: Tier;
  readonly measured: number;
  readonly measuredAt: Date | null;
  readonly written: number;
};

const COLUMNS = `coalesce(measured, 0) as measured, measured_at as "measuredAt", coalesce(written, 0) as written, tier`;

function recordBytesOf({ organizationId, environment, ...bytes }: Row): RecordBytes {
  return { scope: { organizationId, environment }, ...bytes };
}

export async function readRecordBytes({
  db,
  scope: { organizationId, environment },
}: TenantDb): Promise<RecordBytes> {
  const [row] = await query<Row>(
    db,
    `select organizations.id as "organizationId", $2 as environment, ${COLUMNS}
     from organizations left join record_bytes counted
       on counted.organization_id = $1 and counted.environment = $2
     where organizations.id = $1`,
    [organizationId, environment],
  );
  if (row === undefined) throw new Error(`There is no organization ${organizationId}.`);
  return recordBytesOf(row);
}

export type Written = { readonly scope: Scope; bytes: number };

/** Adds what was written in many environments, in a fixed order so that processes never deadlock; returns what is known of each. */
export async function addWritten(db: Db, written: readonly Written[]): Promise<RecordBytes[]> {
  const rows = await query<Row>(
    db,
    `with added as (
       insert into record_bytes as counted (organization_id, environment, written)
       select * from unnest($1::uuid[], $2::text[], $3::bigint[]) order by 1, 2
       on conflict (organization_id, environment) do update set written = counted.written + excluded.written
       returning organization_id, environment, measured, measured_at, written
     )
     select organization_id as "organizationId", environment, ${COLUMNS}
     from added join organizations on organizations.id = organization_id`,
    [
      written.map(({ scope }) => scope.organizationId),
      written.map(({ scope }) => scope.environment),
      written.map(({ bytes }) => Math.round(bytes)),
    ],
  );
  return rows.map(recordBytesOf);
}

/** Bytes of the records of each kind, as of the last measurement, most first. */
export async function readBytesOfKinds({
  db,
  scope: { organizationId, environment },
}: TenantDb): Promise<BytesOfKind[]> {
  return query<BytesOfKind>(
    db,
    `select kind, bytes::float8 as bytes from record_bytes, jsonb_each_text(kinds) as measured (kind, bytes)
     where record_bytes.organization_id = $1 and record_bytes.environment = $2 and bytes::float8 > 0 order by bytes::float8 desc, kind`,
    [organizationId, environment],
  );
}

/** Asks workers to measure the records of an environment, as soon as it has rested from the last time. */
export async function requestMeasurement({
  db,
  scope: { organizationId, environment },
}: TenantDb): Promise<void> {
  await query(
    db,
    `insert into record_measurements (organization_id, environment, due_at)
     select organization_id, environment, greatest(clock_timestamp(), rest_until) from record_bytes
     where organization_id = $1 and environment = $2 on conflict do nothing`,
    [organizationId, environment],
  );
}
