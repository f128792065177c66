import { type RawBuilder, sql } from 'kysely';
import { type Db, selectList } from '../../../platform/database/index.ts';
import { NIL_UUID } from '../../../platform/ids.ts';
import { unpackJson } from '../../../platform/json/index.ts';
import type { Environment, Scope } from '../../../platform/scope.ts';
import type { ClassDigests, Dpp, StoredVersion } from '../model.ts';
import { DPP } from '../properties.ts';

/** A published passport with one of its versions, of any tenant. */
export type FoundPassport = {
  readonly scope: Scope;
  readonly dpp: Dpp;
  readonly version: StoredVersion;
};

/** The version to read: the current one, one by its number, or the one that was public at a time. */
export type VersionChoice = { readonly number?: number; readonly at?: Date };

type Row = Dpp &
  Omit<StoredVersion, 'content'> &
  Scope & { readonly content: Buffer; readonly versionPublishedAt: Date };

const COLUMNS = sql.raw(`dpps.organization_id as "organizationId", dpps.environment,
  ${selectList('dpps', DPP)}, v.number, v.content, v.digests, v.salts, v.hash,
  v.previous_hash as "previousHash", v.jws, v.key_id as "keyId", v.valid_from as "validFrom",
  v.valid_until as "validUntil", v.published_at as "versionPublishedAt"`);

/** The passport with an id of any tenant: public addresses name none. */
export async function findPublishedById(
  db: Db,
  id: string,
  choice: VersionChoice,
): Promise<FoundPassport | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS}
    from dpps join dpp_versions v on ${OF_DPP} and ${chosen(choice)}
    where dpps.id = ${id} and dpps.published_version is not null
    order by v.number desc limit 1`.execute(db);
  return rows.map(foundOf)[0];
}

/**
 * The current versions of the passports with some identities, the one that a reader should get first in
 * each: a living one before an ended one, then the organization that published first, then the newest.
 */
export async function findPublishedByIdentity(
  db: Db,
  environment: Environment,
  identities: readonly string[],
  organizationId: string | undefined,
): Promise<FoundPassport[]> {
  const { rows } = await sql<Row>`select ${COLUMNS}
    from (select distinct on (identity) * from dpps
      where identity = any(${identities}::text[]) and environment = ${environment}
        and published_version is not null
        and (${organizationId ?? NIL_UUID}::uuid in (${NIL_UUID}, organization_id, origin_organization_id))
      order by identity, status not in ('PUBLISHED', 'SUSPENDED'),
        case when status in ('PUBLISHED', 'SUSPENDED') then published_at end, published_at desc, id) as dpps
    join dpp_versions v on ${OF_DPP} and v.number = dpps.published_version`.execute(db);
  return rows.map(foundOf);
}

/** True if a passport was published whose identity has a batch or a serial number after that of the model. */
export async function isPublishedBelow(
  db: Db,
  environment: Environment,
  model: string,
  organizationId: string | undefined,
): Promise<boolean> {
  // The sign 0 follows the slash.
  const [from, to] = [`${model}/`, `${model}0`];
  const isHere =
    organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`;
  const { rows } = await sql`select from dpps
    where identity > ${from} and identity < ${to} and environment = ${environment}
      and published_version is not null and ${isHere} limit 1`.execute(db);
  return rows.length > 0;
}

/** Primary keys of GS1 whose GLN a passport names: that of a place, and that of a party. */
export type GlnKey = '414' | '417';

/** Passports that a page of a party or a facility lists at most. */
const MOST_OF_GLN = 20;

/** The first public passports that name a GLN, those of models before others. */
export async function findPublishedByGln(
  db: Db,
  environment: Environment,
  ai: GlnKey,
  gln: string,
  organizationId: string | undefined,
): Promise<FoundPassport[]> {
  const isHere = sql`${organizationId ?? NIL_UUID}::uuid
    in (${NIL_UUID}, dpps.organization_id, dpps.origin_organization_id)`;
  const withColumn = (column: 'facility_gln' | 'operator_gln') => sql`
    (select organization_id, environment, id from dpps
      where ${sql.ref(column)} = ${gln} and environment = ${environment}
        and status in ('PUBLISHED', 'END_OF_LIFE', 'ARCHIVED') and ${isHere}
      order by granularity <> 'MODEL', published_at, id limit ${MOST_OF_GLN})`;
  const withParty = sql`
    (select dpps.organization_id, dpps.environment, dpps.id
      from dpp_party_glns party join dpps on dpps.organization_id = party.organization_id
        and dpps.environment = party.environment and dpps.id = party.dpp_id
      where party.gln = ${gln} and party.environment = ${environment} and ${isHere}
      order by party.is_below_model, party.published_at, party.dpp_id limit ${MOST_OF_GLN})`;
  const named =
    ai === '414'
      ? withColumn('facility_gln')
      : sql`${withColumn('operator_gln')} union ${withParty}`;
  const { rows } = await sql<Row>`select ${COLUMNS}
    from (${named}) named join dpps using (organization_id, environment, id)
    join dpp_versions v on ${OF_DPP} and v.number = dpps.published_version
    order by dpps.granularity <> 'MODEL', dpps.published_at, dpps.id limit ${MOST_OF_GLN}`.execute(
    db,
  );
  return rows.map(foundOf);
}

const OF_DPP = sql`v.organization_id = dpps.organization_id and v.environment = dpps.environment
  and v.dpp_id = dpps.id`;

function chosen({ number, at }: VersionChoice): RawBuilder<unknown> {
  if (number !== undefined) return sql`v.number = ${number}`;
  if (at !== undefined) return sql`v.published_at <= ${at}`;
  return sql`v.number = dpps.published_version`;
}

function foundOf(row: Row): FoundPassport {
  const { organizationId, environment, content, versionPublishedAt, ...rest } = row;
  return {
    scope: { organizationId, environment },
    dpp: rest,
    version: { ...rest, content: unpackJson(content), publishedAt: versionPublishedAt },
  };
}

/** Facts about a published version that anybody may see. */
export type PublicVersion = {
  readonly number: number;
  readonly hash: string;
  readonly previousHash: string | null;
  readonly publishedAt: Date;
};

/** Newest first; a page of a passport does not list more. */
const MOST_VERSIONS = 100;

/** The published versions of a passport. */
export async function publicVersions(
  db: Db,
  { scope, id }: { readonly scope: Scope; readonly id: string },
): Promise<PublicVersion[]> {
  const { rows } = await sql<PublicVersion>`select number, hash, previous_hash as "previousHash",
      published_at as "publishedAt"
    from dpp_versions where organization_id = ${scope.organizationId}
      and environment = ${scope.environment} and dpp_id = ${id} and hash is not null
    order by number desc limit ${MOST_VERSIONS}`.execute(db);
  return rows;
}

/** The headers that the hashes of versions are over, newest first. */
export async function sealedHeaders(
  db: Db,
  { scope, id }: { readonly scope: Scope; readonly id: string },
): Promise<(PublicVersion & { readonly digests: ClassDigests })[]> {
  const { rows } = await sql<PublicVersion & { readonly digests: ClassDigests }>`
    select number, hash, previous_hash as "previousHash", published_at as "publishedAt", digests
    from dpp_versions where organization_id = ${scope.organizationId}
      and environment = ${scope.environment} and dpp_id = ${id} and hash is not null
    order by number desc limit ${MOST_VERSIONS}`.execute(db);
  return rows;
}
