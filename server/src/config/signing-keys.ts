import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodeId } from '../platform/ids.ts';
import type { ConfigReader } from './reader.ts';

const NAME = 'TRACKWAY_SIGNING_KEYS';

/** The private keys of organizations (uuids) that files hold; a file is read once, at the start. */
export function readSigningKeys(read: ConfigReader): ReadonlyMap<string, KeyObject> {
  const entries = read.list(
    NAME,
    'Files with the private keys that sign the live passports of organizations, comma-separated (such as org_01k…=/run/secrets/acme.pem): PKCS#8 in PEM, curve P-256. Such a key is never in the database; other organizations get a key that is made and encrypted there.',
  );
  const passphrase = read.optional(
    'TRACKWAY_SIGNING_KEYS_PASSPHRASE',
    `Passphrase of the files of ${NAME}, if they are encrypted.`,
  );
  const keys = new Map<string, KeyObject>();
  for (const entry of entries) {
    const at = entry.indexOf('=');
    const organizationId = at < 0 ? undefined : decodeId('organization', entry.slice(0, at));
    if (organizationId === undefined) {
      read.refuse(NAME, `must list files such as org_01k…=/run/secrets/acme.pem, not "${entry}"`);
      continue;
    }
    const file = entry.slice(at + 1);
    const key = privateKeyIn(file, passphrase);
    if (typeof key === 'string') read.refuse(NAME, `names ${file}, ${key}`);
    else if (keys.has(organizationId)) read.refuse(NAME, `names ${entry.slice(0, at)} twice`);
    else keys.set(organizationId, key);
  }
  if (passphrase !== undefined && entries.length === 0)
    read.refuse('TRACKWAY_SIGNING_KEYS_PASSPHRASE', `needs ${NAME}`);
  return keys;
}

/** The key in a file, or the reason why it cannot sign. No message repeats a part of the file. */
function privateKeyIn(file: string, passphrase: string | undefined): KeyObject | string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return `which cannot be read (${code})`;
  }
  const isEncrypted = pem.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----');
  if (!isEncrypted && !pem.includes('-----BEGIN PRIVATE KEY-----'))
    return 'which is not a private key in PKCS#8 (openssl pkcs8 -topk8 converts others)';
  if (isEncrypted && passphrase === undefined)
    return 'which is encrypted: set TRACKWAY_SIGNING_KEYS_PASSPHRASE';
  try {
    const key = createPrivateKey({ key: pem, ...(isEncrypted ? { passphrase } : {}) });
    const isP256 = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isP256 ? key : 'whose key is not of the curve P-256, which ES256 needs';
  } catch {
    return isEncrypted ? 'which the passphrase does not open' : 'whose key is malformed';
  }
}
