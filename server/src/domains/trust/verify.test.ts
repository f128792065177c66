import assert from 'node:assert/strict';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { testDatabase } from '../../platform/database/testing.ts';
import type { JsonObject } from '../../platform/json/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { SecretBox } from '../../platform/secret-box.ts';
import { PublicUrls } from '../../rules/public-urls.ts';
import { encodeBits } from './bitstring.ts';
import { didDocumentOf, didOf, listKeys, type Trust } from './index.ts';
import { localSources } from './local-sources.ts';
import { sourcesOf } from './package-sources.ts';
import { signCredential } from './testing.ts';
import { type VerificationSources, verifyCredential } from './verify.ts';

const { db } = await testDatabase();
const trust: Trust = {
  box: new SecretBox(randomBytes(32)),
  urls: new PublicUrls(() => 'https://id.example.test', new Map()),
};
const NOW = new Date('2026-11-22T12:00:00Z');

/** A JWS by Node's cryptography alone, as any other issuer makes it. */
function signed(payload: unknown, key: KeyObject, header: JsonObject): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'ES256', typ: 'vc+jwt', ...header })}.${part(payload)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

const ISSUER = 'did:web:issuer.example';
const LIST = 'https://issuer.example/lists/1';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const method = {
  id: `${ISSUER}#key-1`,
  type: 'JsonWebKey',
  controller: ISSUER,
  publicKeyJwk: publicKey.export({ format: 'jwk' }),
};
const DOCUMENT = { id: ISSUER, verificationMethod: [method], assertionMethod: [method.id] };
const CREDENTIAL = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential'],
  issuer: ISSUER,
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: { id: 'https://issuer.example/thing' },
};

function sources(
  changes: { document?: unknown; list?: string | undefined } = {},
): VerificationSources {
  const { document = DOCUMENT } = changes;
  return {
    didDocument: async (did) => (did === ISSUER ? document : undefined),
    statusList: async (url) => (url === LIST ? changes.list : undefined),
    now: NOW,
  };
}

const make = (payload: unknown = CREDENTIAL, key = privateKey, kid = method.id) =>
  signed(payload, key, { kid });

function listWith(places: readonly number[], changes: JsonObject = {}): string {
  return make({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: LIST,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: ISSUER,
    credentialSubject: {
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(places),
    },
    ...changes,
  });
}

const withStatus = {
  ...CREDENTIAL,
  credentialStatus: {
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: '94567',
    statusListCredential: LIST,
  },
};

test('a credential of another issuer, made without our library, is valid', async () => {
  const result = await verifyCredential(make(), sources());
  assert.equal(result.isValid, true, JSON.stringify(result.findings));
  assert.equal(result.issuer, ISSUER);
  const relative = signed(CREDENTIAL, privateKey, { kid: '#key-1', iss: ISSUER });
  assert.equal((await verifyCredential(relative, sources())).isValid, true);
  const named = { ...method, publicKeyJwk: { ...method.publicKeyJwk, kid: 'key-of-2026' } };
  const document = { ...DOCUMENT, verificationMethod: [named] };
  const byName = signed({ ...CREDENTIAL, iss: ISSUER }, privateKey, { kid: 'key-of-2026' });
  assert.equal((await verifyCredential(byName, sources({ document }))).isValid, true);
});

test('a credential that is enveloped, by a key of Ed25519 that its document names relative to the DID, is valid', async () => {
  const pair = generateKeyPairSync('ed25519');
  const publicKeyJwk = pair.publicKey.export({ format: 'jwk' });
  const keys = { verificationMethod: [{ ...method, id: '#ed', publicKeyJwk }] };
  const document = { ...DOCUMENT, ...keys, assertionMethod: ['#ed'] };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwsOf = (alg: string) => {
    const text = `${part({ alg, typ: 'vc-ld+jwt', kid: `${ISSUER}#ed` })}.${part(CREDENTIAL)}`;
    return `${text}.${sign(null, Buffer.from(text), pair.privateKey).toString('base64url')}`;
  };
  for (const alg of ['EdDSA', 'Ed25519']) {
    const enveloped = JSON.stringify({
      '@context': 'https://www.w3.org/ns/credentials/v2',
      type: 'EnvelopedVerifiableCredential',
      id: `data:application/vc+jwt,${jwsOf(alg)}`,
    });
    for (const given of [jwsOf(alg), enveloped]) {
      const { isValid, findings } = await verifyCredential(given, sources({ document }));
      assert.ok(isValid, JSON.stringify(findings));
    }
  }
});

test('a key or an algorithm that is not read is not called a wrong signature, nor is it valid', async () => {
  const { publicKeyJwk: _jwk, ...multikey } = { ...method, publicKeyMultibase: 'z6Mk' };
  const document = { ...DOCUMENT, verificationMethod: [multikey] };
  const unread = await verifyCredential(make(), sources({ document }));
  const other = await verifyCredential(
    signed(CREDENTIAL, privateKey, { alg: 'RS256', kid: method.id }),
    sources(),
  );
  for (const { isValid, findings } of [unread, other]) {
    assert.equal(isValid, false);
    assert.ok(findings.some(({ outcome }) => outcome === 'UNKNOWN'));
    assert.ok(findings.every(({ outcome }) => outcome !== 'FAILED'));
  }
});

test('a credential made here verifies without our library and fits the W3C schema', async () => {
  const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  const draft = { subjectId: randomUUID(), credential: CREDENTIAL };
  const { jws, credential } = await db
    .transaction()
    .execute((tx) => signCredential({ db: tx, scope }, trust, draft));
  const [key] = await listKeys({ db, scope });
  assert.ok(key !== undefined);
  const { kty = '', crv = '', x = '', y = '' } = key.publicKey;
  const publicHalf = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicHalf, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isRight);
  // RFC 7638: the members in this order, without white space.
  const canonical = JSON.stringify({ crv, kty, x, y });
  const thumbprint = createHash('sha256').update(canonical).digest('base64url');
  const did = didOf(trust.urls, scope);
  const parsed = JSON.parse(Buffer.from(header, 'base64url').toString());
  assert.equal(parsed.kid, `${did}#${thumbprint}`);
  const document = didDocumentOf(did, [key]);
  const own = { didDocument: async () => document, statusList: async () => undefined, now: NOW };
  assert.equal((await verifyCredential(jws, own)).isValid, true);
  const file = `${import.meta.dirname}/../../../../tests/standards/w3c/verifiable-credential-schema.json`;
  const isCredential = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  assert.ok(isCredential(credential), JSON.stringify(isCredential.errors));
});

const REFUSED: readonly (readonly [string, string, RegExp, VerificationSources?])[] = [
  ['not a JWS', 'abc', /not a JWS/],
  ['another key', make(CREDENTIAL, other), /does not fit/],
  ['an unknown key', make(CREDENTIAL, privateKey, `${ISSUER}#2`), /has no key/],
  [
    'the key of another issuer',
    make({ ...CREDENTIAL, issuer: 'did:web:x.example' }),
    /could not be read/,
  ],
  [
    'an issuer with a malformed host',
    make({ ...CREDENTIAL, issuer: 'did:web:%zz' }),
    /could not be read/,
    localSources(db, trust, NOW),
  ],
  [
    'another first context',
    make({ ...CREDENTIAL, '@context': ['https://x.example'] }),
    /first @context/,
  ],
  [
    'a context as a text',
    make({ ...CREDENTIAL, '@context': 'https://www.w3.org/ns/credentials/v2' }),
    /first @context/,
  ],
  ['another type', make({ ...CREDENTIAL, type: ['Other'] }), /VerifiableCredential/],
  ['no issuer', make({ ...CREDENTIAL, issuer: {} }), /issuer has no id/],
  ['a subject without a claim', make({ ...CREDENTIAL, credentialSubject: {} }), /with a claim/],
  ['an issuer that is no URL', make({ ...CREDENTIAL, issuer: 'Acme' }), /that is a URL/],
  ['an id that is no URL', make({ ...CREDENTIAL, id: 'shirt' }), /id is not a URL/],
  [
    'a status without a type',
    make({ ...withStatus, credentialStatus: { ...withStatus.credentialStatus, type: undefined } }),
    /Each credentialStatus/,
  ],
  ['evidence that is a text', make({ ...CREDENTIAL, evidence: 'report' }), /Each evidence/],
  [
    'an end that reads as no time',
    make({ ...CREDENTIAL, validUntil: '25 February 2020' }),
    /validUntil is not a dateTimeStamp/,
  ],
  [
    'a beginning without an offset',
    make({ ...CREDENTIAL, validFrom: '2026-01-01T00:00:00' }),
    /validFrom is not a dateTimeStamp/,
  ],
  ['a credential of version 1 inside', make({ ...CREDENTIAL, vc: CREDENTIAL }), /vc and vp/],
  ['a presentation inside', make({ ...CREDENTIAL, vp: {} }), /vc and vp/],
  ['a claim of another issuer', make({ ...CREDENTIAL, iss: 'did:web:x' }), /claim iss/],
  [
    'a header of another issuer',
    signed(CREDENTIAL, privateKey, { kid: method.id, iss: 'did:web:x' }),
    /claim iss/,
  ],
  ['no subject', make({ ...CREDENTIAL, credentialSubject: undefined }), /credentialSubject/],
  ['a period to come', make({ ...CREDENTIAL, validFrom: '2027-01-01T00:00:00Z' }), /valid from/],
  [
    'a period that is over',
    make({ ...CREDENTIAL, validUntil: '2026-11-01T00:00:00Z' }),
    /valid until/,
  ],
  [
    'the type of another token',
    signed(CREDENTIAL, privateKey, { kid: method.id, typ: 'at+jwt' }),
    /type at\+jwt/,
  ],
  [
    'a document of another issuer',
    make(),
    /not that of/,
    sources({ document: { ...DOCUMENT, id: 'did:web:x' } }),
  ],
  [
    'a key that may not assert',
    make(),
    /may not assert/,
    sources({ document: { ...DOCUMENT, assertionMethod: [] } }),
  ],
  [
    'a revoked key',
    make(),
    /revoked the key/,
    sources({
      document: {
        ...DOCUMENT,
        verificationMethod: [{ ...method, revoked: '2026-02-01T00:00:00Z' }],
      },
    }),
  ],
  ['a revoked credential', make(withStatus), /revoked it/, sources({ list: listWith([94_567]) })],
  [
    'a list of another issuer',
    make(withStatus),
    /another issuer/,
    sources({ list: listWith([], { issuer: 'did:web:x' }) }),
  ],
  [
    'a list of another address',
    make(withStatus),
    /another address/,
    sources({ list: listWith([], { id: `${LIST}0` }) }),
  ],
  [
    'a list for another purpose',
    make(withStatus),
    /not for revocation/,
    sources({ list: listWith([], { credentialSubject: { statusPurpose: 'suspension' } }) }),
  ],
  [
    'a list that is not valid any more',
    make(withStatus),
    /not valid now/,
    sources({ list: listWith([], { validUntil: '2026-11-01T00:00:00Z' }) }),
  ],
  [
    'a list shorter than W3C allows',
    make(withStatus),
    /malformed/,
    sources({
      list: listWith([], {
        credentialSubject: {
          statusPurpose: 'revocation',
          encodedList: `u${gzipSync(Buffer.alloc(16_000)).toString('base64url')}`,
        },
      }),
    }),
  ],
  [
    'an index that is no number',
    make({
      ...withStatus,
      credentialStatus: { ...withStatus.credentialStatus, statusListIndex: '' },
    }),
    /malformed/,
    sources({ list: listWith([]) }),
  ],
  [
    'a list with a broken signature',
    make(withStatus),
    /not verified/,
    sources({ list: `${listWith([]).slice(0, -8)}AAAAAAAA` }),
  ],
  [
    'a list that is malformed',
    make(withStatus),
    /malformed/,
    sources({
      list: listWith([], {
        credentialSubject: { statusPurpose: 'revocation', encodedList: 'uAAAA' },
      }),
    }),
  ],
];

for (const [what, jws, reason, from = sources()] of REFUSED) {
  test(`refuses ${what}`, async () => {
    const result = await verifyCredential(jws, from);
    assert.equal(result.isValid, false);
    assert.match(JSON.stringify(result.findings), reason);
  });
}

test('an algorithm that the header claims is not believed', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = `${part({ alg: 'none', typ: 'vc+jwt', kid: method.id })}.${part(CREDENTIAL)}.`;
  assert.equal((await verifyCredential(none, sources())).isValid, false);
});

test('a status list shows neighbours apart, and a missing one leaves the status unknown', async () => {
  for (const places of [[94_566], [94_568], [0, 131_071]]) {
    const result = await verifyCredential(make(withStatus), sources({ list: listWith(places) }));
    assert.equal(result.isValid, true, JSON.stringify(result.findings));
  }
  const sized = { ...withStatus.credentialStatus, statusSize: 2 };
  for (const [credential, list] of [
    [withStatus, undefined],
    [{ ...withStatus, credentialStatus: sized }, listWith([])],
  ] as const) {
    const result = await verifyCredential(make(credential), sources({ list }));
    assert.ok(result.findings.some(({ outcome }) => outcome === 'UNKNOWN'));
  }
});

test('status entries cost nothing unless they are signed and few', async () => {
  const entries = (count: number) => ({
    ...CREDENTIAL,
    credentialStatus: Array<JsonObject>(count).fill(withStatus.credentialStatus),
  });
  let reads = 0;
  const counting = sources({ list: listWith([]) });
  const from: VerificationSources = {
    ...counting,
    statusList: (url) => {
      reads += 1;
      return counting.statusList(url);
    },
  };
  assert.equal((await verifyCredential(make(entries(8)), from)).isValid, true);
  assert.equal(reads, 8);
  const many = await verifyCredential(make(entries(9)), from);
  assert.match(JSON.stringify(many), /9 status entries; at most 8/);
  assert.equal(many.isValid, false);
  assert.equal((await verifyCredential(make(entries(8), other), from)).isValid, false);
  assert.equal(reads, 8);
});

test('a package with a status list that is no token has no such list', async () => {
  const lists = sourcesOf(
    { credentials: [], didDocuments: [DOCUMENT], statusLists: ['x', listWith([])] },
    NOW,
  );
  assert.equal((await verifyCredential(make(withStatus), lists)).isValid, true);
});

test('the ES256 key of RFC 7515, appendix A.3, signs and verifies', async () => {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const document = {
    ...DOCUMENT,
    verificationMethod: [{ ...method, publicKeyJwk: { ...jwk, d: undefined } }],
  };
  const { isValid } = await verifyCredential(make(CREDENTIAL, key), sources({ document }));
  assert.equal(isValid, true);
});
