import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodedSymbols } from '../../server/src/domains/assets/drawing/decode-symbol.ts';
import { service } from '../http/world.ts';
import { newPage, PASSWORD, pageTest, signIn, signOut, visitor } from './chromium.ts';

pageTest('an invited person joins, is demoted, and is thrown out', async () => {
  const owner = await visitor();
  await owner.page.goto(owner.urlOf('/settings/members'));
  await owner.page.getByRole('button', { name: 'Invite a person' }).click();
  await owner.page.getByLabel('E-mail address').fill('grace@example.com');
  await owner.page.getByRole('radio', { name: 'Admin' }).check();
  await owner.page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await owner.page.locator('.reveal').textContent()) ?? '';
  const page = await newPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/app/**');
  await owner.page.reload();
  const role = owner.page.getByLabel('Role of Grace');
  await role.selectOption('VIEWER');
  // The list shows the role before the change until the service has answered.
  await role.locator('option[value=VIEWER]:checked').waitFor({ state: 'attached' });
  await page.goto(owner.urlOf('/settings/members'));
  await page.getByText('This needs the permission “Members manage”').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Invite a person' }).count(), 0);
  await page.goto(owner.urlOf('/settings/api-keys'));
  await page.getByText('This needs the permission “API keys manage”').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0);
  for (const path of ['/requests', '/settings/audit']) {
    await page.goto(owner.urlOf(path));
    await page.getByText('This needs the permission').waitFor();
    assert.equal(await page.locator('main form').count(), 0, `${path} has filters`);
  }
  const row = owner.page.getByRole('row').filter({ hasText: 'grace@example.com' });
  await row.getByRole('button', { name: 'Remove Grace' }).dblclick();
  const remove = owner.page.getByRole('button', { name: 'Remove member' });
  assert.ok(await remove.isDisabled(), 'a double press removes nobody');
  await owner.page.getByLabel('Type “Grace” to confirm').fill('Grace');
  await remove.click();
  await row.waitFor({ state: 'detached' });
  await owner.page.goto(owner.urlOf('/settings/audit?from=2000-01-01&to=2000-01-01'));
  await owner.page.getByText('Nothing matches these filters.').waitFor();
  await owner.page.getByLabel('Last day').fill('2099-12-31');
  await owner.page.getByRole('button', { name: 'Find' }).click();
  const removal = owner.page.getByRole('row').filter({ hasText: 'member.removed' });
  await removal.getByRole('link').first().click();
  await owner.page.waitForURL('**/settings/audit?from=2000-01-01&to=2099-12-31&actor=usr_*');
  const handed = owner.page.waitForEvent('download');
  await owner.page.getByRole('button', { name: 'Export the latest 5,000' }).click();
  const log = await readFile(await (await handed).path(), 'utf8');
  assert.match(log, /^"createdAt","actorKind"/);
  assert.match(log, /"member\.removed","mem_/);
  await page.goto(owner.urlOf('/products'));
  await page.getByRole('heading', { name: 'You are not a member here' }).waitFor();
});

pageTest('a second factor is set up and asked for', async () => {
  const { page, email, urlOf } = await visitor();
  await page.goto(urlOf('/settings/security'));
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.reveal').textContent()) ?? '';
  const picture = await page.getByRole('img', { name: 'QR code of the secret' }).screenshot();
  const [uri = ''] = await decodedSymbols(picture);
  assert.equal(uri, await page.getByRole('link', { name: 'Open in' }).getAttribute('href'));
  assert.equal(new URL(uri).searchParams.get('secret'), secret);
  assert.equal(decodeURIComponent(new URL(uri).pathname), `/Trackway:${email}`);
  const recoveryCodes = ((await page.locator('pre').textContent()) ?? '').split('\n');
  assert.ok(recoveryCodes.length >= 8);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('On', { exact: true }).waitFor();
  const other = await newPage();
  await signIn(other, email);
  await other.getByLabel('Six digits of your authenticator').fill('000000');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('alert').waitFor();
  await other.getByLabel('Six digits of your authenticator').fill(codeOf(secret));
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.waitForURL('**/app/**');
  const third = await newPage();
  await signIn(third, email);
  await third.getByRole('button', { name: 'Use a recovery code' }).click();
  await third.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await third.getByRole('button', { name: 'Continue' }).click();
  await third.waitForURL('**/app/**');
});

pageTest(
  'a passkey is added, signs in, is refused without a check of the person, and is removed',
  async () => {
    const { page, urlOf } = await visitor();
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(urlOf('/settings/security'));
    await page.getByLabel('Name of the new passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('button', { name: 'Remove Laptop' }).waitFor();
    await signOut(page);
    await page.waitForURL('**/sign-in*');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/app/**');
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    assert.equal(credentials.length, 1);
    // The flags of the signed data say whether the person was verified: the service reads them itself.
    await page.route('**/verify-authentication', async (route) => {
      const body = route.request().postDataJSON();
      const data = Buffer.from(body.response.response.authenticatorData, 'base64url');
      data.writeUInt8(data.readUInt8(32) & ~0b100, 32);
      body.response.response.authenticatorData = data.toString('base64url');
      await route.continue({ postData: JSON.stringify(body) });
    });
    await signOut(page);
    await page.waitForURL('**/sign-in*');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('This passkey did not verify you').waitFor();
    await page.unroute('**/verify-authentication');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/app/**');
    await page.goto(urlOf('/settings/security'));
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    await page.getByText('You have no passkeys yet').waitFor();
  },
);

/** RFC 6238 with SHA-1, 30 s and six digits. */

function codeOf(secret: string): string {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

pageTest('signing in leads to pages of our own only', async () => {
  const { email } = await visitor();
  for (const target of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) {
    const page = await newPage();
    await page.goto(`/sign-in?to=${encodeURIComponent(target)}`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/app/**');
    assert.ok(page.url().startsWith(service.url), page.url());
    await page.context().close();
  }
});

pageTest('single sign-on leads to the provider, and a refusal says what to do', async () => {
  const page = await newPage();
  // The service of the tests has no provider: the answers that one leads to are given here.
  await page.route('**/app/session', async (route) => {
    const response = await route.fetch();
    const session = Object(await response.json());
    await route.fulfill({
      response,
      json: { ...session, isSignUpOpen: true, singleSignOn: { name: 'Acme' } },
    });
  });
  await page.route('**/app/auth/sign-in/social', (route) =>
    route.fulfill({ json: { url: '/sign-in?error=account_not_linked' } }),
  );
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await page.getByText('connect Acme under Settings, Security').waitFor();
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await page.getByLabel('Name of your organization').fill('Acme');
  await page.getByRole('button', { name: 'Continue with Acme' }).waitFor();
});
