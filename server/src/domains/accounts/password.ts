import { argon2, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairShare, NoPlace } from '../../platform/concurrency/fair-share.ts';
import { ApiError } from '../../rules/errors/api-error.ts';

const KEY_BYTES = 32;
/** The first choice of OWASP's Password Storage Cheat Sheet (2025), memory in KiB: 19 MiB and about 40 ms a digest. */
const ARGON2ID = { memory: 19_456, passes: 2, parallelism: 1, tagLength: KEY_BYTES };
/** A digest is a string of this format: github.com/P-H-C/phc-string-format. */
const PHC_PREFIX = `$argon2id$v=19$m=${ARGON2ID.memory},t=${ARGON2ID.passes},p=${ARGON2ID.parallelism}$`;
/** N, r, p of older digests, `scrypt$salt$key` in base64: as strong, and five times as slow. */
const SCRYPT = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 2 ** 20 };

/**
 * Two at a time: guessing passwords must not take all threads from those who read files. Network addresses take turns: many
 * attempts of some do not keep others from signing in.
 */
const places = new FairShare(2, 15_000);

export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** Digest of a password, to be stored. */
export async function digestOfPassword(password: string, clientAddress: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await inTurn(clientAddress, () => argon2idOf(password, salt));
  return `${PHC_PREFIX}${phcBase64(salt)}$${phcBase64(key)}`;
}

export async function isPassword(
  password: string,
  digest: string,
  clientAddress: string,
): Promise<boolean> {
  const derive = digest.startsWith(PHC_PREFIX) ? argon2idOf : scryptOf;
  const [salt = '', key = ''] = digest.split('$').slice(-2);
  const expected = Buffer.from(key, 'base64');
  const given = await inTurn(clientAddress, () => derive(password, Buffer.from(salt, 'base64')));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Shorter names of addresses, such as that of `a@example.com`, are in almost every password. */
const LEAST_OWN = 4;

/** Reasons against a password, empty for a good one. Length counts, not kinds of characters (NIST SP 800-63B). */
export async function passwordProblems(
  password: string,
  email: string | undefined,
): Promise<string[]> {
  const { least, most } = PASSWORD_LENGTH;
  const plain = password.normalize('NFKC').toLowerCase();
  if (plain.length < least) return [`A password has at least ${least} characters.`];
  if (plain.length > most) return [`A password has at most ${most} characters.`];
  const [own = ''] = email?.toLowerCase().split('@') ?? [];
  const hasOwn = own.length >= LEAST_OWN && plain.includes(own);
  if (hasOwn || new Set(plain).size < 4)
    return ['This password is easy to guess; take several words that do not belong together.'];
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(plain)
    ? ['This password is on lists of stolen ones; take several words that do not belong together.']
    : [];
}

const argon2Async = promisify(argon2);
const argon2idOf = (password: string, salt: Buffer): Promise<Buffer> =>
  argon2Async('argon2id', { ...ARGON2ID, message: password.normalize('NFKC'), nonce: salt });

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const scryptOf = (password: string, salt: Buffer): Promise<Buffer> =>
  scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, SCRYPT);

/** Without padding. */
function phcBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

async function inTurn(clientAddress: string, derive: () => Promise<Buffer>): Promise<Buffer> {
  await takePlace(clientAddress);
  try {
    return await derive();
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
