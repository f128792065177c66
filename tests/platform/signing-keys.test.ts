import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { didDocumentOf, listKeys } from '../../server/src/domains/trust/index.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { cloneTestDatabase } from '../../server/src/platform/database/testing.ts';
import { SecretBox } from '../../server/src/platform/secret-box.ts';
import { openSecrets } from '../../server/src/platform/secrets.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { PublicUrls } from '../../server/src/rules/public-urls.ts';
import { publishWith } from '../passports/publish.ts';
import { runHere } from '../run-here.ts';

/** The commands that an operator uses for the keys that sign passports, in the process of the test. */

const dataFolder = await temporaryFolder('signing-keys');
const TRACKWAY_SECRET = 'y'.repeat(32);
const DATABASE_URL = await cloneTestDatabase();
const db = await openDatabase({ url: DATABASE_URL, pipelines: 1, poolSize: 1 });
after(() => db.destroy());
const { id: organizationId } = await createOrganization(db, 'Signer', 'ENTERPRISE');
const scope = { organizationId, environment: 'LIVE' } as const;
const secrets = await openSecrets(TRACKWAY_SECRET, dataFolder, []);
const trust = {
  box: new SecretBox(secrets.keyFor('signing-keys')),
  urls: new PublicUrls(() => 'http://localhost:4000', new Map()),
};

const settings = { DATABASE_URL, TRACKWAY_SECRET, TRACKWAY_DATA: dataFolder };
const run = (line: string) => runHere(line.split(' '), settings);

const OF_SIGNER = '--organization Signer --environment live';

type Key = { readonly thumbprint: string; readonly state: string };

async function keys(): Promise<readonly Key[]> {
  const { stdout, stderr } = await run(`signing-keys list ${OF_SIGNER} --json`);
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

/** Thumbprint of the key that signed the passport. */
async function signerOf(uuid: string): Promise<string | undefined> {
  const [version] = await query<{ jws: string }>(
    db,
    'select jws from dpp_versions where organization_id = $1 and environment = $2 and dpp_id = $3',
    [organizationId, 'LIVE', uuid],
  );
  return decodeProtectedHeader(version?.jws ?? '').kid?.split('#')[1];
}

test('a rotation keeps signatures, and one for a compromise signs everything again', async () => {
  assert.deepEqual(await keys(), []);
  const passport = await publishWith({ db, trust }, { scope });
  const [first] = await keys();
  assert.equal(await signerOf(passport.uuid), first?.thumbprint);

  const rotated = await run(`signing-keys rotate ${OF_SIGNER}`);
  assert.equal(rotated.code, 0, rotated.stderr);
  assert.match(rotated.stdout, /its signatures stay valid/);
  assert.equal(await signerOf(passport.uuid), first?.thumbprint);
  assert.deepEqual(
    (await keys()).map(({ state }) => state),
    ['RETIRED', 'ACTIVE'],
  );

  const second = await publishWith({ db, trust }, { scope });
  const revoked = await run(`signing-keys rotate ${OF_SIGNER} --compromised`);
  assert.match(revoked.stdout, /Signed again: 1 version of passports/);
  const after = await keys();
  assert.deepEqual(
    after.map(({ state }) => state),
    ['RETIRED', 'COMPROMISED', 'ACTIVE'],
  );
  assert.equal(await signerOf(second.uuid), after[2]?.thumbprint);
  assert.equal(await signerOf(passport.uuid), first?.thumbprint);

  const retired = await run(`signing-keys revoke ${first?.thumbprint} ${OF_SIGNER}`);
  assert.match(retired.stdout, /Signed again: 1 version of passports/);
  assert.equal(await signerOf(passport.uuid), after[2]?.thumbprint);
  const document = didDocumentOf('did:web:signer.example', await listKeys({ db, scope }));
  assert.deepEqual(document['assertionMethod'], [`did:web:signer.example#${after[2]?.thumbprint}`]);
  for (const thumbprint of [first?.thumbprint, after[2]?.thumbprint, 'unknown']) {
    const refused = await run(`signing-keys revoke ${thumbprint} ${OF_SIGNER}`);
    assert.deepEqual([refused.code, /No retired key/.test(refused.stderr)], [1, true]);
  }
});

test('an unknown organization, an unknown environment and no environment are refused with words', async () => {
  const unknown = await run('signing-keys list --organization Nobody --environment live');
  assert.deepEqual([unknown.code, /Nobody/.test(unknown.stderr)], [1, true]);
  for (const line of [
    'signing-keys list --organization Signer',
    `signing-keys rotate --organization Signer --environment moon`,
  ]) {
    const refused = await run(line);
    assert.equal(refused.code, 2, line);
    assert.match(refused.stderr, /environment/);
  }
});

test('the list shows no private key', async () => {
  const { stdout } = await run(`signing-keys list ${OF_SIGNER}`);
  assert.match(stdout, /thumbprint/);
  assert.doesNotMatch(stdout, /PRIVATE|"d"/);
});
