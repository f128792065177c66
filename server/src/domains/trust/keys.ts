import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  endActiveKey,
  insertKey,
  listKeysSealedWith,
  lockActiveKey,
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

/** The key of an organization that signs now; made on first use. */
export async function signingKey(tx: Tx, scope: Scope, { box }: Trust): Promise<SigningKey> {
  const stored = (await lockActiveKey(tx, scope)) ?? (await makeKey(tx, scope, box));
  const privateKey = opened.get(stored.id) ?? open(stored, box);
  return { id: stored.id, thumbprint: stored.thumbprint, privateKey };
}

/**
 * Replaces the signing key. Signatures of a retired key stay valid. Those of a compromised one do not, and
 * what it signed has to be signed again by the caller, in the same transaction or later. Returns the ids of
 * both keys; null if none had signed yet.
 */
export async function rotateSigningKey(
  tx: Tx,
  scope: Scope,
  trust: Trust,
  isCompromised: boolean,
): Promise<{ readonly endedId: string | null; readonly activeId: string }> {
  const endedId = await endActiveKey(tx, scope, isCompromised ? 'COMPROMISED' : 'RETIRED');
  const { id } = await makeKey(tx, scope, trust.box);
  return { endedId: endedId ?? null, activeId: id };
}

/** Encrypts with the current secret what was encrypted with earlier ones. */
export async function resealSigningKeys(db: Db, box: SecretBox): Promise<void> {
  for (const key of await listKeysSealedWith(db, box.earlierIds))
    await replaceSealedKey(db, key, box.seal(box.open(key.privateKey)));
}

async function makeKey(tx: Tx, scope: Scope, box: SecretBox): Promise<StoredKey> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty = 'EC', crv = '', x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const publicKey = { kty, crv, x, y };
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await insertKey(tx, scope, {
    id: newUuid(),
    thumbprint: await calculateJwkThumbprint(publicKey),
    publicKey,
    privateKey: box.seal(pem),
  });
  // It may be the key that another transaction made at the same time.
  const stored = await lockActiveKey(tx, scope);
  if (stored === undefined) throw new Error('An organization has no signing key.');
  return stored;
}

function open({ id, privateKey }: StoredKey, box: SecretBox): KeyObject {
  const key = createPrivateKey(box.open(privateKey));
  opened.set(id, key);
  return key;
}
