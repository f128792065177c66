import { createHash } from 'node:crypto';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import { countedRows, type TenantTx } from '../../platform/database/index.ts';
import { type Files, readWhole } from '../../platform/files/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import { ApiError, orNotFound } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { runInPool, Unprepared } from '../../rules/jobs/compute.ts';
import type { AuditedTx, Work } from '../../rules/mutations/work.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { findAssetUse } from '../passports/index.ts';
import { assetFileName } from './asset-files.ts';
import { assetCreation, assetDeletion } from './audit.ts';
import { assetDeleted, assetPayload, assetRendered } from './events.ts';
import { type Asset, FILE_TYPES } from './model.ts';
import {
  type RenderAnswer,
  type RenderRequest,
  renderAgainTask,
  renderTask,
} from './render-task.ts';
import {
  type AssetDraft,
  assets,
  insertAssets,
  lockAsset,
  type ServedAsset,
  setVisibility,
} from './store.ts';

type Visibility = { readonly isPublic: boolean };

/** Returns the work that renders an asset, stores its file and then its row. */
export function generateAsset(
  files: Files,
  request: RenderRequest,
  visibility: Visibility,
): (work: Work) => Promise<Asset> {
  let isStored = false;
  return async (work) => {
    const { compute } = work;
    const answer = await compute(renderTask, request);
    const draft = draftOf(answer, visibility);
    // The file comes first: a row without a file is never seen, a file without a row is deleted later.
    if (!isStored) {
      throw new Unprepared(async () => {
        await storeFile(files, work.scope, draft, answer.rendered.bytes);
        isStored = true;
      });
    }
    const [asset] = await saveAssets(work, request.tenant.tier, [draft]);
    const { id, kind, sha256 } = draft;
    await recordAudit(work, assetCreation.of(id, { kind, sha256 }));
    return orNotFound('The asset', asset);
  };
}

export function storeFile(
  files: Files,
  scope: Scope,
  file: Pick<Asset, 'sha256' | 'format'>,
  bytes: Uint8Array,
): Promise<void> {
  return files.put(assetFileName(scope, file), bytes, FILE_TYPES[file.format].mediaType);
}

export function draftOf(
  { productId, calculationId, supplyChainId, dppId, rendering, rendered }: RenderAnswer,
  { isPublic }: Visibility,
): AssetDraft {
  const { picture, format } = rendering;
  const facts = 'snapshotHash' in picture.facts ? picture.facts : undefined;
  return {
    id: newUuid(),
    kind: picture.kind,
    size: picture.size,
    format,
    locale: picture.locale,
    productId,
    calculationId,
    supplyChainId,
    dppId,
    snapshotHash: facts?.snapshotHash ?? null,
    rendering,
    sha256: rendered.sha256,
    fileBytes: rendered.bytes.length,
    widthMm: rendered.widthMm,
    heightMm: rendered.heightMm,
    description: rendered.description,
    isPublic,
    isOutdated: facts?.isOutdated ?? false,
  };
}

/** Writes the rows of stored files, with their events, up to the ceiling of bytes of the tier. */
export async function saveAssets(
  work: TenantTx,
  tier: Tier,
  drafts: readonly AssetDraft[],
): Promise<Asset[]> {
  if (drafts.length === 0) return [];
  await assertRoom(work, tier, drafts);
  const assets = await insertAssets(work, drafts);
  const events = drafts.map((draft) => assetRendered.of(draft.id, assetPayload(draft)));
  await recordEvents(work, ...events);
  return assets;
}

/** Requests that run at the same time may exceed the ceiling by the files that they write together. */
async function assertRoom(
  work: TenantTx,
  tier: Tier,
  drafts: readonly AssetDraft[],
): Promise<void> {
  const bytes = drafts.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  const storedBytes = await countedRows(work, 'asset_bytes');
  const maxStoredBytes = TIER_LIMITS[tier].storedBytes;
  if (storedBytes + bytes <= maxStoredBytes) return;
  const most = `${Math.round(maxStoredBytes / 1024 ** 2)} MiB`;
  const message = `The files of assets have ${most} together, the most of the tier ${tier} in an environment: delete assets first.`;
  throw new ApiError('CONFLICT', message, { storedBytes, maxStoredBytes });
}

/** Makes an asset public, or takes that back. */
export async function updateAsset(
  work: TenantTx,
  id: string | undefined,
  isPublic: boolean,
): Promise<Asset> {
  const asset = await lockedAsset(work, id);
  if (!isPublic) await assertUnused(work, asset.id, 'stays public');
  return asset.isPublic === isPublic ? asset : setVisibility(work, asset.id, isPublic);
}

/** Deletes an asset; its file is deleted later, unless another asset has the same content. */
export async function deleteAsset(work: AuditedTx, id: string | undefined): Promise<Asset> {
  const asset = await lockedAsset(work, id);
  await assertUnused(work, asset.id, 'is kept');
  const { kind, sha256 } = asset;
  await recordAudit(work, assetDeletion.of(asset.id, { kind, sha256 }));
  await recordEvents(work, assetDeleted.of(asset.id, assetPayload(asset)));
  await assets.delete(work, asset.id);
  return asset;
}

/** Versions of passports stay readable, so their pictures and documents do too. */
async function assertUnused(work: TenantTx, id: string, outcome: string): Promise<void> {
  const use = await findAssetUse(work, id);
  if (use === undefined) return;
  const { name, version } = use;
  const dppId = encodeId('dpp', use.dppId);
  const message = `Version ${version} of the published passport "${name}" (${dppId}) uses the asset, which ${outcome} as long as that version can be read. Only revokeDpp ends that.`;
  throw new ApiError('CONFLICT', message, { dppId, version });
}

async function lockedAsset(work: TenantTx, id: string | undefined): Promise<Asset> {
  return orNotFound('The asset', id === undefined ? undefined : await lockAsset(work, id));
}

/** Stored files, and the threads that render lost ones again. */
export type FileStore = { readonly files: Files; readonly pool: WorkPool };

const RENDER_LIMIT_MS = 15_000;

/** The file of an asset; a lost or damaged one is rendered again, because equal renderings have equal bytes. */
export async function fileOfAsset(
  { files, pool }: FileStore,
  asset: ServedAsset,
): Promise<Uint8Array | undefined> {
  const stored = await readWhole(files, assetFileName(asset.scope, asset));
  if (stored !== undefined && hashOf(stored) === asset.sha256) return stored;
  const deadlineMs = performance.now() + RENDER_LIMIT_MS;
  const rendered = await runInPool(pool, asset.scope, renderAgainTask, asset.rendering, {
    deadlineMs,
  });
  if (rendered.sha256 !== asset.sha256) return undefined;
  await storeFile(files, asset.scope, asset, rendered.bytes);
  return rendered.bytes;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
