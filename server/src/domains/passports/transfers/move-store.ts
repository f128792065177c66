import { sql } from 'kysely';
import { mapInTurns } from '../../../platform/concurrency/event-loop.ts';
import { query, type TenantTx, type Tx } from '../../../platform/database/index.ts';
import { byteaText, packJson, unpackJson } from '../../../platform/json/index.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { DppContent } from '../model.ts';
import { copyPictures } from '../pictures/store.ts';
import { DPP } from '../properties.ts';
import { dpps } from '../store.ts';

/** Both ends of a transfer. */
type Move = { readonly from: Scope; readonly to: Scope };

/** Columns of the former owner that stay behind, and those that the next one gives. */
const NOT_MOVED = new Set([
  'external_id',
  'product_id',
  'origin_organization_id',
  'created_at',
  'updated_at',
]);
const GLNS = ['operator_gln', 'facility_gln', 'party_glns'];
const MOVED = [...Object.values(DPP).map(({ column }) => column), ...GLNS]
  .filter((column) => !NOT_MOVED.has(column))
  .join(', ');

/** Versions that a move copies, and bytes of their contents and pictures. */
export async function sizeOfMove(
  { db, scope: { organizationId, environment } }: TenantTx,
  id: string,
): Promise<{ readonly versions: number; readonly bytes: number }> {
  const [size = { versions: 0, bytes: 0 }] = await query<{ versions: number; bytes: number }>(
    db,
    `with moved as materialized (
       select octet_length(content) as bytes, picture_sha256 from dpp_versions
       where organization_id = $1 and environment = $2 and dpp_id = $3
     )
     select count(*)::int as versions, coalesce(sum(bytes), 0)::float8 + (
       select coalesce(sum(octet_length(bytes)), 0)::float8 from dpp_pictures
       where organization_id = $1 and environment = $2 and sha256 in (select picture_sha256 from moved)) as bytes
     from moved`,
    [organizationId, environment, id],
  );
  return size;
}

/** The part of a content that passes on. */
type PartOf = (content: DppContent) => DppContent;

/** Versions of one statement. */
const BATCH = 50;

/**
 * Moves a passport with all its versions to another organization. The versions keep their hashes and
 * signatures; the content and the salt of the class INTERNAL stay behind.
 */
export async function movePassport(
  tx: Tx,
  { from, to }: Move,
  id: string,
  given: { readonly externalId: string | null; readonly productId: string | null },
  partOf: PartOf,
) {
  await query(
    tx,
    `insert into dpps (organization_id, environment, external_id, product_id, origin_organization_id, ${MOVED})
     select $1, environment, $2, $3::uuid, coalesce(origin_organization_id, organization_id), ${MOVED}
     from dpps where organization_id = $4 and environment = $5 and id = $6`,
    [
      to.organizationId,
      given.externalId,
      given.productId,
      from.organizationId,
      from.environment,
      id,
    ],
  );
  await copyPictures(tx, { from, to }, id);
  for (let after = 0; ; ) {
    const versions = await contentsAfter({ db: tx, scope: from }, id, after);
    const last = versions.at(-1);
    if (last === undefined) break;
    await copyVersions(tx, { from, to }, id, versions, partOf);
    after = last.number;
  }
  await query(tx, 'delete from dpps where organization_id = $1 and environment = $2 and id = $3', [
    from.organizationId,
    from.environment,
    id,
  ]);
  return dpps.lock({ db: tx, scope: to }, { by: 'id', value: id });
}

type Packed = { readonly number: number; readonly content: Buffer };

function contentsAfter({ db, scope }: TenantTx, id: string, after: number): Promise<Packed[]> {
  return query<Packed>(
    db,
    `select number, content from dpp_versions where organization_id = $1 and environment = $2
       and dpp_id = $3 and number > $4 order by number limit $5`,
    [scope.organizationId, scope.environment, id, after, BATCH],
  );
}

async function copyVersions(
  tx: Tx,
  { from, to }: Move,
  id: string,
  versions: readonly Packed[],
  partOf: PartOf,
): Promise<void> {
  const rows = await mapInTurns(versions, ({ number, content }) => ({
    number,
    content: byteaText(packJson(partOf(unpackJson(content)))),
  }));
  await sql`insert into dpp_versions (organization_id, environment, dpp_id, number, id, content, digests,
      salts, hash, previous_hash, jws, key_id, reason, valid_from, valid_until, published_at, picture_sha256, signed_by)
    select ${to.organizationId}, v.environment, v.dpp_id, v.number, v.id, part.content, v.digests,
      v.salts - 'INTERNAL', v.hash, v.previous_hash, v.jws, v.key_id, v.reason, v.valid_from,
      v.valid_until, v.published_at, v.picture_sha256, coalesce(v.signed_by, v.organization_id)
    from dpp_versions v join json_to_recordset(${JSON.stringify(rows)}::json) as part (number int, content bytea)
      on part.number = v.number
    where v.organization_id = ${from.organizationId} and v.environment = ${from.environment}
      and v.dpp_id = ${id} and v.number = any(${versions.map(({ number }) => number)}::int[])`.execute(
    tx,
  );
}
