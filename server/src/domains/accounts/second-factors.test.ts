import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { AUTH_PATH, openAuthentication } from './authentication.ts';
import { digestOfPassword } from './password.ts';

const { db } = await testDatabase();
const ORIGIN = 'http://localhost:4000';
const PASSWORD = 'seven quiet lighthouses';
const CLIENT_ADDRESS = '127.0.0.1';

/** A browser on a service with these secrets, the current one first. */
async function browserOf(secret: string, ...earlier: readonly string[]) {
  const secrets = await openSecrets(secret, '', earlier);
  const { answer } = await openAuthentication({
    db,
    secrets,
    baseUrl: () => ORIGIN,
    singleSignOn: undefined,
    isSignUpOpen: false,
    log: createLog('silent'),
  });
  const cookies = new Map<string, string>();
  return async (path: string, body: object): Promise<{ status: number; body: object }> => {
    const response = await answer(
      new Request(`${ORIGIN}${AUTH_PATH}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: ORIGIN,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify(body),
      }),
      CLIENT_ADDRESS,
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: response.status, body: Object(await response.json()) };
  };
}

async function personNamed(email: string): Promise<void> {
  const id = newUuid();
  await sql`insert into users (id, name, email, email_verified) values (${id}, 'Ada', ${email}, true)`.execute(
    db,
  );
  await sql`insert into credentials (id, user_id, provider_id, account_id, password)
    values (${newUuid()}, ${id}, 'credential', ${id}, ${await digestOfPassword(PASSWORD, CLIENT_ADDRESS)})`.execute(
    db,
  );
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app at this moment (RFC 6238: SHA-1, 30 s, 6 digits). */
function codeOf(uri: string): string {
  const letters = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...letters].map((each) => BASE32.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const code = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000;
  return String(code).padStart(6, '0');
}

test('second factors of an earlier secret still work, and do without it after the next start', async () => {
  const email = 'ada@example.com';
  await personNamed(email);
  const first = await browserOf('the first secret of the service');
  assert.equal((await first('/sign-in/email', { email, password: PASSWORD })).status, 200);
  const { body: enrolment } = await first('/two-factor/enable', { password: PASSWORD });
  const uri = 'totpURI' in enrolment ? String(enrolment.totpURI) : '';
  const codes = 'backupCodes' in enrolment ? enrolment.backupCodes : undefined;
  assert.ok(Array.isArray(codes));
  const proven = await first('/two-factor/verify-totp', { code: codeOf(uri) });
  assert.equal(proven.status, 200, JSON.stringify(proven.body));

  for (const [secret, ...earlier] of [
    ['the second secret of the service', 'the first secret of the service'],
    ['the second secret of the service'],
    ['the third secret of the service', 'the second secret of the service'],
  ] as const) {
    const browser = await browserOf(secret, ...earlier);
    const { body } = await browser('/sign-in/email', { email, password: PASSWORD });
    assert.equal('twoFactorRedirect' in body && body.twoFactorRedirect, true);
    const byCode = await browser('/two-factor/verify-totp', { code: codeOf(uri) });
    assert.equal(byCode.status, 200, JSON.stringify(byCode.body));
    const again = await browserOf(secret, ...earlier);
    await again('/sign-in/email', { email, password: PASSWORD });
    const byBackup = await again('/two-factor/verify-backup-code', { code: codes.pop() });
    assert.equal(byBackup.status, 200, JSON.stringify(byBackup.body));
  }
});
