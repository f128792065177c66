import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairShare, NoPlace } from '../../platform/concurrency/fair-share.ts';
import { ApiError } from '../../rules/errors/api-error.ts';

/** N, r, p of scrypt as OWASP's Password Storage Cheat Sheet has it (2025): 16 MiB and about 50 ms a digest. */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 2 ** 20 };
const KEY_BYTES = 32;

/**
 * Two at a time: guessing passwords must not take all threads from those who read files. Network addresses take turns: many
 * attempts of some do not keep others from signing in.
 */
const places = new FairShare(2, 15_000);

export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** Digest of a password: `scrypt$salt$key` in base64. */
export async function digestOfPassword(password: string, clientAddress: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, clientAddress);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

export async function isPassword(
  password: string,
  digest: string,
  clientAddress: string,
): Promise<boolean> {
  const [, salt = '', key = ''] = digest.split('$');
  const expected = Buffer.from(key, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), clientAddress);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Reasons against a password, empty for a good one. Length counts, not kinds of characters (NIST SP 800-63B). */
export async function passwordProblems(
  password: string,
  email: string | undefined,
): Promise<string[]> {
  const { least, most } = PASSWORD_LENGTH;
  const plain = password.normalize('NFKC').toLowerCase();
  if (plain.length < least) return [`A password has at least ${least} characters.`];
  if (plain.length > most) return [`A password has at most ${most} characters.`];
  const own = email?.toLowerCase().split('@')[0];
  if ((own !== undefined && plain.includes(own)) || new Set(plain).size < 4)
    return ['This password is easy to guess; take several words that do not belong together.'];
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(plain)
    ? ['This password is on lists of stolen ones; take several words that do not belong together.']
    : [];
}

async function derive(password: string, salt: Buffer, clientAddress: string): Promise<Buffer> {
  await takePlace(clientAddress);
  try {
    return await new Promise<Buffer>((resolve, reject) =>
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, PARAMETERS, (error, key) =>
        error === null ? resolve(key) : reject(error),
      ),
    );
  } finally {
    places.leave(clientAddress);
  }
}

async function takePlace(clientAddress: string): Promise<void> {
  try {
    await places.enter(clientAddress);
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error;
    throw new ApiError('RATE_LIMITED', 'Many people sign in at this moment; try again in 5 s.', {
      retryAfterSeconds: 5,
    });
  }
}
