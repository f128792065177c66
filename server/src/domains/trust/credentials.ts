import { CompactSign, decodeJwt } from 'jose';
import { mapInTurns } from '../../platform/concurrency/event-loop.ts';
import type { TenantDb, TenantTx } from '../../platform/database/index.ts';
import { isObject, type JsonObject } from '../../platform/json/index.ts';
import { encodeBits } from './bitstring.ts';
import { didOf, keyUrlOf } from './did.ts';
import { type SigningKey, signingKey } from './keys.ts';
import type { CredentialDraft, SignedCredential, StatusPurpose, Trust } from './model.ts';
import { statusEntries, statusListUrl, takeStatusPlaces } from './status.ts';
import { listSetPlaces } from './status-store.ts';

/** Time that a verifier may keep a status list, in ms. */
const LIST_TTL_MS = 300_000;

/**
 * Signs W3C Verifiable Credentials 2.0 as `vc+jwt` (VC-JOSE-COSE), ES256, with the key of the organization.
 * The issuer's DID and the entries of the status lists are added. At most one credential per subject.
 */
export async function signCredentials(
  work: TenantTx,
  trust: Trust,
  drafts: readonly CredentialDraft[],
): Promise<SignedCredential[]> {
  const key = await signingKey(work, trust);
  const did = didOf(trust.urls, work.scope);
  const publicUrl = trust.urls.of(work.scope);
  const places = await takeStatusPlaces(
    work,
    drafts.map(({ subjectId }) => subjectId),
  );
  return mapInTurns(drafts, async ({ subjectId, credential: draft }) => {
    const place = places.get(subjectId);
    if (place === undefined) throw new Error('A credential has no place in a status list.');
    const credential = {
      ...draft,
      issuer: issuerOf(draft['issuer'], did),
      credentialStatus: statusEntries(publicUrl, place),
    };
    const jws = await signAsJwt(credential, key, did);
    return { subjectId, credential, jws, keyId: key.id };
  });
}

/** Signs credentials again as they are, with the key that is active now: after a key was compromised. */
export async function signAgain(
  work: TenantTx,
  trust: Trust,
  signed: readonly string[],
): Promise<{ readonly keyId: string; readonly signatures: readonly string[] }> {
  const key = await signingKey(work, trust);
  const did = didOf(trust.urls, work.scope);
  const signatures: string[] = [];
  for (const jws of signed) signatures.push(await signAsJwt(decodeJwt(jws), key, did));
  return { keyId: key.id, signatures };
}

/** A status list as a signed credential. */
export async function signStatusList(
  tenant: TenantDb,
  trust: Trust,
  listId: string,
  purpose: StatusPurpose,
): Promise<SignedCredential> {
  const { scope } = tenant;
  const places = await listSetPlaces(tenant, listId, purpose);
  const did = didOf(trust.urls, scope);
  const id = statusListUrl(trust.urls.of(scope), listId, purpose);
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: did,
    validFrom: new Date().toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: encodeBits(places),
      ttl: LIST_TTL_MS,
    },
  };
  const key = await tenant.db.transaction().execute((tx) => signingKey({ db: tx, scope }, trust));
  return {
    subjectId: listId,
    credential,
    jws: await signAsJwt(credential, key, did),
    keyId: key.id,
  };
}

function issuerOf(given: unknown, did: string): JsonObject {
  return { type: ['CredentialIssuer'], ...(isObject(given) ? given : {}), id: did };
}

function signAsJwt(credential: JsonObject, key: SigningKey, did: string): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(credential)))
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'vc+jwt',
      cty: 'vc',
      iss: did,
      kid: keyUrlOf(did, key.thumbprint),
    })
    .sign(key.privateKey);
}
