import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { Tx } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Scope } from '../../platform/scope.ts';
import { SecretBox } from '../../platform/secret-box.ts';
import { PublicUrls } from '../../rules/public-urls.ts';
import { bitAt } from './bitstring.ts';
import {
  didDocumentOf,
  didOf,
  listKeys,
  resealSigningKeys,
  rotateSigningKey,
  type SignedCredential,
  setStatus,
  signCredentials,
  signStatusList,
  type Trust,
  urlOfDid,
} from './index.ts';
import { newSigningKey } from './keys.ts';
import { openStatusList } from './status-store.ts';
import { signCredential } from './testing.ts';

const { db, inspect } = await testDatabase();
const organizationId = randomUUID();
const ownHosted = randomUUID();
const secret = randomBytes(32);
const urls = new PublicUrls(
  () => 'http://localhost:4000',
  new Map([['id.acme.example', ownHosted]]),
);
const trust: Trust = { box: new SecretBox(secret), urls };

const scopeOf = (): Scope => ({ organizationId: randomUUID(), environment: 'LIVE' });
const within = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction().execute(work);
const credential = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential'],
  issuer: { name: 'Acme' },
  credentialSubject: { id: 'https://id.acme.example/01/09506000134352' },
};
const sign = (scope: Scope, subjectId: string = randomUUID()) =>
  within((tx) => signCredential({ db: tx, scope }, trust, { subjectId, credential }));

/** Verifies as a stranger does: with the key of the DID document that the header names. */
async function verified(scope: Scope, { jws }: SignedCredential): Promise<unknown> {
  const document = didDocumentOf(didOf(urls, scope), await listKeys({ db, scope }));
  const methods = document['verificationMethod'];
  assert.ok(Array.isArray(methods));
  const { kid } = decodeProtectedHeader(jws);
  const method = methods.find(({ id }) => id === kid);
  const { payload } = await compactVerify(jws, await importJWK(method.publicKeyJwk, 'ES256'));
  return JSON.parse(new TextDecoder().decode(payload));
}

type Entry = { statusListCredential: string; statusListIndex: string; statusPurpose: string };

function entriesOf(signed: SignedCredential): Entry[] {
  const entries = signed.credential['credentialStatus'];
  assert.ok(Array.isArray(entries));
  return entries;
}

async function bitsOf(scope: Scope, signed: SignedCredential): Promise<(boolean | undefined)[]> {
  const [listed] = await inspect<{ id: string }>(
    'select list_id as id from credential_statuses where organization_id = $1 and subject_id = $2',
    [scope.organizationId, signed.subjectId],
  );
  const purposes = ['revocation', 'suspension', 'refresh'] as const;
  return Promise.all(
    purposes.map(async (purpose, at) => {
      const list = await signStatusList({ db, scope }, trust, listed?.id ?? '', purpose);
      const entry = entriesOf(signed)[at];
      assert.equal(entry?.statusPurpose, purpose);
      assert.equal(list.credential['id'], entry.statusListCredential);
      assert.deepEqual(await verified(scope, list), list.credential);
      const subject = list.credential['credentialSubject'];
      assert.ok(typeof subject === 'object' && subject !== null && 'encodedList' in subject);
      return bitAt(String(subject.encodedList), Number(entry.statusListIndex));
    }),
  );
}

test('a credential is signed as vc+jwt and verifies with the key of the DID document', async () => {
  const scope = scopeOf();
  const signed = await sign(scope);
  assert.deepEqual(await verified(scope, signed), signed.credential);
  const header = decodeProtectedHeader(signed.jws);
  assert.deepEqual(
    { alg: header.alg, typ: header.typ, cty: header['cty'] },
    { alg: 'ES256', typ: 'vc+jwt', cty: 'vc' },
  );
  assert.deepEqual(signed.credential['issuer'], {
    type: ['CredentialIssuer'],
    name: 'Acme',
    id: didOf(urls, scope),
  });
  assert.equal(typeof entriesOf(signed)[0]?.statusListIndex, 'string');
});

test('identifiers of issuers lead to their documents', () => {
  const shared = didOf(urls, { organizationId, environment: 'SANDBOX' });
  assert.match(shared, /^did:web:localhost%3A4000:sandbox:dids:org_\w{26}$/);
  assert.match(
    urlOfDid(shared) ?? '',
    /^https:\/\/localhost:4000\/sandbox\/dids\/org_\w+\/did\.json$/,
  );
  const own = didOf(urls, { organizationId: ownHosted, environment: 'LIVE' });
  assert.equal(own, 'did:web:id.acme.example');
  assert.equal(urlOfDid(own), 'https://id.acme.example/.well-known/did.json');
  assert.equal(urlOfDid('did:key:z6Mk'), undefined);
});

test('private keys are encrypted at rest, and encrypted again under a new secret', async () => {
  const scope = scopeOf();
  await sign(scope);
  const read = async () => {
    const [row] = await inspect<{ key: Buffer }>(
      'select private_key as key from signing_keys where organization_id = $1',
      [scope.organizationId],
    );
    return row?.key ?? assert.fail('no key');
  };
  assert.ok(!(await read()).includes('PRIVATE KEY'));
  const next = new SecretBox(randomBytes(32), secret);
  await resealSigningKeys(db, next);
  const sealed = await read();
  assert.throws(() => trust.box.open(sealed), /No key/);
  assert.match(next.open(sealed), /PRIVATE KEY/);
});

test('no thumbprint of a made key reads as an option of a command', async () => {
  const keys = await Promise.all(Array.from({ length: 400 }, newSigningKey));
  assert.deepEqual(
    keys.map(({ thumbprint }) => thumbprint).filter((thumbprint) => thumbprint.startsWith('-')),
    [],
  );
});

test('two first signatures at the same time use one key', async () => {
  const scope = scopeOf();
  const signed = await Promise.all([sign(scope), sign(scope), sign(scope)]);
  assert.equal(new Set(signed.map(({ keyId }) => keyId)).size, 1);
  assert.equal((await listKeys({ db, scope })).length, 1);
});

test('a rotated key still verifies; a compromised one is marked and asserts nothing', async () => {
  const scope = scopeOf();
  const first = await sign(scope);
  const rotated = await within((tx) => rotateSigningKey({ db: tx, scope }, trust, false));
  assert.equal(rotated.endedId, first.keyId);
  assert.deepEqual(await verified(scope, first), first.credential);
  const second = await sign(scope);
  assert.equal(second.keyId, rotated.activeId);
  await within((tx) => rotateSigningKey({ db: tx, scope }, trust, true));
  const keys = await listKeys({ db, scope });
  assert.deepEqual(
    keys.map(({ state }) => state),
    ['RETIRED', 'COMPROMISED', 'ACTIVE'],
  );
  const document = didDocumentOf(didOf(urls, scope), keys);
  const { verificationMethod, assertionMethod } = document;
  assert.ok(Array.isArray(verificationMethod) && Array.isArray(assertionMethod));
  assert.equal(verificationMethod.length, 3);
  assert.ok(verificationMethod[1].revoked);
  assert.ok(!assertionMethod.includes(verificationMethod[1].id));
  const [{ kept = -1 } = {}] = await inspect<{ kept: number }>(
    'select count(private_key)::int as kept from signing_keys where organization_id = $1',
    [scope.organizationId],
  );
  assert.equal(kept, 1, 'the private halves of ended keys are deleted');
});

test('status bits follow their subject, and earlier credentials are superseded', async () => {
  const scope = scopeOf();
  const other = await sign(scope);
  const first = await sign(scope);
  assert.deepEqual(await bitsOf(scope, first), [false, false, false]);
  const set = (purpose: 'revocation' | 'suspension', isSet: boolean) =>
    within((tx) => setStatus({ db: tx, scope }, [first.subjectId], purpose, isSet));
  await set('suspension', true);
  assert.deepEqual(await bitsOf(scope, first), [false, true, false]);
  const second = await sign(scope, first.subjectId);
  assert.deepEqual(await bitsOf(scope, second), [false, true, false], 'stays suspended');
  assert.deepEqual(await bitsOf(scope, first), [false, true, true]);
  await set('suspension', false);
  await set('revocation', true);
  assert.deepEqual(await bitsOf(scope, first), [true, false, true]);
  assert.deepEqual(await bitsOf(scope, second), [true, false, false]);
  assert.deepEqual(await bitsOf(scope, other), [false, false, false]);
});

test('many credentials are signed at once, each with a place of its own, spread over the list', async () => {
  const scope = scopeOf();
  const drafts = Array.from({ length: 300 }, () => ({ subjectId: randomUUID(), credential }));
  const signed = await within((tx) => signCredentials({ db: tx, scope }, trust, drafts));
  const places = signed.map((each) => Number(entriesOf(each)[0]?.statusListIndex));
  assert.equal(new Set(places).size, 300);
  const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
  assert.ok(mean > 52_000 && mean < 79_000, `six standard errors around the middle: ${mean}`);
});

test('a crowded list is closed and the next one opened', async () => {
  const scope = scopeOf();
  const listId = await within((tx) => openStatusList({ db: tx, scope }));
  await inspect(
    `insert into credential_statuses (organization_id, environment, list_id, place, subject_id)
     select $1, 'LIVE', $2, place, $1 from generate_series(0, 131071) place`,
    [scope.organizationId, listId],
  );
  const signed = await sign(scope);
  assert.equal(entriesOf(signed).length, 3);
  assert.notEqual(await within((tx) => openStatusList({ db: tx, scope })), listId);
});

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const withKey = (scope: Scope, key = newKey()): Trust => ({
  ...trust,
  configured: new Map([[scope.organizationId, key]]),
});
const signWith = (own: Trust, scope: Scope) =>
  within((tx) => signCredential({ db: tx, scope }, own, { subjectId: randomUUID(), credential }));
const statesOf = async (scope: Scope) => (await listKeys({ db, scope })).map(({ state }) => state);

test('a configured key signs in place of a made one and is never in the database', async () => {
  const scope = scopeOf();
  const before = await sign(scope);
  const own = withKey(scope);
  const [one, two] = await Promise.all([signWith(own, scope), signWith(own, scope)]);
  for (const signed of [before, one, two]) await verified(scope, signed);
  assert.equal(one.keyId, two.keyId);
  assert.deepEqual(await statesOf(scope), ['RETIRED', 'ACTIVE']);
  const kept = await inspect(
    'select from signing_keys where organization_id = $1 and private_key is not null',
    [scope.organizationId],
  );
  assert.equal(kept.length, 0);
  const sandbox = await signWith(own, { ...scope, environment: 'SANDBOX' });
  assert.notEqual(sandbox.keyId, one.keyId);
  await assert.rejects(sign(scope), /TRACKWAY_SIGNING_KEYS does not name any more/);
});

test('a new configured key takes over; processes with the one before go on until it is compromised', async () => {
  const scope = scopeOf();
  const [first, second] = [withKey(scope), withKey(scope)];
  const before = await signWith(first, scope);
  const after = await signWith(second, scope);
  const late = await signWith(first, scope);
  assert.equal(late.keyId, before.keyId);
  for (const signed of [before, after, late]) await verified(scope, signed);
  assert.deepEqual(await statesOf(scope), ['RETIRED', 'ACTIVE']);
  await assert.rejects(
    within((tx) => rotateSigningKey({ db: tx, scope }, second, true)),
    /has been in use already/,
  );
  const { endedId } = await within((tx) =>
    rotateSigningKey({ db: tx, scope }, withKey(scope), true),
  );
  assert.equal(endedId, after.keyId);
  assert.deepEqual(await statesOf(scope), ['RETIRED', 'COMPROMISED', 'ACTIVE']);
  await assert.rejects(signWith(second, scope), /marked as compromised/);
  const { activeId } = await within((tx) => rotateSigningKey({ db: tx, scope }, trust, false));
  assert.equal((await sign(scope)).keyId, activeId, 'back to a key that is made');
});
