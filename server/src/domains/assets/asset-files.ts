import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Blobs } from '../../platform/blobs.ts';
import type { Db } from '../../platform/database/index.ts';
import { fileName } from '../../platform/files.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Asset, FILE_TYPES } from './model.ts';
import { findUsedHashes } from './store.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly assets: AssetTools;
  }
}

export type AssetTools = {
  readonly blobs: Blobs;
  /** Signs the addresses of files that are not public. */
  readonly urlKey: Buffer;
};

type StoredFile = Pick<Asset, 'sha256' | 'format'>;

/** Name of a file: its content, below its tenant. */
export function assetFileName(scope: Scope, { sha256, format }: StoredFile): string {
  return fileName(scope, sha256, FILE_TYPES[format].ending);
}

const ASSET_FILE = /^([0-9a-f-]{36})\/(LIVE|SANDBOX)\/([0-9a-f]{64})\.[a-z.0-9-]+$/;

const SIGNED_FOR_MS = 3_600_000;

/** Address of a file: plain when it is public, else signed and valid for an hour. */
export function assetUrl(
  root: string,
  urlKey: Buffer,
  { id, format, isPublic }: Pick<Asset, 'id' | 'format' | 'isPublic'>,
  now: Date,
): string {
  const address = `${root}/assets/${encodeId('asset', id)}.${FILE_TYPES[format].ending}`;
  if (isPublic) return address;
  const expires = Math.ceil((now.getTime() + SIGNED_FOR_MS) / 1000);
  return `${address}?expires=${expires}&signature=${signatureOf(urlKey, id, expires)}`;
}

/** Signed address of the archive of a batch, valid for an hour. It names the tenant, whose job it is. */
export function batchUrl(
  root: string,
  urlKey: Buffer,
  { scope, id }: { readonly scope: Scope; readonly id: string },
  now: Date,
): string {
  const organization = encodeId('organization', scope.organizationId);
  const environment = scope.environment.toLowerCase();
  const expires = Math.ceil((now.getTime() + SIGNED_FOR_MS) / 1000);
  const signature = signatureOf(urlKey, signedBatch(scope, id), expires);
  return `${root}/assets/${organization}/${environment}/${encodeId('job', id)}.zip?expires=${expires}&signature=${signature}`;
}

/** The text that the signature of a batch is of. */
export function signedBatch({ organizationId, environment }: Scope, id: string): string {
  return `${organizationId} ${environment} ${id}`;
}

/** True if a signed address was made by this service and has not expired. */
export function isSigned(
  urlKey: Buffer,
  signed: string,
  { expires, signature }: { readonly expires?: unknown; readonly signature?: unknown },
  now: Date,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  const seconds = /^\d{1,12}$/.test(expires) ? Number(expires) : 0;
  if (seconds * 1000 < now.getTime()) return false;
  const expected = Buffer.from(signatureOf(urlKey, signed, seconds));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(urlKey: Buffer, signed: string, expires: number): string {
  return createHmac('sha256', urlKey).update(`${signed} ${expires}`).digest('base64url');
}

const HOUR_MS = 3_600_000;

/** Deletes files that no asset has: of deleted assets, and of renderings whose row was not written. */
export async function deleteOrphanedFiles(db: Db, blobs: Blobs, now: Date): Promise<void> {
  // A file is stored seconds before its row.
  const names = await blobs.namesWrittenBefore(new Date(now.getTime() - HOUR_MS));
  const files = names.flatMap((name) => {
    const [, organizationId, environment, sha256] = ASSET_FILE.exec(name) ?? [];
    if (organizationId === undefined || sha256 === undefined) return [];
    return [{ name, organizationId, sha256, isLive: environment === 'LIVE' }];
  });
  const byTenant = Map.groupBy(
    files,
    ({ organizationId, isLive }) => `${organizationId} ${isLive}`,
  );
  for (const ofTenant of byTenant.values()) {
    for (let at = 0; at < ofTenant.length; at += BATCH) {
      await deleteUnused(db, blobs, ofTenant.slice(at, at + BATCH));
    }
  }
}

type TenantFile = {
  readonly name: string;
  readonly organizationId: string;
  readonly isLive: boolean;
  readonly sha256: string;
};

const BATCH = 1_000;

async function deleteUnused(db: Db, blobs: Blobs, files: readonly TenantFile[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const environment = first.isLive ? 'LIVE' : 'SANDBOX';
  const scope = { organizationId: first.organizationId, environment } as const;
  const hashes = files.map(({ sha256 }) => sha256);
  const used = await findUsedHashes(db, scope, hashes);
  for (const { name, sha256 } of files) if (!used.has(sha256)) await blobs.remove(name);
}
