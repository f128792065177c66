import { sql } from 'kysely';
import type { TenantTx } from '../../../platform/database/index.ts';
import { signAgain, type Trust } from '../../trust/index.ts';

const BATCH = 500;

type SignedVersion = {
  readonly ownerId: string;
  readonly dppId: string;
  readonly number: number;
  readonly jws: string;
};

/**
 * Signs every version again that a key signed, with the active key; the credentials stay as they are.
 * Versions that passed to other organizations since are among them. Returns their number.
 */
export async function signVersionsAgain(
  work: TenantTx,
  trust: Trust,
  keyId: string,
): Promise<number> {
  let count = 0;
  for (;;) {
    const versions = [...(await findOwn(work, keyId)), ...(await findHandedOver(work, keyId))];
    if (versions.length === 0) return count;
    for (const [ownerId, ofOwner] of Map.groupBy(versions, (each) => each.ownerId)) {
      const jws = ofOwner.map((each) => each.jws);
      const again = await signAgain(work, trust, jws);
      await replaceSignatures(
        { db: work.db, scope: { ...work.scope, organizationId: ownerId } },
        ofOwner,
        again,
      );
    }
    count += versions.length;
  }
}

async function findOwn({ db, scope }: TenantTx, keyId: string): Promise<SignedVersion[]> {
  const { rows } = await sql<SignedVersion>`select organization_id as "ownerId", dpp_id as "dppId",
      number, jws from dpp_versions
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and key_id = ${keyId} limit ${BATCH}`.execute(db);
  return rows;
}

async function findHandedOver({ db, scope }: TenantTx, keyId: string): Promise<SignedVersion[]> {
  const { rows } = await sql<SignedVersion>`select organization_id as "ownerId", dpp_id as "dppId",
      number, jws from dpp_versions
    where signed_by = ${scope.organizationId} and environment = ${scope.environment}
      and key_id = ${keyId} limit ${BATCH}`.execute(db);
  return rows;
}

async function replaceSignatures(
  { db, scope }: TenantTx,
  versions: readonly SignedVersion[],
  { keyId, signatures }: { readonly keyId: string; readonly signatures: readonly string[] },
): Promise<void> {
  await sql`update dpp_versions set jws = again.jws, key_id = ${keyId}
    from unnest(${versions.map(({ dppId }) => dppId)}::uuid[], ${versions.map(({ number }) => number)}::int[],
      ${signatures}::text[]) as again (dpp_id, number, jws)
    where dpp_versions.organization_id = ${scope.organizationId}
      and dpp_versions.environment = ${scope.environment}
      and dpp_versions.dpp_id = again.dpp_id and dpp_versions.number = again.number`.execute(db);
}
