import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { signAgain, type Trust } from '../trust/index.ts';

const BATCH = 500;

type SignedVersion = { readonly dppId: string; readonly number: number; readonly jws: string };

/**
 * Signs every version again that a key signed, with the active key; the credentials stay as they are.
 * Returns their number.
 */
export async function signVersionsAgain(
  tx: Tx,
  scope: Scope,
  trust: Trust,
  keyId: string,
): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } =
      await sql<SignedVersion>`select dpp_id as "dppId", number, jws from dpp_versions
      where organization_id = ${scope.organizationId} and environment = ${scope.environment}
        and key_id = ${keyId} limit ${BATCH}`.execute(tx);
    if (rows.length === 0) return count;
    const again = await signAgain(
      tx,
      scope,
      trust,
      rows.map(({ jws }) => jws),
    );
    await sql`update dpp_versions set jws = again.jws, key_id = ${again.keyId}
      from unnest(${rows.map(({ dppId }) => dppId)}::uuid[], ${rows.map(({ number }) => number)}::int[],
        ${again.signatures}::text[]) as again (dpp_id, number, jws)
      where dpp_versions.organization_id = ${scope.organizationId}
        and dpp_versions.environment = ${scope.environment}
        and dpp_versions.dpp_id = again.dpp_id and dpp_versions.number = again.number`.execute(tx);
    count += rows.length;
  }
}
