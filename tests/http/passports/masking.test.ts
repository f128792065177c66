import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { writePackage } from '../../../server/src/domains/backups/index.ts';
import { filesOf } from '../../../server/src/domains/backups/read-package.ts';
import type { Audience } from '../../../server/src/domains/passports/index.ts';
import { adapterOf, registerPassports } from '../../../server/src/domains/registrations/index.ts';
import { temporaryFolder } from '../../../server/src/platform/testing.ts';
import { at, dataOf, mutationText } from '../client.ts';
import { service, world } from '../world.ts';
import { published, read } from './desk.ts';
import { trust } from './published.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const stranger = await world({ tier: 'ENTERPRISE' });
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** One mark for each class that the generic schema has. */
const MARKS = {
  public: 'zzmarkpublic',
  restricted: 'zzmarkrestricted',
  conformity: 'zzmarkconformity',
  internal: 'zzmarkinternal',
};
const id = await published(ours, {
  modelNumber: MARKS.public,
  restrictedDocuments: [{ type: 'REPAIR', url: `https://acme.example/${MARKS.restricted}` }],
  conformityDocuments: [{ type: 'TEST_REPORT', url: `https://acme.example/${MARKS.conformity}` }],
  internalNote: MARKS.internal,
});
const gtin = String(at(await read(ours, id, 'gtin'), 'gtin'));

/** Marks that a reader of an audience sees in the whole content. */
const SEEN: Readonly<Record<Exclude<Audience, 'OWNER'>, readonly string[]>> = {
  PUBLIC: [MARKS.public],
  LEGITIMATE_INTEREST: [MARKS.public, MARKS.restricted],
  AUTHORITY: [MARKS.public, MARKS.restricted, MARKS.conformity],
};

/** Every public address of a passport, with the media type that is asked for. */
const ADDRESSES: readonly (readonly [path: string, accept: string])[] = [
  ...['text/html', 'application/json', 'application/ld+json', 'application/vc+jwt'].map(
    (type) => [`/dpp/${id}`, type] as const,
  ),
  [`/dpp/${id}`, 'application/ld+json;profile=untp'],
  [`/dpp/${id}/versions`, 'application/json'],
  [`/dpp/${id}/versions/1`, 'application/json'],
  [`/dpp/${id}?at=2100-01-01`, 'application/json'],
  [`/01/${gtin}?linkType=linkset`, 'application/linkset+json'],
  [`/v1/dpps/${id}`, 'application/json'],
  [`/v1/dpps/${id}?representation=full`, 'application/json'],
  [`/v1/dpps/${id}/elements/internalNote`, 'application/json'],
  [`/v1/dpps/${id}/elements/conformityDocuments`, 'application/json'],
  [`/v1/dpps/${id}/elements/restrictedDocuments`, 'application/json'],
];
/** Of them, those that show the whole content to a holder of a grant. */
const WHOLE = new Set([`/dpp/${id} application/json`, `/v1/dpps/${id} application/json`]);

async function tokenFor(audience: Audience): Promise<string> {
  const input = { dppId: id, audience, purpose: 'Test', holder: 'Holder', expiresAt: TOMORROW };
  const answer = await ours.send(mutationText('grantDppAccess', 'token'), { input });
  return String(at(dataOf(answer), 'grantDppAccess', 'token'));
}

for (const [audience, seen] of Object.entries(SEEN))
  test(`no public address shows ${audience} more than its classes`, async () => {
    const isGranted = audience === 'LEGITIMATE_INTEREST' || audience === 'AUTHORITY';
    const headers: Record<string, string> = isGranted
      ? { authorization: `Bearer ${await tokenFor(audience)}` }
      : {};
    for (const [path, accept] of ADDRESSES) {
      const answer = await fetch(`${service.url}${path}`, { headers: { ...headers, accept } });
      const text = await answer.text();
      // A credential is three parts in base64url.
      const whole = text + Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
      const shown = Object.values(MARKS).filter((mark) => whole.includes(mark));
      assert.ok(
        shown.every((mark) => seen.includes(mark)),
        `${path} as ${accept} shows ${shown.join()}`,
      );
      if (WHOLE.has(`${path} ${accept}`)) assert.deepEqual(shown, seen, path);
    }
  });

test('what leaves for others has the public class only: readable files of back-ups and records of the registry', async () => {
  const folder = await temporaryFolder('masking');
  const file = join(folder, 'passports.zip');
  const owner = { ...ours.scope, ...ours.organization };
  await writePackage({ db: service.db, trust }, owner, file);
  const texts: string[] = [];
  const isReadable = (name: string) => /^(passports|offline\/credentials)\//.test(name);
  for await (const { name, text } of filesOf(file, isReadable))
    texts.push(name.startsWith('passports/') ? text : payloadsIn(text));
  assert.ok(texts.length >= 4, 'page, EN 18223, linkset, credentials');
  const adapter = adapterOf(join(folder, 'registry'));
  const backupUrl = 'https://backup.example';
  // The workers of other tests register what is due in this database: here it is due later, and again.
  await sql`update dpp_registrations set due_at = now() + interval '1 day', state = 'PENDING',
      registration_id = null, submitted_at = null, attempted_at = null, leased_until = null
    where organization_id = ${ours.scope.organizationId}`.execute(service.db);
  await registerPassports({ db: service.db, urls: trust.urls, adapter, backupUrl }, ours.scope);
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith('.json')) texts.push(await readFile(join(folder, name), 'utf8'));
  assert.ok(
    texts.some((text) => text.includes('backup.example')),
    'a record of the registry',
  );
  const shown = Object.values(MARKS).filter((mark) => texts.some((text) => text.includes(mark)));
  assert.deepEqual(shown, [MARKS.public]);
});

/** The payloads of credentials, one in a line, as text. */
function payloadsIn(lines: string): string {
  const payload = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString();
  return lines.split('\n').map(payload).join('\n');
}

test('events, the search and other organizations have none of the marks', async () => {
  const events = dataOf(await ours.send('{ events(last: 50) { nodes { type data } } }'));
  const search = `query ($text: String!) { search(query: $text, first: 10) { nodes { __typename } } }`;
  for (const mark of Object.values(MARKS)) {
    assert.ok(!JSON.stringify(events).includes(mark), `an event has ${mark}`);
    for (const client of [ours, stranger]) {
      const found = await client.send(search, { text: mark });
      assert.deepEqual(at(dataOf(found), 'search', 'nodes'), [], mark);
    }
  }
  const foreign = await stranger.send('query ($id: ID!) { node(id: $id) { __typename } }', { id });
  assert.equal(at(dataOf(foreign), 'node'), null);
});
