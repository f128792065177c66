import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startFakeIssuer } from '../../server/src/domains/accounts/testing-issuer.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { cloneTestDatabase } from '../../server/src/platform/database/testing.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { startFakeS3 } from '../fake-s3.ts';
import { startMailServer } from '../http/people/mail-server.ts';
import { runHere } from '../run-here.ts';
import { freePort } from '../server-process.ts';

/** `trackway doctor` tries what the settings name, and says in a sentence what does not work. */

const settings = {
  DATABASE_URL: await cloneTestDatabase(),
  TRACKWAY_DATA: await temporaryFolder('doctor'),
  TRACKWAY_SECRET: 'x'.repeat(32),
};

type Finding = { readonly what: string; readonly isWell: boolean; readonly found: string };

async function findingsOf(more: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await runHere(['doctor', '--json'], { ...settings, ...more });
  const findings: Finding[] = code === 0 ? JSON.parse(stdout) : JSON.parse(stderr).details;
  return { code, found: new Map(findings.map((each) => [each.what, each])) };
}

test('settings that work are well, and a storage keeps nothing of the trial', async () => {
  const storage = await startFakeS3();
  const { smtpUrl } = await startMailServer();
  const issuer = await startFakeIssuer();
  const { code, found } = await findingsOf({
    S3_BUCKET: 'bucket',
    S3_ENDPOINT: String(storage.account.endpoint),
    S3_REGION: storage.account.region,
    S3_ACCESS_KEY_ID: storage.account.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.account.secretAccessKey,
    SMTP_URL: smtpUrl,
    TRACKWAY_OIDC_ISSUER: issuer.url,
    TRACKWAY_OIDC_CLIENT_ID: 'trackway',
  });
  await storage.stop();
  assert.equal(code, 0, JSON.stringify([...found.values()]));
  assert.match(found.get('files')?.found ?? '', /^the bucket bucket can be written$/);
  assert.equal(storage.objects.size, 0);
});

test('each setting that does not work is named with its reason', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`;
  const { code, found } = await findingsOf({
    REDIS_URL: `redis://${nowhere}`,
    S3_BUCKET: 'bucket',
    S3_ENDPOINT: `http://${nowhere}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    SMTP_URL: `smtp://${nowhere}`,
    TRACKWAY_OIDC_ISSUER: `http://${nowhere}`,
    TRACKWAY_OIDC_CLIENT_ID: 'trackway',
  });
  assert.equal(code, 1);
  for (const what of ['files', 'shared limits', 'mail', 'single sign-on']) {
    assert.equal(found.get(what)?.isWell, false, what);
    assert.match(found.get(what)?.found ?? '', /ECONNREFUSED/, what);
  }
  assert.equal(found.get('database')?.isWell, true);
});

test('a database of another version is not called well, and not migrated', async () => {
  const url = await cloneTestDatabase();
  const db = await openDatabase({ url });
  after(() => db.destroy());
  const [last] = await query<{ name: string }>(
    db,
    `delete from trackway_migrations where name = (select max(name) from trackway_migrations) returning name`,
  );
  const name = last?.name ?? '';
  const lacking = await findingsOf({ DATABASE_URL: url });
  assert.equal(lacking.code, 1);
  assert.equal(
    lacking.found.get('database')?.found,
    `The database lacks 1 migration of this version (${name}): restart the service with this version, or run \`trackway migrate\` while no service runs.`,
  );
  assert.equal(lacking.found.has('factor library'), false);
  const run = 'select name from trackway_migrations where name = $1';
  assert.deepEqual(await query(db, run, [name]), []);
  await query(db, `insert into trackway_migrations (name, hash) values ('9999_later.sql', '')`);
  const later = await findingsOf({ DATABASE_URL: url });
  assert.match(
    later.found.get('database')?.found ?? '',
    /^The database has the migration 9999_later\.sql, .* does not know: start the newer version/,
  );
});

test('wrong settings are one line, and nothing else is tried', async () => {
  const { code, found } = await findingsOf({ TRACKWAY_FOO: '1' });
  assert.equal(code, 1);
  assert.deepEqual([...found.keys()], ['runtime', 'configuration']);
  assert.match(
    found.get('configuration')?.found ?? '',
    /^The environment is not right: TRACKWAY_FOO/,
  );
});
