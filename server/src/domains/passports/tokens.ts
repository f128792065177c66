import { createHash, randomBytes } from 'node:crypto';
import type { Problem } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';

/** Secrets that open a passport: grants of access, and offers to take it over. Each is shown once; its hash is stored. */
type Kind = 'dpg' | 'dpt';

const TOKEN = /^dp[gt]_[\w-]{43}$/;
const DAY_MS = 86_400_000;

export function newToken(kind: Kind): { readonly token: string; readonly tokenHash: Buffer } {
  const token = `${kind}_${randomBytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOf(token) };
}

/** The hash that a token is stored by; undefined for a text that is no token of the kind. */
export function hashOfToken(kind: Kind, token: string): Buffer | undefined {
  return TOKEN.test(token) && token.startsWith(kind) ? hashOf(token) : undefined;
}

export function expiryProblems(expiresAt: Date, what: string, maxDays: number): Problem[] {
  const days = (expiresAt.getTime() - Date.now()) / DAY_MS;
  if (days <= 0) return [problem(['expiresAt'], 'IN_THE_PAST', 'The end must be in the future.')];
  if (days <= maxDays) return [];
  return [problem(['expiresAt'], 'OUT_OF_RANGE', `${what} lasts ${maxDays} days at most.`)];
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
