import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PublicUrls } from '../../../rules/public-urls.ts';
import type { DppContent } from '../model.ts';
import { exampleView } from './testing.ts';
import { missingForCredential, untpCredential } from './untp.ts';

const urls = new PublicUrls(() => 'https://id.example.test', new Map());
const EXAMPLE = JSON.parse(
  readFileSync(
    `${import.meta.dirname}/../../../../../tests/standards/untp-dpp-0.7.0-example.json`,
    'utf8',
  ),
);

/** Names of all properties by their path; items of lists are one path. */
function pathsOf(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, above));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${above}/${name}`,
    ...pathsOf(inner, `${above}/${name}`),
  ]);
}

/** Terms of UNTP 0.7.0 that the example does not use. */
const FURTHER = [
  '/credentialSubject/description',
  '/credentialSubject/itemNumber',
  '/credentialSubject/relatedParty',
  '/credentialSubject/relatedParty/role',
  '/credentialSubject/relatedParty/party',
  '/credentialSubject/relatedParty/party/type',
  '/credentialSubject/relatedParty/party/id',
  '/credentialSubject/relatedParty/party/name',
  '/credentialSubject/relatedParty/party/registeredId',
  '/credentialSubject/materialProvenance/originCountry/countryName',
];

test('a complete passport has every required part of the UNTP 0.7.0 example and no unknown term', () => {
  const credential = untpCredential(exampleView(), urls);
  const paths = new Set(pathsOf(credential));
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
