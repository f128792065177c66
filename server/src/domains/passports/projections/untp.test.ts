import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PublicUrls } from '../../../rules/public-urls.ts';
import type { DppContent, DppView } from '../model.ts';
import { passportPage } from '../page/passport-page.ts';
import { passportUrl } from './addresses.ts';
import { objectIn, objectsIn } from './content.ts';
import { EXAMPLE_CONTENT, exampleView } from './testing.ts';
import { missingForCredential, untpCredential } from './untp.ts';
import { versionHashIn } from './untp-details.ts';

const urls = new PublicUrls(() => 'https://id.example.test', new Map());
const EXAMPLE = JSON.parse(
  readFileSync(
    `${import.meta.dirname}/../../../../../tests/standards/untp-dpp-0.7.0-example.json`,
    'utf8',
  ),
);

const SHA256 = 'ab'.repeat(32);

/** A value in each field that has a term in UNTP. */
const FULL: DppContent = {
  ...EXAMPLE_CONTENT,
  picture: { sha256: SHA256, description: [] },
  dimensions: { massKg: 0.2, lengthM: 0.7, widthM: 0.5, heightM: 0.01, volumeM3: 0.003 },
  packaging: { massKg: 0.01, materials: [{ name: 'Paper', massKg: 0.01 }] },
  materials: [
    {
      ...{ name: 'Organic cotton', type: 'cotton fibre', origin: 'TR', massKg: 0.19 },
      ...{ massFraction: 0.95, recycledFraction: 0.2, hazardous: true },
      safetySheet: 'https://acme.example/safety',
    },
  ],
  claims: objectsIn(EXAMPLE_CONTENT, 'claims').map((claim) => ({
    ...claim,
    evidence: [{ url: 'https://acme.example/evidence', sha256: SHA256 }],
  })),
  components: [{ name: 'Cell', uri: 'https://acme.example/cell', sha256: SHA256 }],
};

function subjectOf(view: DppView): Record<string, unknown> {
  const subject = untpCredential(view, urls)['credentialSubject'];
  assert.ok(typeof subject === 'object' && subject !== null);
  return { ...subject };
}

/** Names of all properties by their path; items of lists are one path. */
function pathsOf(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, above));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${above}/${name}`,
    ...pathsOf(inner, `${above}/${name}`),
  ]);
}

const LINK = ['linkURL', 'linkName', 'digestMultibase', 'mediaType', 'linkType'];
const MEASURE = ['value', 'unit'];
const PARTY = ['type', 'id', 'name', 'registeredId', 'registrationCountry', 'organisationWebsite'];
const COUNTRY = ['countryCode', 'countryName'];
const below = (path: string, names: readonly string[]) => [
  `/${path}`,
  ...names.map((name) => `/${path}/${name}`),
];

/** Terms of UNTP 0.7.0 that the example does not use. */
const FURTHER = [
  ...below('issuer/issuerAlsoKnownAs', PARTY),
  ...below('issuer/issuerAlsoKnownAs/registrationCountry', COUNTRY),
  ...below('credentialSubject/productImage', LINK),
  ...below('credentialSubject/relatedDocument', LINK),
  ...below('credentialSubject/performanceClaim/evidence', LINK),
  ...below('credentialSubject/materialProvenance/materialSafetyInformation', LINK),
  ...below('credentialSubject/materialProvenance/mass', MEASURE),
  ...below('credentialSubject/packaging', ['description', 'dimensions', 'materialUsed']),
  ...below('credentialSubject/packaging/dimensions/weight', MEASURE),
  ...['', '/weight', '/length', '/width', '/height', '/volume'].flatMap((name) =>
    below(`credentialSubject/dimensions${name}`, MEASURE),
  ),
  '/credentialSubject/characteristics',
  '/credentialSubject/description',
  '/credentialSubject/itemNumber',
  '/credentialSubject/relatedParty',
  '/credentialSubject/relatedParty/role',
  ...below('credentialSubject/relatedParty/party', PARTY),
  ...below('credentialSubject/relatedParty/party/registrationCountry', COUNTRY),
  '/credentialSubject/materialProvenance/originCountry/countryName',
];

test('a complete passport has every required part of the UNTP 0.7.0 example and no unknown term', () => {
  const credential = untpCredential(exampleView({ content: FULL }), urls);
  // Terms of our own are in `characteristics` only, which a context of its own declares.
  const paths = new Set(pathsOf(credential).filter((path) => !/\/characteristics\//.test(path)));
  const known = new Set([...pathsOf(EXAMPLE), ...FURTHER]);
  assert.deepEqual(
    [...paths].filter((path) => !known.has(path)),
    [],
  );
  const subject = ['id', 'name', 'idScheme', 'idGranularity', 'productCategory'];
  const place = ['producedAtFacility/id', 'producedAtFacility/name', 'countryOfProduction'];
  const claim = ['id', 'name', 'referenceCriteria', 'claimDate', 'claimedPerformance/metric'];
  const required = [
    ...['@context', 'type', 'id', 'name', 'issuer', 'validFrom'].map((name) => `/${name}`),
    ...[...subject, ...place].map((name) => `/credentialSubject/${name}`),
    ...[...claim, 'conformityTopic', 'claimedPerformance/measure/unit'].map(
      (name) => `/credentialSubject/performanceClaim/${name}`,
    ),
  ];
  for (const path of required) assert.ok(paths.has(path), path);
  assert.deepEqual(missingForCredential(exampleView().content), []);
});

test('the signed credential has the whole public content and the hash of its version', () => {
  const { content, integrity } = exampleView();
  const characteristics = subjectOf(exampleView())['characteristics'];
  assert.deepEqual(JSON.parse(JSON.stringify(characteristics)), {
    '@context': {
      passportVersion: { '@id': 'urn:trackway:passport:version', '@type': '@json' },
      passportContent: { '@id': 'urn:trackway:passport:content', '@type': '@json' },
    },
    passportVersion: { number: 3, hash: integrity.hash, previousHash: integrity.previousHash },
    passportContent: content,
  });
  assert.equal(versionHashIn(untpCredential(exampleView(), urls)), integrity.hash);
  assert.equal(versionHashIn({ credentialSubject: {} }), undefined);
});

test('a material has the kind, origin and share that UNTP requires, or is not among them', () => {
  const materials = [
    { name: 'Body', type: 'cotton fibre', origin: 'TR', massFraction: 0.9 },
    {
      name: 'Dye',
      origin: 'PT',
      massFraction: 0.1,
      hazardous: true,
      safetySheet: 'https://a.example/s',
    },
    { name: 'Thread', massFraction: 0.01 },
  ];
  const subject = subjectOf(exampleView({ content: { ...exampleView().content, materials } }));
  assert.deepEqual(subject['materialProvenance'], [
    {
      name: 'Body',
      originCountry: { countryCode: 'TR', countryName: 'Türkiye' },
      materialType: {
        ...{ code: 'cotton fibre', name: 'cotton fibre' },
        ...{ schemeId: 'urn:trackway:material', schemeName: 'Names of materials' },
      },
      massFraction: 0.9,
    },
    {
      name: 'Dye',
      originCountry: { countryCode: 'PT', countryName: 'Portugal' },
      materialType: {
        ...{ code: 'Dye', name: 'Dye' },
        ...{ schemeId: 'urn:trackway:material', schemeName: 'Names of materials' },
      },
      massFraction: 0.1,
      hazardous: true,
      materialSafetyInformation: {
        linkURL: 'https://a.example/s',
        linkName: 'Safety data sheet: Dye',
      },
    },
  ]);
});

test('a footprint of declared inputs only does not claim ISO 14067, on the page and in the credential', () => {
  const basic = { ...objectIn(EXAMPLE_CONTENT, 'footprint'), detail: 'BASIC' };
  const view = exampleView({ content: { ...EXAMPLE_CONTENT, footprint: basic } });
  const [claim] = Array.from(new Set([subjectOf(view)['performanceClaim']])).flat();
  assert.doesNotMatch(JSON.stringify(claim), /ISO 14067/);
  const page = (each: DppView) => passportPage(each, [], urls, 'en').html;
  assert.match(page(view), /from declared inputs only/);
  assert.doesNotMatch(page(view), /ISO 14067/);
  assert.match(page(exampleView()), /following ISO 14067/);
});

test('documents, parts and the passport before are links with their digests', () => {
  const predecessorId = '0190a3c4-0000-7000-8000-000000000001';
  const view = exampleView({ content: FULL, predecessorId });
  const subject = subjectOf(view);
  const digestMultibase = `u${Buffer.from(`1220${SHA256}`, 'hex').toString('base64url')}`;
  assert.deepEqual(subject['relatedDocument'], [
    {
      linkURL: 'https://acme.example/doc.pdf',
      linkName: 'EU declaration of conformity',
      mediaType: 'application/pdf',
      linkType: 'https://ref.gs1.org/voc/certificationInfo',
    },
    {
      linkURL: 'https://acme.example/cell',
      linkName: 'Cell',
      digestMultibase,
      linkType: 'https://ref.gs1.org/voc/dpp',
    },
    {
      linkURL: passportUrl(urls, { ...view, id: predecessorId }),
      linkName: 'Passport before',
      linkType: 'https://ref.gs1.org/voc/dpp',
    },
  ]);
  assert.deepEqual(subject['productImage'], {
    linkURL: `${passportUrl(urls, view)}/versions/3/picture`,
    linkName: 'Crew neck T-shirt',
    digestMultibase,
  });
});

test('the subject is identified by its GS1 Digital Link, and its level is in lower case', () => {
  const { credentialSubject: subject } = untpCredential(
    exampleView({ granularity: 'BATCH', batchNumber: 'LOT/7' }),
    urls,
  );
  assert.ok(typeof subject === 'object' && subject !== null && 'id' in subject);
  assert.equal(subject.id, 'https://id.example.test/01/09506000134352/10/LOT%2F7');
  assert.ok('idGranularity' in subject && subject.idGranularity === 'batch');
});

test('what a credential lacks is named', () => {
  const content: DppContent = { name: [{ language: 'en', text: 'Shirt' }] };
  assert.deepEqual(missingForCredential(content), [
    'commodityCode',
    'facility.id',
    'facility.name',
    'facility.country',
  ]);
});
