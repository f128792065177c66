import type { Db } from '../../platform/database/index.ts';
import { type Files, fileName } from '../../platform/files/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Asset, FILE_TYPES } from './model.ts';
import { deleteUnusedLogos, findUsedHashes } from './store.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly assets: AssetTools;
  }
}

export type AssetTools = {
  readonly files: Files;
  /** Signs the addresses of files that are not public. */
  readonly urlKey: Buffer;
};

type StoredFile = Pick<Asset, 'sha256' | 'format'>;

/** Name of a file: its content, below its tenant. */
export function assetFileName(scope: Scope, { sha256, format }: StoredFile): string {
  return fileName(scope, sha256, FILE_TYPES[format].ending);
}

const ASSET_FILE = /^([0-9a-f-]{36})\/(LIVE|SANDBOX)\/([0-9a-f]{64})\.[a-z.0-9-]+$/;

const HOUR_MS = 3_600_000;
const BATCH = 1_000;
/** A batch that began with a logo may still render with it. */
const LOGO_KEPT_MS = 7 * 24 * HOUR_MS;

/** Deletes files that no asset has: of deleted assets, and of renderings whose row was not written. */
export async function deleteOrphanedFiles(db: Db, files: Files, now: Date): Promise<void> {
  // A file is stored seconds before its row.
  const before = new Date(now.getTime() - HOUR_MS);
  await files.removeDrafts(before);
  let batch: TenantFile[] = [];
  for await (const { name, writtenAt } of files.list()) {
    const file = tenantFileOf(name);
    if (file === undefined || writtenAt >= before) continue;
    const isOfSameTenant = file.tenant === (batch[0] ?? file).tenant;
    if (!isOfSameTenant || batch.length === BATCH) {
      await deleteUnused(db, files, batch);
      batch = [];
    }
    batch.push(file);
  }
  await deleteUnused(db, files, batch);
  await deleteUnusedLogos(db, new Date(now.getTime() - LOGO_KEPT_MS));
}

type TenantFile = {
  readonly name: string;
  readonly tenant: string;
  readonly scope: Scope;
  readonly sha256: string;
};

function tenantFileOf(name: string): TenantFile | undefined {
  const [, organizationId, plane, sha256] = ASSET_FILE.exec(name) ?? [];
  if (organizationId === undefined || sha256 === undefined) return undefined;
  const environment = plane === 'LIVE' ? 'LIVE' : 'SANDBOX';
  const scope = { organizationId, environment } as const;
  return { name, tenant: `${organizationId} ${environment}`, scope, sha256 };
}

async function deleteUnused(db: Db, files: Files, batch: readonly TenantFile[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const hashes = batch.map(({ sha256 }) => sha256);
  const used = await findUsedHashes({ db, scope: first.scope }, hashes);
  for (const { name, sha256 } of batch) if (!used.has(sha256)) await files.remove(name);
}
