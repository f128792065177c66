import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../../platform/scope.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^sk_(live|sandbox)_tw_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export const KEY_PREFIXES: Readonly<Record<Environment, string>> = {
  LIVE: 'sk_live_',
  SANDBOX: 'sk_sandbox_',
};

/** A new key: `sk_live_tw_` or `sk_sandbox_tw_`, 32 random base62 characters and 6 of their CRC32. */
export function newSecret(environment: Environment): string {
  const random = randomText(RANDOM_LENGTH);
  return `${KEY_PREFIXES[environment]}tw_${random}${checksumOf(random)}`;
}

/** Environment encoded in a key; undefined if the key is malformed or its checksum is wrong. */
export function environmentOfSecret(secret: string): Environment | undefined {
  const [, environment, random = '', checksum] = FORM.exec(secret) ?? [];
  if (environment === undefined || checksumOf(random) !== checksum) return undefined;
  return environment === 'live' ? 'LIVE' : 'SANDBOX';
}

/**
 * Stored digest of a key: the key cannot be recovered from it, with or without the server's pepper.
 */
export function digestOf(secret: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Bytes of 248 and above are drawn again, so that every character is equally likely. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}
