import { hash, timingSafeEqual } from 'node:crypto';
import type { Key } from '../platform/database/keyset.ts';
import type { Scope } from '../platform/scope.ts';

/** Characters of base64url: 96 bits. */
const MAC_LENGTH = 16;

let secret: string | undefined;

/** Set once at start, so that all processes and restarts understand each other's cursors. */
export function useCursorSecret(value: Buffer): void {
  secret = value.toString('hex');
}

/**
 * An opaque cursor: the key of a row, authenticated, and valid only for the list (its name and
 * order) and the tenant it was made for.
 */
export function encodeCursor(scope: Scope, list: string, key: Key): string {
  const payload = JSON.stringify(key);
  return macOf(scope, list, payload) + Buffer.from(payload).toString('base64url');
}

/** The key inside a cursor; undefined when it was not made here for this list and tenant. */
export function decodeCursor(scope: Scope, list: string, cursor: string): Key | undefined {
  if (cursor.length <= MAC_LENGTH) return undefined;
  const payload = Buffer.from(cursor.slice(MAC_LENGTH), 'base64url').toString();
  const given = Buffer.from(cursor.slice(0, MAC_LENGTH));
  const own = Buffer.from(macOf(scope, list, payload));
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
  const key: unknown = JSON.parse(payload);
  return isKey(key) ? key : undefined;
}

function isKey(value: unknown): value is Key {
  return (
    Array.isArray(value) &&
    value.every((part) => typeof part === 'string' || typeof part === 'number')
  );
}

/** A secret in front is a sound key for SHA-512/256, whose digests cannot be extended, and a third of HMAC's cost. */
function macOf(scope: Scope, list: string, payload: string): string {
  if (secret === undefined) throw new Error('The cursor secret is not set.');
  const message = `${scope.organizationId} ${scope.environment} ${list}\n${payload}`;
  return hash('sha512-256', secret + message, 'base64url').slice(0, MAC_LENGTH);
}
