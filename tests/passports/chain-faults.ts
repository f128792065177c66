import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { dppSchema, fieldsOf } from '../../server/src/domains/passports/index.ts';
import type { ClassDigests } from '../../server/src/domains/passports/model.ts';
import {
  digestsOf,
  hashOf,
  type Salts,
} from '../../server/src/domains/passports/versions/integrity.ts';
import type { TenantDb } from '../../server/src/platform/database/index.ts';
import { encodeId } from '../../server/src/platform/ids.ts';
import { unpackJson } from '../../server/src/platform/json/index.ts';

type Row = {
  readonly dppId: string;
  readonly identity: string;
  readonly status: string;
  readonly publishedVersion: number | null;
  readonly schemaId: string;
  readonly schemaVersion: string;
  readonly number: number;
  readonly content: Buffer;
  readonly digests: ClassDigests | null;
  readonly salts: Salts | null;
  readonly hash: string | null;
  readonly previousHash: string | null;
  readonly jws: string | null;
  readonly publishedAt: Date | null;
  readonly places: number;
  readonly revokedPlaces: number;
  readonly registrations: number;
  readonly events: number;
};

/**
 * Everything about the passports of a tenant that a kill could have torn apart: a published state without its
 * signature, a signed version that is not public, a broken chain, a hash that does not fit its content, a version
 * without its place in a status list, its registration or its event.
 */
export async function chainFaults({
  db,
  scope: { organizationId, environment },
}: TenantDb): Promise<string[]> {
  const { rows } = await sql<Row>`
    select d.id as "dppId", d.identity, d.status, d.published_version as "publishedVersion",
      d.schema_id as "schemaId", d.schema_version as "schemaVersion", v.number, v.content, v.digests, v.salts,
      v.hash, v.previous_hash as "previousHash", v.jws, v.published_at as "publishedAt",
      (select count(*)::int from credential_statuses s where s.organization_id = d.organization_id
        and s.environment = d.environment and s.subject_id = d.id) as places,
      (select count(*)::int from credential_statuses s where s.organization_id = d.organization_id
        and s.environment = d.environment and s.subject_id = d.id and s.is_revoked) as "revokedPlaces",
      (select count(*)::int from dpp_registrations r where r.organization_id = d.organization_id
        and r.environment = d.environment and r.dpp_id = d.id) as registrations,
      (select count(*)::int from events e where e.organization_id = d.organization_id
        and e.environment = d.environment and e.object_id = d.id
        and e.type in ('dpp.published', 'dpp.amended')) as events
    from dpps d left join dpp_versions v on v.organization_id = d.organization_id
      and v.environment = d.environment and v.dpp_id = d.id
    where d.organization_id = ${organizationId} and d.environment = ${environment}
    order by d.id, v.number`.execute(db);
  return [...Map.groupBy(rows, ({ dppId }) => dppId).values()].flatMap(faultsOf);
}

function faultsOf(versions: readonly Row[]): string[] {
  const [first] = versions;
  if (first === undefined) return [];
  const published = first.publishedVersion ?? 0;
  const signed = versions.filter(({ hash }) => hash !== null);
  const named = (fault: string) => `${encodeId('dpp', first.dppId)} (${first.status}): ${fault}`;
  return [
    ...((first.status === 'DRAFT') === (published === 0) ? [] : ['its state and version disagree']),
    ...(signed.length === published ? [] : [`${signed.length} signed, ${published} published`]),
    ...(versions.length === Math.max(1, published) ? [] : [`${versions.length} rows of versions`]),
    ...(first.places === published ? [] : [`${first.places} places in status lists`]),
    ...(first.revokedPlaces === (first.status === 'REVOKED' ? published : 0)
      ? []
      : [`${first.revokedPlaces} revoked places`]),
    ...(first.registrations === published ? [] : [`${first.registrations} registrations`]),
    ...(first.events === published ? [] : [`${first.events} events`]),
    ...signed.flatMap((version, at) => linkFaults(version, signed[at - 1], at + 1)),
  ].map(named);
}

function linkFaults(version: Row, before: Row | undefined, number: number): string[] {
  const schema = dppSchema(version.schemaId, version.schemaVersion);
  const { salts, digests, publishedAt, previousHash } = version;
  if (schema === undefined || salts === null || digests === null || publishedAt === null)
    return [`version ${number} lacks its proof`];
  const made = digestsOf(fieldsOf(schema), unpackJson(version.content), salts);
  const hash = hashOf({
    dppId: encodeId('dpp', version.dppId),
    identity: version.identity,
    version: number,
    schema: `${version.schemaId} ${version.schemaVersion}`,
    publishedAt: publishedAt.toISOString(),
    previousHash,
    digests,
  });
  return [
    ...(version.number === number ? [] : [`version ${number} is missing`]),
    ...(version.jws === null ? [`version ${number} has no signature`] : []),
    ...(previousHash === (before?.hash ?? null) ? [] : [`the chain breaks before ${number}`]),
    ...(hash === version.hash ? [] : [`the hash of version ${number} does not fit`]),
    ...(isDeepStrictEqual(made, digests)
      ? []
      : [`the content of version ${number} is another one`]),
  ];
}
