import { sql } from 'kysely';
import { mapInTurns } from '../../../platform/concurrency/event-loop.ts';
import {
  anyOf,
  type Column,
  type ColumnsOfScope,
  type ColumnValuesOf,
  type Db,
  inScope,
  query,
  rowsBy,
  scopedList,
  selectionsOf,
  type TenantDb,
  type TenantTx,
  type ValuesOf,
} from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import { byteaText, packJson, unpackJson } from '../../../platform/json/index.ts';
import { hidden } from '../../../rules/properties/property.ts';
import { assetIdsIn } from '../content/asset-use.ts';
import type { ClassDigests, DppContent } from '../model.ts';
import { pictureOf } from '../pictures/picture-of.ts';
import type { Salts } from './integrity.ts';

const VERSION = {
  id: hidden('id', 'uuid', ''),
  dppId: hidden('dpp_id', 'uuid', ''),
  number: hidden('number', 'int', 1),
  digests: hidden<ClassDigests | null, 'digests'>('digests', 'jsonb', null),
  salts: hidden<Salts | null, 'salts'>('salts', 'jsonb', null),
  hash: hidden<string | null, 'hash'>('hash', 'text', null),
  previousHash: hidden<string | null, 'previous_hash'>('previous_hash', 'text', null),
  jws: hidden<string | null, 'jws'>('jws', 'text', null),
  keyId: hidden<string | null, 'key_id'>('key_id', 'text', null),
  reason: hidden<string | null, 'reason'>('reason', 'text', null),
  validFrom: hidden<Date | null, 'valid_from'>('valid_from', 'timestamptz', null),
  validUntil: hidden<Date | null, 'valid_until'>('valid_until', 'timestamptz', null),
  publishedAt: hidden<Date | null, 'published_at'>('published_at', 'timestamptz', null),
} satisfies Readonly<Record<string, Column<unknown>>>;

/** A version without its content; that of a draft has neither hash nor signature. */
export type DppVersion = ValuesOf<typeof VERSION>;

declare module '../../../platform/database/schema.ts' {
  interface Database {
    dpp_versions: ColumnsOfScope & ColumnValuesOf<typeof VERSION> & { content: Buffer };
  }
}

const COLUMNS = Object.values(selectionsOf('dpp_versions', VERSION));

export const dppVersions = scopedList({
  table: 'dpp_versions',
  rows: (db: Db) => db.selectFrom('dpp_versions').select(COLUMNS),
  orders: { NUMBER: [{ column: 'number', property: 'number', type: 'int' }] },
  conditions: {},
});

type Content = { readonly id: string; readonly content: DppContent };

/** Facts about the last version that the next one follows. */
export type Head = {
  readonly validUntil: Date | null;
  /** Null for a draft. */
  readonly hash: string | null;
};

/** The current content of passports: of the draft, or of the last version. */
export async function findContents(
  { db, scope }: TenantDb,
  dppIds: readonly string[],
): Promise<(Content & Head)[]> {
  const rows = await query<Head & { readonly id: string; readonly content: Buffer }>(
    db,
    `select d.id, v.content, v.valid_until as "validUntil", v.hash from dpps d join dpp_versions v
       on v.organization_id = d.organization_id and v.environment = d.environment
       and v.dpp_id = d.id and v.number = coalesce(d.published_version, 1)
     where d.organization_id = $1 and d.environment = $2 and d.id = any($3::uuid[])`,
    [scope.organizationId, scope.environment, dppIds],
  );
  return mapInTurns(rows, (row) => ({ ...row, content: unpackJson(row.content) }));
}

/** The contents of versions by their own ids. */
export async function findContentsOfVersions(
  { db, scope }: TenantDb,
  ids: readonly string[],
): Promise<Content[]> {
  const rows = await db
    .selectFrom('dpp_versions')
    .select(['dpp_versions.id', 'content'])
    .where(inScope('dpp_versions', scope))
    .where('dpp_versions.id', '=', anyOf(ids))
    .execute();
  return mapInTurns(rows, ({ id, content }) => ({ id, content: unpackJson(content) }));
}

/** Writes the first versions of new drafts, many in one statement. */
export async function insertDraftContents(
  { db, scope }: TenantTx,
  drafts: readonly { readonly dppId: string; readonly content: DppContent }[],
): Promise<void> {
  const packed = new Map<DppContent, string>();
  const rows = await mapInTurns(drafts, ({ dppId, content }) => {
    // The items of a product begin with one content.
    const bytes = packed.getOrInsertComputed(content, () => byteaText(packJson(content)));
    return { id: newUuid(), dpp_id: dppId, content: bytes, picture: pictureOf(content) };
  });
  await sql`insert into dpp_versions (organization_id, environment, dpp_id, number, id, content, picture_sha256)
    select ${scope.organizationId}, ${scope.environment}, dpp_id, 1, id, content, picture
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, dpp_id uuid, content bytea, picture text)`.execute(
    db,
  );
}

export async function replaceDraftContent(
  { db, scope }: TenantTx,
  dppId: string,
  content: DppContent,
  validUntil: Date | null | undefined,
): Promise<void> {
  const until = validUntil === undefined ? sql`valid_until` : sql`${validUntil}`;
  await sql`update dpp_versions set content = ${byteaText(packJson(content))}::bytea,
      valid_until = ${until}, picture_sha256 = ${pictureOf(content)}
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and dpp_id = ${dppId} and number = 1 and hash is null`.execute(db);
}

/** A version that is ready to be public. */
export type SealedVersion = {
  readonly dppId: string;
  readonly number: number;
  readonly content: DppContent;
  readonly digests: ClassDigests;
  readonly salts: Salts;
  readonly hash: string;
  readonly previousHash: string | null;
  readonly jws: string;
  readonly keyId: string;
  readonly reason: string | null;
  readonly validUntil: Date | null;
  readonly publishedAt: Date;
};

/** Writes sealed versions: the first takes the place of the draft, later ones are new rows. */
export async function writeSealedVersions(
  { db, scope }: TenantTx,
  versions: readonly SealedVersion[],
): Promise<void> {
  const rows = await mapInTurns(versions, ({ content, ...version }) => ({
    ...version,
    id: newUuid(),
    content: byteaText(packJson(content)),
    picture: pictureOf(content),
    assetIds: assetIdsIn(content),
  }));
  await sql`insert into dpp_versions (organization_id, environment, dpp_id, number, id, content, digests,
      salts, hash, previous_hash, jws, key_id, reason, valid_from, valid_until, published_at,
      picture_sha256, asset_ids)
    select ${scope.organizationId}, ${scope.environment}, "dppId", number, id, content, digests, salts, hash,
      "previousHash", jws, "keyId", reason, "publishedAt", "validUntil", "publishedAt", picture, "assetIds"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("dppId" uuid, number int, id uuid,
      content bytea, digests jsonb, salts jsonb, hash text, "previousHash" text, jws text, "keyId" text,
      reason text, "validUntil" timestamptz, "publishedAt" timestamptz, picture text, "assetIds" uuid[])
    on conflict (organization_id, environment, dpp_id, number) do update set
      content = excluded.content, picture_sha256 = excluded.picture_sha256, digests = excluded.digests, salts = excluded.salts, hash = excluded.hash,
      jws = excluded.jws, key_id = excluded.key_id, valid_from = excluded.valid_from,
      valid_until = excluded.valid_until, published_at = excluded.published_at,
      asset_ids = excluded.asset_ids`.execute(db);
}

/** Organizations that signed versions of a passport before it passed on. */
export async function findFormerSigners(
  { db, scope }: TenantDb,
  dppId: string,
): Promise<readonly string[]> {
  const rows = await query<{ signedBy: string }>(
    db,
    `select distinct signed_by as "signedBy" from dpp_versions
     where organization_id = $1 and environment = $2 and dpp_id = $3 and signed_by is not null`,
    [scope.organizationId, scope.environment, dppId],
  );
  return rows.map(({ signedBy }) => signedBy);
}

/** The last version of each passport. */
export const findLastVersions = rowsBy('dpp_versions', 'dpp_id', (db) =>
  db
    .selectFrom('dpp_versions')
    .distinctOn('dpp_id')
    .select(COLUMNS)
    .orderBy('dpp_id')
    .orderBy('number', 'desc'),
);

/** One version of a passport by its number. */
export function findVersions(
  { db, scope }: TenantDb,
  dppId: string,
  number: number,
): Promise<DppVersion[]> {
  return db
    .selectFrom('dpp_versions')
    .select(COLUMNS)
    .where(inScope('dpp_versions', scope))
    .where('dpp_id', '=', dppId)
    .where('number', '=', number)
    .execute();
}
