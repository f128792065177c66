import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { configVariables, readConfig } from './config.ts';
import { encodeId } from './platform/ids.ts';
import { OperatorError } from './platform/operator-error.ts';
import { temporaryFolder } from './platform/testing.ts';

test('needs nothing from the environment', () => {
  const config = readConfig({});
  assert.equal(config.port, 4000);
  assert.equal(config.host, '127.0.0.1', 'not reachable from other machines unless HOST says so');
  assert.equal(config.databaseUrl, undefined);
  assert.match(config.dataFolder, /^\/.*\/\.trackway$/);
});

test('reads what is given, and an empty value as none', () => {
  const config = readConfig({
    PORT: '8080',
    REDIS_URL: '',
    TRACKWAY_BASE_URL: 'https://footprints.example/',
    TRACKWAY_ROLE: 'worker',
  });
  assert.equal(config.port, 8080);
  assert.equal(config.redis, undefined);
  assert.equal(config.baseUrl, 'https://footprints.example');
  assert.equal(config.role, 'worker');
});

test('reports all mistakes at once, without repeating what may be secret', () => {
  const env = {
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    TRACKWAY_SECRET: 'too short',
    TRACKWAY_ROLE: 'boss',
    TRACKWAY_DTAA: './x',
    TRACKWAY_BASE_URL: 'https://',
    SMTP_URL: 'smtp://mail example',
    TRACKWAY_CORS_ORIGINS: 'https://shop.example, https://shop.example/path, *',
  };
  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof OperatorError);
      for (const name of Object.keys(env)) assert.match(error.message, new RegExp(`  ${name} `));
      assert.doesNotMatch(error.message, /hunter2|too short/);
      return true;
    },
  );
});

test('refuses a setting that has no effect without another one', () => {
  const registry = { TRACKWAY_PASSPORT_REGISTRY: './registry' };
  assert.throws(() => readConfig(registry), /needs TRACKWAY_PASSPORT_BACKUP_URL too/);
  const backup = { TRACKWAY_ROLE: 'backup' };
  assert.throws(() => readConfig(backup), /needs TRACKWAY_PASSPORT_BACKUP_FOLDER too/);
  const address = { TRACKWAY_PASSPORT_BACKUP_FOLDER: 'https://backup.example' };
  assert.throws(() => readConfig(address), /needs TRACKWAY_PASSPORT_BACKUP_TOKEN too/);
  assert.throws(() => readConfig({ ...backup, ...address }), /is a folder or bucket/);
  const whole = { ...registry, TRACKWAY_PASSPORT_BACKUP_URL: 'https://backup.example/' };
  assert.equal(readConfig(whole).passportBackupUrl, 'https://backup.example');
});

test('refuses a value that could never have an effect, or another one than was meant', () => {
  for (const [wrong, message] of [
    [{ TRACKWAY_SANDBOX_HOST: 'https://sandbox.example' }, /TRACKWAY_SANDBOX_HOST must be a host/],
    [{ WEBHOOK_ALLOWED_HOSTS: 'http://hooks.internal' }, /WEBHOOK_ALLOWED_HOSTS must list hosts/],
    [{ WEBHOOK_ALLOWED_HOSTS: 'localhost, localhost:3000' }, /port, not "localhost:3000"/],
    [{ WEBHOOK_ALLOWED_HOSTS: '[::1]' }, /port, not "\[::1\]"/],
    [{ TRACKWAY_BASE_URL: 'https://a.example?tenant=1' }, /TRACKWAY_BASE_URL must have no user/],
    [{ TRACKWAY_BASE_URL: 'https://user:word@a.example' }, /TRACKWAY_BASE_URL must have no user/],
    [{ TRACKWAY_BASE_URL: 'https://a.example/trackway' }, /BASE_URL must have no path: the pages/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer token' }, /HEADERS must list headers such as/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%ZZ' }, /HEADERS must list headers such as/],
    [{ PORT: '4000', METRICS_PORT: '4000' }, /METRICS_PORT is PORT/],
    [{ SMTP_URL: 'smtp://' }, /SMTP_URL must be an address/],
    [{ TRACKWAY_BACKUP_FOLDER: 's3://backups/a' }, /needs S3_ACCESS_KEY_ID too/],
    [{ TRACKWAY_BACKUP_FOLDER: 's3:/backups' }, /must be a folder, or begin with s3:\/\//],
    [{ TRACKWAY_BACKUP_FOLDER: 'https://backups.example' }, /TRACKWAY_BACKUP_FOLDER must be a fol/],
    [{ TRACKWAY_PASSPORT_BACKUP_FOLDER: 's3://b/a' }, /needs S3_ACCESS_KEY_ID too/],
    [{ TRACKWAY_PASSPORT_REGISTRY: 'ftp://registry' }, /TRACKWAY_PASSPORT_REGISTRY must be a fol/],
  ] as const)
    assert.throws(() => readConfig(wrong), message);
  const right = readConfig({
    TRACKWAY_SANDBOX_HOST: 'Sandbox.example:8443',
    WEBHOOK_ALLOWED_HOSTS: 'Hooks_1.internal, 10.0.0.5, ::1',
    PORT: '0',
    METRICS_PORT: '0',
    TRACKWAY_BACKUP_FOLDER: './a:b',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20t=, x-a=b',
  });
  assert.deepEqual(right.telemetry.headers, { authorization: 'Bearer t=', 'x-a': 'b' });
  assert.equal(right.sandboxHost, 'sandbox.example:8443');
  assert.deepEqual(right.webhookAllowedHosts, ['hooks_1.internal', '10.0.0.5', '::1']);
});

test('an identity provider needs an issuer that can be trusted, and a client id', () => {
  const issuer = 'https://login.example.com/realm/';
  const right = { TRACKWAY_OIDC_ISSUER: issuer, TRACKWAY_OIDC_CLIENT_ID: 'trackway' };
  // The last slash belongs to the name of the issuer.
  assert.equal(readConfig(right).singleSignOn?.issuer, issuer);
  const own = { ...right, TRACKWAY_OIDC_ISSUER: 'http://localhost:8080' };
  assert.equal(readConfig(own).singleSignOn?.name, 'single sign-on');
  for (const [wrong, message] of [
    [{ TRACKWAY_OIDC_ISSUER: issuer }, /TRACKWAY_OIDC_CLIENT_ID must both be set/],
    [{ TRACKWAY_OIDC_CLIENT_ID: 'trackway' }, /TRACKWAY_OIDC_CLIENT_ID must both be set/],
    [{ TRACKWAY_OIDC_NAME: 'Acme' }, /TRACKWAY_OIDC_NAME needs TRACKWAY_OIDC_ISSUER/],
    [{ TRACKWAY_OIDC_CLIENT_SECRET: 'x' }, /CLIENT_SECRET needs TRACKWAY_OIDC_ISSUER/],
    [{ ...right, TRACKWAY_OIDC_ISSUER: 'http://login.example.com' }, /must be an https/],
    [{ ...right, TRACKWAY_OIDC_ISSUER: `${issuer}?tenant=1` }, /must be an https/],
    [{ ...right, TRACKWAY_OIDC_ISSUER: 'login.example.com' }, /must be an https/],
  ] as const)
    assert.throws(() => readConfig(wrong), message);
});

test('signing keys are private keys of P-256 in PKCS#8 that can be read', async () => {
  const folder = await temporaryFolder('keys');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = { format: 'pem', type: 'pkcs8' } as const;
  const passphrase = 'hunter2';
  const { privateKey: foreign } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const files = {
    right: privateKey.export(pem),
    sealed: privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase }),
    curve: foreign.export(pem),
    sec1: privateKey.export({ format: 'pem', type: 'sec1' }),
    public: publicKey.export({ format: 'pem', type: 'spki' }),
    broken: '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [uuid, other] = [randomUUID(), randomUUID()];
  const entry = (name: string, id = uuid) =>
    `${encodeId('organization', id)}=${join(folder, name)}`;
  const read = (keys: string, more: NodeJS.ProcessEnv = {}) =>
    readConfig({ TRACKWAY_SIGNING_KEYS: keys, ...more }).signingKeys;
  const right = { TRACKWAY_SIGNING_KEYS_PASSPHRASE: passphrase };
  const two = read(`${entry('right')},${entry('sealed', other)}`, right);
  assert.deepEqual([...two.keys()], [uuid, other]);
  assert.ok(two.get(other)?.equals(privateKey));
  for (const [keys, message, more] of [
    [entry('none'), /cannot be read \(ENOENT\)/],
    [entry('curve'), /not of the curve P-256/],
    [entry('sec1'), /not a private key in PKCS#8/],
    [entry('public'), /not a private key in PKCS#8/],
    [entry('broken'), /malformed/],
    [entry('sealed'), /encrypted: set TRACKWAY_SIGNING_KEYS_PASSPHRASE/],
    [entry('sealed'), /does not open/, { TRACKWAY_SIGNING_KEYS_PASSPHRASE: 'other' }],
    [`${entry('right')},${entry('right')}`, /twice/],
    [join(folder, 'right'), /must list files such as/],
    ['', /PASSPHRASE needs TRACKWAY_SIGNING_KEYS/, right],
  ] as const)
    assert.throws(
      () => read(keys, more),
      ({ message: text }: Error) => message.test(text) && !/hunter2|MIGH/.test(text),
      String(message),
    );
});

test('reads replicas as several hosts or several URLs', () => {
  const read = (DATABASE_REPLICA_URL: string) =>
    readConfig({ DATABASE_URL: 'postgresql://db/x', DATABASE_REPLICA_URL }).replicaUrls;
  assert.deepEqual(read(''), []);
  assert.deepEqual(read('postgresql://me:a,b@one:1,two/x,postgres://three/y?sslmode=require'), [
    'postgresql://me:a,b@one:1/x',
    'postgresql://me:a,b@two/x',
    'postgres://three/y?sslmode=require',
  ]);
  const wrong: Readonly<Record<string, RegExp>> = {
    'mysql://me:hunter2@one/x': /DATABASE_REPLICA_URL must have the form/,
    'postgresql://one/x?pool=1': /"pool", which has no effect/,
    'postgresql://one,two/x?target_session_attrs=primary': /each host is a replica of its own/,
  };
  for (const [url, expected] of Object.entries(wrong))
    assert.throws(() => read(url), expected, url);
  assert.throws(
    () => readConfig({ DATABASE_REPLICA_URL: 'postgresql://one/x' }),
    /needs DATABASE_URL too/,
  );
});

test('declares every variable once, with a meaning', () => {
  const variables = configVariables();
  assert.equal(new Set(variables.map(({ name }) => name)).size, variables.length);
  for (const { name, meaning } of variables) assert.match(meaning, /^[A-Z].*\.$/, name);
});
