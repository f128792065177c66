import { createHash } from 'node:crypto';
import type { TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { calculations } from '../calculations/index.ts';
import { type Origin, originOf } from './read-origin.ts';
import { renderer } from './render-task.ts';
import { findRenderingByHash } from './store.ts';

export type AssetCheck = {
  /** True if the stored asset gives exactly these bytes and its calculation still has the hash of the file. */
  readonly isValid: boolean;
  readonly origin: Origin | undefined;
  readonly sha256: string;
  /** The asset with these bytes; null if the organization has none. */
  readonly assetId: string | null;
  /** True if rendering again gives these bytes; null without an asset. */
  readonly isRenderedEqually: boolean | null;
  /** True if the calculation is stored with the hash of the file; null for a file of no calculation. */
  readonly isCalculationStored: boolean | null;
};

/** Checks that a file is an asset of a tenant, unchanged, of a calculation that is still stored. */
export async function verifyAsset(tenant: TenantDb, file: Buffer): Promise<AssetCheck> {
  const origin = originOf(file);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const asset = await findRenderingByHash(tenant, sha256);
  const again = asset && (await (await renderer()).renderAgain(tenant, asset.rendering));
  const [calculation] =
    asset?.calculationId == null ? [] : await calculations.find(tenant, [asset.calculationId]);
  const isOfCalculation = origin?.['snapshotHash'] !== undefined;
  const isCalculationStored = isOfCalculation
    ? calculation?.snapshotHash === origin['snapshotHash']
    : null;
  const isRenderedEqually = again === undefined ? null : again.sha256 === sha256;
  return {
    isValid: isRenderedEqually === true && isCalculationStored !== false,
    origin,
    sha256,
    assetId: asset === undefined ? null : encodeId('asset', asset.id),
    isRenderedEqually,
    isCalculationStored,
  };
}
