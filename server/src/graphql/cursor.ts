import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key } from '../platform/database/keyset.ts';
import type { Scope } from '../platform/scope.ts';

const MAC_BYTES = 12;

let secret: Buffer | undefined;

/** Set once at start, so that all processes and restarts understand each other's cursors. */
export function useCursorSecret(value: Buffer): void {
  secret = value;
}

/**
 * An opaque cursor: the key of a row, authenticated, and valid only for the list (its name and
 * order) and the tenant it was made for.
 */
export function encodeCursor(scope: Scope, list: string, key: Key): string {
  const payload = Buffer.from(JSON.stringify(key));
  return Buffer.concat([macOf(scope, list, payload), payload]).toString('base64url');
}

/** The key inside a cursor; undefined when it was not made here for this list and tenant. */
export function decodeCursor(scope: Scope, list: string, cursor: string): Key | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= MAC_BYTES) return undefined;
  const payload = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(scope, list, payload))) return undefined;
  const key: unknown = JSON.parse(payload.toString());
  return isKey(key) ? key : undefined;
}

function isKey(value: unknown): value is Key {
  return (
    Array.isArray(value) &&
    value.every((part) => typeof part === 'string' || typeof part === 'number')
  );
}

function macOf(scope: Scope, list: string, payload: Buffer): Buffer {
  if (secret === undefined) throw new Error('The cursor secret is not set.');
  return createHmac('sha256', secret)
    .update(`${scope.organizationId} ${scope.environment} ${list}\n`)
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}
