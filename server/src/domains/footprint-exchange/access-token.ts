import type { SecretBox } from '../../platform/secret-box.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly footprints: {
      /** Seals access tokens. */
      readonly tokenBox: SecretBox;
      /** Seals the secrets of partners. */
      readonly box: SecretBox;
    };
  }
}

/** Lifetime of an access token. */
export const TOKEN_SECONDS = 3_600;

/**
 * An access token of OAuth 2.0 for an API key. It holds the key encrypted, so that a revoked key ends its tokens
 * and no process has to remember them.
 */
export function issueToken(box: SecretBox, key: string, now: Date): string {
  const expiresAtMs = now.getTime() + TOKEN_SECONDS * 1_000;
  return box.seal(`${expiresAtMs} ${key}`).toString('base64url');
}

/** The key of a token; `EXPIRED` after its lifetime, undefined if this service did not issue it. */
export function keyOfToken(
  box: SecretBox,
  token: string,
  now: Date,
): { readonly key: string } | 'EXPIRED' | undefined {
  const opened = openedOrUndefined(box, token);
  const [, expiresAtMs, key] = /^(\d+) (.+)$/.exec(opened ?? '') ?? [];
  if (key === undefined) return undefined;
  return Number(expiresAtMs) > now.getTime() ? { key } : 'EXPIRED';
}

function openedOrUndefined(box: SecretBox, token: string): string | undefined {
  try {
    return box.open(Buffer.from(token, 'base64url'));
  } catch {
    return undefined;
  }
}
