import { sql } from 'kysely';
import {
  columnsOfScope,
  type Db,
  inScope,
  query,
  scopedList,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
import type { Permission } from '../../rules/access/permissions.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import type { ApiKey } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    api_keys: {
      organization_id: string;
      environment: Environment;
      id: string;
      name: string;
      tier: Tier | null;
      permissions: readonly Permission[];
      digest: Buffer;
      last4: string;
      created_at: Date;
      last_used_at: Date | null;
      expires_at: Date | null;
      rotated_at: Date | null;
      revoked_at: Date | null;
      window_id: string;
      made_by: string | null;
    };
  }
}

const COLUMNS = [
  'api_keys.id',
  'environment',
  'name',
  'tier',
  'permissions',
  'last4',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'rotated_at as rotatedAt',
  'revoked_at as revokedAt',
  'window_id as windowId',
  'made_by as madeBy',
] as const;

export const apiKeys = {
  ...scopedList({
    table: 'api_keys',
    rows: (db: Db) => db.selectFrom('api_keys').select(COLUMNS),
    orders: { CREATED_AT: [] },
    conditions: {},
  }),
  total: countKeys,
};

/** A key found by its digest, with the organization it belongs to. */
export type KeyOwner = ApiKey & {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationTier: Tier;
  readonly organizationRequestsPerMinute: number | null;
  readonly makerName: string | null;
  readonly makerEmail: string | null;
  /** Its digest was made under the current secret of the service. */
  readonly isCurrent: boolean;
};

const BY_DIGEST_SQL = `select k.digest = ($1::bytea[])[1] as "isCurrent", k.organization_id as "organizationId", k.environment, k.id, k.name, k.tier,
    k.permissions, k.last4, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
    k.expires_at as "expiresAt", k.rotated_at as "rotatedAt", k.revoked_at as "revokedAt",
    k.window_id as "windowId", k.made_by as "madeBy", u.name as "makerName", u.email as "makerEmail",
    o.name as "organizationName", o.tier as "organizationTier",
    o.requests_per_minute as "organizationRequestsPerMinute"
  from api_keys k join organizations o on o.id = k.organization_id
    left join users u on u.id = k.made_by where k.digest = any($1)`;

/**
 * The only look-up without a scope: it determines the scope. The digests are of one key; that of the current secret of
 * the service comes first. One statement, because a process with another current secret may replace the digest meanwhile.
 */
export async function findKeyByDigest(
  db: Db,
  digests: readonly Buffer[],
): Promise<KeyOwner | undefined> {
  const [row] = await query<KeyOwner>(db, BY_DIGEST_SQL, [digests]);
  return row;
}

/** Stores the digest of a key under the current secret of the service. */
export async function replaceDigest(
  { db, scope }: TenantDb,
  id: string,
  digest: Buffer,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ digest })
    .where(inScope('api_keys', scope))
    .where('api_keys.id', '=', id)
    .execute();
}

export async function insertKey(
  { db, scope }: TenantTx,
  key: {
    readonly id: string;
    readonly name: string;
    readonly tier: Tier | null;
    readonly permissions: readonly Permission[];
    readonly digest: Buffer;
    readonly last4: string;
    readonly expiresAt: Date | null;
    readonly windowId: string;
    readonly madeBy: string | null;
  },
): Promise<ApiKey> {
  const { expiresAt, windowId, madeBy, ...columns } = key;
  return db
    .insertInto('api_keys')
    .values({
      ...columns,
      ...columnsOfScope(scope),
      created_at: new Date(),
      expires_at: expiresAt,
      window_id: windowId,
      made_by: madeBy,
      last_used_at: null,
      rotated_at: null,
      revoked_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Number of keys that work, rotated ones in their grace period included. */
export async function countActiveKeys({ db, scope }: TenantDb): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inScope('api_keys', scope))
    .where('revoked_at', 'is', null)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counted and not kept in counters: they are few. */
async function countKeys({ db, scope }: TenantDb): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inScope('api_keys', scope))
    .executeTakeFirstOrThrow();
  return count;
}

type KeyChange = {
  readonly expiresAt?: Date;
  readonly rotatedAt?: Date;
  readonly revokedAt?: Date;
};

export async function updateKey(
  { db, scope }: TenantTx,
  id: string,
  { expiresAt, rotatedAt, revokedAt }: KeyChange,
): Promise<ApiKey> {
  return db
    .updateTable('api_keys')
    .set({ expires_at: expiresAt, rotated_at: rotatedAt, revoked_at: revokedAt })
    .where(inScope('api_keys', scope))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export type KeyUse = { readonly scope: Scope; readonly keyId: string; readonly at: Date };

/** Writes the last uses of many keys. Rows are locked in a fixed order, so that processes never deadlock. */
export async function writeKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  await sql`update api_keys set last_used_at = greatest(api_keys.last_used_at, used.at)
    from (
      select given.* from unnest(
        ${uses.map((use) => use.scope.organizationId)}::uuid[], ${uses.map((use) => use.scope.environment)}::text[],
        ${uses.map((use) => use.keyId)}::uuid[], ${uses.map((use) => use.at)}::timestamptz[]
      ) as given (organization_id, environment, id, at)
      join api_keys own on own.organization_id = given.organization_id
        and own.environment = given.environment and own.id = given.id
      order by own.organization_id, own.environment, own.id for no key update of own
    ) as used
    where api_keys.organization_id = used.organization_id and api_keys.environment = used.environment
      and api_keys.id = used.id`.execute(db);
}

/** All keys of an organization, for its operator at the command line. */
export async function listAllKeys(db: Db, organizationId: string): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
}

/** Tenant of a key id, for the operator at the command line. */
export async function scopeOfKey(db: Db, id: string): Promise<Scope | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['organization_id as organizationId', 'environment'])
    .where('id', '=', id)
    .executeTakeFirst();
}
