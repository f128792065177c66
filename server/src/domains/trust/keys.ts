import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Db, TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  endActiveKey,
  insertKey,
  listKeysSealedWith,
  lockActiveKey,
  lockKey,
  replaceSealedKey,
  type StoredKey,
} from './key-store.ts';
import type { Trust } from './model.ts';

export type SigningKey = {
  readonly id: string;
  readonly thumbprint: string;
  readonly privateKey: KeyObject;
};

/** Decrypted keys by their ids: decrypting and parsing takes longer than signing. */
const opened = new LRUCache<string, KeyObject>({ max: 500 });

/** The key of an organization that signs now: the configured one, or else one that is made on first use. */
export async function signingKey(work: TenantTx, trust: Trust): Promise<SigningKey> {
  const configured = configuredKey(work.scope, trust);
  if (configured !== undefined) return useConfigured(work, configured);
  const stored = (await lockActiveKey(work)) ?? (await makeKey(work, trust.box));
  const privateKey = opened.get(stored.id) ?? open(stored, trust.box);
  return { id: stored.id, thumbprint: stored.thumbprint, privateKey };
}

/**
 * Replaces the signing key. Signatures of a retired key stay valid. Those of a compromised one do not, and
 * what it signed has to be signed again by the caller, in the same transaction or later. Returns the ids of
 * both keys; null if none had signed yet.
 */
export async function rotateSigningKey(
  work: TenantTx,
  trust: Trust,
  isCompromised: boolean,
): Promise<{ readonly endedId: string | null; readonly activeId: string }> {
  const configured = configuredKey(work.scope, trust);
  if (configured !== undefined && (await lockKey(work, await thumbprintOf(configured))))
    throw new OperatorError(
      'The configured key has been in use already: name the file of a new key in TRACKWAY_SIGNING_KEYS, rotate, then restart the service.',
    );
  const endedId = await endActiveKey(work, isCompromised ? 'COMPROMISED' : 'RETIRED');
  const { id } = await (configured === undefined
    ? makeKey(work, trust.box)
    : useConfigured(work, configured));
  return { endedId: endedId ?? null, activeId: id };
}

/** A sandbox never signs with the key of live passports. */
function configuredKey({ organizationId, environment }: Scope, { configured }: Trust) {
  return environment === 'LIVE' ? configured?.get(organizationId) : undefined;
}

/**
 * The configured key, which takes the place of the active one when it signs first. During a rolling restart processes
 * with the key before go on: its signatures stay valid, unless it was compromised.
 */
async function useConfigured(work: TenantTx, privateKey: KeyObject): Promise<SigningKey> {
  const thumbprint = await thumbprintOf(privateKey);
  const known = await lockKey(work, thumbprint);
  if (known?.state === 'COMPROMISED')
    throw new OperatorError(
      `The configured key ${thumbprint} is marked as compromised: name the file of another one in TRACKWAY_SIGNING_KEYS.`,
    );
  if (known !== undefined) return { id: known.id, thumbprint, privateKey };
  // Another transaction may store the same key at the same time: it stays the active one.
  await endActiveKey(work, 'RETIRED', thumbprint);
  const publicKey = publicHalfOf(privateKey);
  await insertKey(work, { id: newUuid(), thumbprint, publicKey, privateKey: null });
  const stored = await lockKey(work, thumbprint);
  if (stored === undefined) throw new Error('Two configured keys of an organization are in use.');
  return { id: stored.id, thumbprint, privateKey };
}

function thumbprintOf(privateKey: KeyObject): Promise<string> {
  return calculateJwkThumbprint(publicHalfOf(privateKey));
}

function publicHalfOf(privateKey: KeyObject) {
  const {
    kty = 'EC',
    crv = '',
    x = '',
    y = '',
  } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty, crv, x, y };
}

/** Encrypts with the current secret what was encrypted with earlier ones. */
export async function resealSigningKeys(db: Db, box: SecretBox): Promise<void> {
  for (const key of await listKeysSealedWith(db, box.earlierIds))
    await replaceSealedKey(db, key, box.seal(box.open(key.privateKey)));
}

/** A new key; its thumbprint is an argument of commands, which would read one that begins with a hyphen as an option. */
export async function newSigningKey(): Promise<Omit<SigningKey, 'id'>> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const thumbprint = await thumbprintOf(privateKey);
  return thumbprint.startsWith('-') ? newSigningKey() : { thumbprint, privateKey };
}

async function makeKey(work: TenantTx, box: SecretBox): Promise<StoredKey> {
  const { thumbprint, privateKey } = await newSigningKey();
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await insertKey(work, {
    id: newUuid(),
    thumbprint,
    publicKey: publicHalfOf(privateKey),
    privateKey: box.seal(pem),
  });
  // It may be the key that another transaction made at the same time.
  const stored = await lockActiveKey(work);
  if (stored === undefined) throw new Error('An organization has no signing key.');
  return stored;
}

function open({ id, thumbprint, privateKey }: StoredKey, box: SecretBox): KeyObject {
  if (privateKey === null)
    throw new OperatorError(
      `The key ${thumbprint} is in a file that TRACKWAY_SIGNING_KEYS does not name any more: name it, or replace the key with "trackway signing-keys rotate".`,
    );
  const key = createPrivateKey(box.open(privateKey));
  opened.set(id, key);
  return key;
}
