import { sql } from 'kysely';
import type { Db, TenantTx, Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';

/** A table whose rows a back-up package holds. */
export type BackedUpTable = {
  readonly name: string;
  /** Columns that identify a row within its tenant, for pages in their order. */
  readonly key: readonly string[];
  /** Rows that belong into the package; all if absent. */
  readonly condition?: string;
  /** Columns that are not taken along. */
  readonly without?: readonly string[];
  /** Column with the passport of a row; the rows of no passport belong to all. */
  readonly passport?: string;
  /** Rows that rows of passports name, instead of a passport of their own: a column of another table. */
  readonly namedBy?: { readonly table: string; readonly column: string; readonly passport: string };
  /** Column with the id of the traceability event of a row: the package has those of its passports. */
  readonly event?: string;
  /** Column of this table with the id of a row of another one, without which it stays out. */
  readonly partOf?: { readonly table: string; readonly column: string };
  /** Rows of a page, if they are large. */
  readonly pageSize?: number;
  /** Counter of changes: a row with a higher one is newer. */
  readonly counter?: string;
  /** Columns that a later package may change. */
  readonly renewed?: readonly string[];
  /** Rows that a package may change; all if absent. */
  readonly renewedIf?: string;
};

/** A tenant, and its passports to take; all of them if absent. */
export type Chosen = {
  readonly scope: Scope;
  readonly dppIds: readonly string[] | undefined;
  /** The recipient has all events before this time, except those of some passports; none of them if absent. */
  readonly delivered?: { readonly until: Date; readonly exceptOf: readonly string[] } | undefined;
};

/**
 * Tables of published passports, each after the tables that it refers to. Private keys and the link to a product stay
 * with the first operator.
 */
export const TABLES: readonly BackedUpTable[] = [
  {
    name: 'signing_keys',
    key: ['id'],
    without: ['private_key'],
    renewed: ['state', 'ended_at'],
    // A key whose private half is here signs here; in a package it has ended.
    renewedIf: 'signing_keys.private_key is null',
  },
  { name: 'status_lists', key: ['id'] },
  {
    name: 'credential_statuses',
    key: ['list_id', 'place'],
    passport: 'subject_id',
    renewed: ['is_revoked', 'is_suspended', 'is_superseded'],
  },
  {
    name: 'dpps',
    key: ['id'],
    condition: 'published_version is not null',
    without: ['product_id'],
    passport: 'id',
    renewed: [
      'calculation_id',
      ...[
        'name',
        'status',
        'status_reason',
        'status_cause',
        'status_changed_at',
        'fate',
        'published_version',
      ],
      ...[
        'retention_until',
        'successor_id',
        'operator_gln',
        'facility_gln',
        'party_glns',
        'version',
        'updated_at',
      ],
    ],
  },
  {
    name: 'dpp_pictures',
    key: ['sha256'],
    namedBy: { table: 'dpp_versions', column: 'picture_sha256', passport: 'dpp_id' },
    pageSize: 50,
  },
  {
    name: 'dpp_versions',
    key: ['dpp_id', 'number'],
    condition: 'hash is not null',
    passport: 'dpp_id',
    // A content of 200,000 characters is up to 2 MB here with its signature; a file of a package is read up to 256 MB.
    pageSize: 50,
    renewed: ['jws', 'key_id'],
  },
  { name: 'brand_logos', key: ['sha256'], condition: 'replaced_at is null' },
  {
    name: 'brands',
    key: [],
    counter: 'version',
    renewed: ['name', 'color', 'logo_sha256', 'version', 'updated_at'],
  },
  { name: 'epcis_events', key: ['id'], event: 'id', pageSize: 100 },
  {
    name: 'epcis_event_products',
    key: ['identity', 'event_id'],
    event: 'event_id',
    // Another event with the same eventID may be there.
    partOf: { table: 'epcis_events', column: 'event_id' },
  },
  {
    name: 'dpp_grants',
    key: ['id'],
    // Without its product, which a package has not, a grant of a product and a schema would open all of the schema.
    condition: 'product_id is null',
    without: ['product_id'],
    passport: 'dpp_id',
    renewed: ['revoked_at', 'expires_at'],
  },
];

/** A row as JSON, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A page of the rows of a table after one of them. */
export async function rowsAfter(
  db: Db,
  { scope: { organizationId, environment }, dppIds }: Chosen,
  { name, key, condition = 'true', without = [], passport, namedBy }: BackedUpTable,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  // A table without a key of its own has one row in a tenant.
  const columns = sql.join((key.length === 0 ? ['environment'] : key).map((name) => sql.ref(name)));
  const values = key.map((column) => sql`${String(after?.[column])}::${sql.raw(typeOf(column))}`);
  const isFirst = after === undefined;
  const beyond =
    isFirst || key.length === 0 ? sql`${isFirst}` : sql`(${columns}) > (${sql.join(values)})`;
  const isChosen =
    dppIds === undefined || passport === undefined
      ? sql`true`
      : sql`(${sql.ref(passport)} is null or ${sql.ref(passport)} = any(${dppIds}::uuid[]))`;
  const isNamed =
    namedBy === undefined
      ? sql`true`
      : sql`exists (select from ${sql.table(namedBy.table)} named
          where named.organization_id = ${organizationId} and named.environment = ${environment}
            and named.${sql.ref(namedBy.column)} = ${sql.table(name)}.${sql.raw(key.join())}
            and (${dppIds === undefined} or named.${sql.ref(namedBy.passport)} = any(${dppIds ?? []}::uuid[])))`;
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(${sql.table(name)}) - ${without}::text[] as row from ${sql.table(name)}
    where organization_id = ${organizationId} and environment = ${environment}
      and ${sql.raw(condition)} and ${isChosen} and ${isNamed} and ${beyond}
    order by ${columns} limit ${limit}`.execute(db);
  return rows.map(({ row }) => row);
}

function typeOf(column: string): string {
  if (column === 'sha256') return 'text';
  return column === 'place' || column === 'number' ? 'int' : 'uuid';
}

/**
 * Inserts rows of a package and returns the number of those that are new or changed. Those that are there already stay
 * as they are, or take what a later package may change.
 */
export async function insertRows(
  { db, scope: { organizationId, environment } }: TenantTx,
  table: BackedUpTable,
  rows: readonly Row[],
): Promise<number> {
  const { name, renewed, partOf } = table;
  const own = name === 'signing_keys' ? rows.map((row) => ({ ...row, ...retired(row) })) : rows;
  const given = Object.keys(own[0] ?? {})
    .filter((column) => column !== 'organization_id' && column !== 'environment')
    .map((column) => sql.ref(column));
  if (given.length === 0) return 0;
  const columns = sql.join(given);
  const hasWhole =
    partOf === undefined
      ? sql`true`
      : sql`exists (select from ${sql.table(partOf.table)} whole where whole.organization_id = ${organizationId}
          and whole.environment = ${environment} and whole.id = given.${sql.ref(partOf.column)})`;
  const { numAffectedRows } = await sql`
    insert into ${sql.table(name)} (organization_id, environment, ${columns})
    select ${organizationId}, ${environment}, ${columns}
    from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(own)}::jsonb) as given
    where ${hasWhole}
    ${renewed === undefined ? sql`on conflict do nothing` : renewal(table, renewed)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function renewal(
  { name, key, counter, renewedIf = 'true' }: BackedUpTable,
  renewed: readonly string[],
) {
  const columns = ['organization_id', 'environment', ...key].map((column) => sql.ref(column));
  const changes = renewed.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const isNewer =
    counter === undefined
      ? sql`true`
      : sql`${sql.table(name)}.${sql.ref(counter)} < excluded.${sql.ref(counter)}`;
  const ofTable = (table: string) =>
    sql.join(renewed.map((column) => sql.ref(`${table}.${column}`)));
  return sql`on conflict (${sql.join(columns)}) do update set ${sql.join(changes)}
    where ${isNewer} and ${sql.raw(renewedIf)}
      and (${ofTable(name)}) is distinct from (${ofTable('excluded')})`;
}

/** The numbers of changes of passports that are stored. */
export async function storedVersions(
  { db, scope: { organizationId, environment } }: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from dpps where organization_id = ${organizationId}
      and environment = ${environment} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The hashes of published versions that are stored. */
export async function storedHashes(
  { db, scope: { organizationId, environment } }: TenantTx,
  ids: readonly string[],
): Promise<readonly { readonly dppId: string; readonly number: number; readonly hash: string }[]> {
  const { rows } = await sql<{ dppId: string; number: number; hash: string }>`
    select dpp_id as "dppId", number, hash from dpp_versions where organization_id = ${organizationId}
      and environment = ${environment} and dpp_id = any(${ids}::uuid[]) and hash is not null`.execute(
    db,
  );
  return rows;
}

/** A key without its private half signs nothing any more. */
function retired({ state, ended_at: endedAt, created_at: createdAt }: Row): Row {
  return state === 'ACTIVE' ? { state: 'RETIRED', ended_at: createdAt } : { ended_at: endedAt };
}

/** Makes the organization of a package, if it is not there. */
export async function insertOrganization(
  tx: Tx,
  { id, name, tier }: { readonly id: string; readonly name: string; readonly tier: string },
): Promise<void> {
  await sql`insert into organizations (id, name, tier) values (${id}, ${name}, ${tier})
    on conflict do nothing`.execute(tx);
}

/** True if an organization has the id. */
export async function hasOrganization(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from organizations where id = ${id}`.execute(tx);
  return rows.length > 0;
}
