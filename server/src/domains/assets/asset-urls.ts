import { createHmac, timingSafeEqual } from 'node:crypto';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { type Asset, FILE_TYPES } from './model.ts';

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
