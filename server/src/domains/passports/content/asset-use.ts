import { query, type TenantDb } from '../../../platform/database/index.ts';
import { decodeId } from '../../../platform/ids.ts';
import type { DppContent } from '../model.ts';

/** Ids of the assets whose addresses a content names, as pictures or documents; null without any. */
export function assetIdsIn(content: DppContent): string[] | null {
  const found = JSON.stringify(content).matchAll(/\/assets\/(ast_[0-9a-z]{26})\b/g);
  const ids = [...found].flatMap(([, id = '']) => decodeId('asset', id) ?? []);
  return ids.length === 0 ? null : [...new Set(ids)];
}

type AssetUse = { readonly dppId: string; readonly name: string; readonly version: number };

/** A published version that names an asset. A revoked passport shows no content, so it uses none. */
export async function findAssetUse(
  { db, scope }: TenantDb,
  assetId: string,
): Promise<AssetUse | undefined> {
  const [use] = await query<AssetUse>(
    db,
    `select v.dpp_id as "dppId", d.name, v.number as version from dpp_versions v join dpps d
       on d.organization_id = v.organization_id and d.environment = v.environment and d.id = v.dpp_id
     where v.organization_id = $1 and v.environment = $2 and v.asset_ids @> array[$3]::uuid[]
       and d.status <> 'REVOKED' order by v.dpp_id, v.number desc limit 1`,
    [scope.organizationId, scope.environment, assetId],
  );
  return use;
}
