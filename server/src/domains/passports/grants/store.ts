import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  columnsOfScope,
  columnValues,
  conditionsOn,
  type Db,
  inScope,
  isAnyOf,
  query,
  scopedList,
  selectionsOf,
  type TenantDb,
  type TenantTx,
  type ValuesOf,
} from '../../../platform/database/index.ts';
import { newUuid } from '../../../platform/ids.ts';
import type { Environment } from '../../../platform/scope.ts';
import { hidden, kept, RECORD, requiredText, timeOf } from '../../../rules/properties/property.ts';
import type { GrantedAudience, GrantState } from '../model.ts';

const WRITTEN = {
  dppId: hidden<string | null, 'dpp_id'>('dpp_id', 'uuid', null),
  productId: hidden<string | null, 'product_id'>('product_id', 'uuid', null),
  schemaId: hidden<string | null, 'schema_id'>('schema_id', 'text', null),
  audience: hidden<GrantedAudience, 'audience'>('audience', 'text', 'LEGITIMATE_INTEREST'),
  purpose: requiredText('purpose', { description: 'Purpose of the grant.' }),
  holder: requiredText('holder', { description: 'Organization that holds the grant.' }),
};

export const GRANT = {
  id: RECORD.id,
  createdAt: RECORD.createdAt,
  ...WRITTEN,
  expiresAt: kept<Date, 'expires_at'>('expires_at', 'timestamptz', 'DateTime', 'End of the grant.'),
  revokedAt: timeOf('revoked_at', { description: 'Time of the revocation; null if not revoked.' }),
};

declare module '../../../platform/database/schema.ts' {
  interface Database {
    dpp_grants: ColumnsOfScope & ColumnValuesOf<typeof GRANT> & { token_hash: Buffer };
    dpp_grant_uses: ColumnsOfScope & {
      grant_id: string;
      id: string;
      dpp_id: string;
      used_at: Date;
    };
  }
}

export type DppGrant = ValuesOf<typeof GRANT>;
export type GrantDraft = ValuesOf<typeof WRITTEN>;

const COLUMNS = Object.values(selectionsOf('dpp_grants', GRANT));

const { equals } = conditionsOn('dpp_grants');

const IS_IN: Readonly<Record<GrantState, RawBuilder<SqlBool>>> = {
  ACTIVE: sql`(revoked_at is null and expires_at > now())`,
  REVOKED: sql`revoked_at is not null`,
  EXPIRED: sql`(revoked_at is null and expires_at <= now())`,
};

export const grants = scopedList({
  table: 'dpp_grants',
  rows: (db: Db) => db.selectFrom('dpp_grants').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {
    dppId: equals('dpp_id'),
    productId: equals('product_id'),
    schemaId: equals('schema_id'),
    holder: equals('holder'),
    state: isAnyOf((state: GrantState) => IS_IN[state]),
  },
});

export function insertGrant(
  { db, scope }: TenantTx,
  draft: GrantDraft,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<DppGrant> {
  return db
    .insertInto('dpp_grants')
    .values({
      ...columnsOfScope(scope),
      id: newUuid(),
      ...columnValues(WRITTEN, draft),
      token_hash: tokenHash,
      expires_at: expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export function endGrant({ db, scope }: TenantTx, id: string, revokedAt: Date): Promise<DppGrant> {
  return db
    .updateTable('dpp_grants')
    .set({ revoked_at: revokedAt })
    .where(inScope('dpp_grants', scope))
    .where('dpp_grants.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** A passport that passed to another organization, with the place that the end of its grants has reached. */
export type HandOver = {
  /** Of the passport. */
  readonly id: string;
  /** The last grant that was ended, by id. */
  readonly after: string;
  /** Undefined for the present moment. */
  readonly handedOverAt: Date | undefined;
};

/** A grant of a page; without holder and audience if it was revoked before. */
type EndedGrant =
  | { readonly id: string; readonly holder: null; readonly audience: null }
  | Pick<DppGrant, 'id' | 'holder' | 'audience'>;

/** Ends the next grants of exactly one passport. */
export function endGrantsAfter(
  { db, scope: { organizationId, environment } }: TenantTx,
  { id, after, handedOverAt }: HandOver,
  limit: number,
): Promise<EndedGrant[]> {
  return query<EndedGrant>(
    db,
    `with page as materialized (
       select id from dpp_grants where organization_id = $1 and environment = $2
         and dpp_id = $3 and id > $4 and created_at <= coalesce($5, clock_timestamp())
       order by id limit $6
     ), ended as (
       update dpp_grants held set revoked_at = clock_timestamp() from page
       where held.organization_id = $1 and held.environment = $2 and held.id = page.id and revoked_at is null
       returning page.id, holder, audience
     )
     select page.id, holder, audience from page left join ended on ended.id = page.id order by page.id`,
    [organizationId, environment, id, after, handedOverAt ?? null, limit],
  );
}

/** Deletes the grants of a draft that is deleted. */
export async function deleteGrantsOf({ db, scope }: TenantTx, dppId: string): Promise<void> {
  await db
    .deleteFrom('dpp_grants')
    .where(inScope('dpp_grants', scope))
    .where('dpp_id', '=', dppId)
    .execute();
}

type Opened = DppGrant & { readonly organizationId: string; readonly environment: Environment };

/** The grant of a token that is valid now, of any tenant: the token says whose it is. */
export async function findGrantByToken(db: Db, tokenHash: Buffer): Promise<Opened | undefined> {
  const [found] = await query<Opened>(
    db,
    `select organization_id as "organizationId", environment, id, dpp_id as "dppId",
       product_id as "productId", schema_id as "schemaId", audience, purpose, holder,
       created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"
     from dpp_grants where token_hash = $1 and revoked_at is null and expires_at > now()`,
    [tokenHash],
  );
  return found;
}

export async function insertGrantUse(
  { db, scope }: TenantDb,
  grantId: string,
  dppId: string,
): Promise<void> {
  await query(
    db,
    `insert into dpp_grant_uses (organization_id, environment, grant_id, id, dpp_id)
     values ($1, $2, $3, $4, $5)`,
    [scope.organizationId, scope.environment, grantId, newUuid(), dppId],
  );
}

export type GrantUse = { readonly dppId: string; readonly usedAt: Date };

/** The last uses of a grant, newest first. */
export function findGrantUses(
  { db, scope }: TenantDb,
  grantId: string,
  limit: number,
): Promise<GrantUse[]> {
  return query<GrantUse>(
    db,
    `select dpp_id as "dppId", used_at as "usedAt" from dpp_grant_uses
     where organization_id = $1 and environment = $2 and grant_id = $3 order by id desc limit $4`,
    [scope.organizationId, scope.environment, grantId, limit],
  );
}
