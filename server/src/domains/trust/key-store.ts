import type { JWK } from 'jose';
import { sql } from 'kysely';
import { type Db, query, type TenantDb, type TenantTx } from '../../platform/database/index.ts';
import type { PublicSigningKey, SigningKeyState } from './model.ts';

export type StoredKey = {
  readonly id: string;
  readonly thumbprint: string;
  /** Encrypted; null if the key is configured. */
  readonly privateKey: Buffer | null;
};

/**
 * The key that signs now. It stays so until the transaction ends: a rotation waits for the signatures under
 * way, so that it sees everything that the key signed.
 */
export async function lockActiveKey({ db, scope }: TenantTx): Promise<StoredKey | undefined> {
  const { rows } = await sql<StoredKey>`select id, thumbprint, private_key as "privateKey"
    from signing_keys where organization_id = ${scope.organizationId}
      and environment = ${scope.environment} and state = 'ACTIVE' for key share`.execute(db);
  return rows[0];
}

/** A key by its thumbprint, which stays as it is until the transaction ends. */
export async function lockKey(
  { db, scope }: TenantTx,
  thumbprint: string,
): Promise<{ readonly id: string; readonly state: SigningKeyState } | undefined> {
  const { rows } = await sql<{ id: string; state: SigningKeyState }>`select id, state
    from signing_keys where organization_id = ${scope.organizationId}
      and environment = ${scope.environment} and thumbprint = ${thumbprint}
    order by state = 'COMPROMISED' desc limit 1 for key share`.execute(db);
  return rows[0];
}

/** Stores a new active key unless another transaction did so first. */
export async function insertKey(
  { db, scope }: TenantTx,
  key: StoredKey & { readonly publicKey: JWK },
): Promise<void> {
  await sql`insert into signing_keys
      (organization_id, environment, id, thumbprint, public_key, private_key, state)
    values (${scope.organizationId}, ${scope.environment}, ${key.id}, ${key.thumbprint},
      ${JSON.stringify(key.publicKey)}::jsonb, ${key.privateKey}, 'ACTIVE')
    on conflict (organization_id, environment) where state = 'ACTIVE' do nothing`.execute(db);
}

/** Ends the active key, unless it is a certain one, and deletes its private half; returns its id. */
export async function endActiveKey(
  { db, scope }: TenantTx,
  state: Exclude<SigningKeyState, 'ACTIVE'>,
  exceptThumbprint = '',
): Promise<string | undefined> {
  await sql`select from signing_keys where organization_id = ${scope.organizationId}
    and environment = ${scope.environment} and state = 'ACTIVE' for update`.execute(db);
  const { rows } = await sql<{ id: string }>`update signing_keys
    set state = ${state}, private_key = null, ended_at = statement_timestamp()
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and state = 'ACTIVE' and thumbprint <> ${exceptThumbprint} returning id`.execute(db);
  return rows[0]?.id;
}

/** Marks a retired key as compromised and returns the ids of its rows; none if there is no such key. */
export async function compromiseRetiredKey(
  { db, scope }: TenantTx,
  thumbprint: string,
): Promise<readonly string[]> {
  // During a rolling restart a retired key may sign: its signatures under way are waited for.
  await sql`select from signing_keys where organization_id = ${scope.organizationId}
    and environment = ${scope.environment} and thumbprint = ${thumbprint} for update`.execute(db);
  const { rows } = await sql<{ id: string }>`update signing_keys
    set state = 'COMPROMISED', ended_at = statement_timestamp()
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and thumbprint = ${thumbprint} and state = 'RETIRED' returning id`.execute(db);
  return rows.map(({ id }) => id);
}

const KEYS_SQL = `select id, thumbprint, public_key as "publicKey", state, created_at as "createdAt",
    ended_at as "endedAt"
  from signing_keys where organization_id = $1 and environment = $2 order by id`;

/** The public halves of all keys of an organization, oldest first. */
export function listKeys({ db, scope }: TenantDb): Promise<PublicSigningKey[]> {
  return query<PublicSigningKey>(db, KEYS_SQL, [scope.organizationId, scope.environment]);
}

type SealedKey = {
  readonly organizationId: string;
  readonly environment: string;
  readonly id: string;
  readonly privateKey: Buffer;
};

const SEALED_EARLIER_SQL = `select organization_id as "organizationId", environment, id,
    private_key as "privateKey"
  from signing_keys where substring(private_key from 1 for 4) = any($1)`;

/** Private keys of all tenants that were encrypted with earlier keys. */
export function listKeysSealedWith(db: Db, boxIds: readonly Buffer[]): Promise<SealedKey[]> {
  return query<SealedKey>(db, SEALED_EARLIER_SQL, [boxIds]);
}

export async function replaceSealedKey(db: Db, key: SealedKey, sealed: Buffer): Promise<void> {
  await sql`update signing_keys set private_key = ${sealed}
    where organization_id = ${key.organizationId} and environment = ${key.environment}
      and id = ${key.id} and private_key = ${key.privateKey}`.execute(db);
}
