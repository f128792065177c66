import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { at, dataOf } from '../http/client.ts';
import { service } from '../http/world.ts';
import {
  faults,
  invitationTo,
  NEEDS_CHROMIUM,
  newPage,
  PASSWORD,
  signIn,
  strangers,
  visitor,
} from './chromium.ts';

const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';

test('from the link of the owner to a footprint of one’s own product', NEEDS_CHROMIUM, async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/products'));
  await page.getByText('There are no products yet').waitFor();
  await page.getByRole('button', { name: 'Add product' }).click();
  await page.getByLabel('Name').fill('Canvas bag');
  await page.getByLabel('Material', { exact: true }).fill('cotton');
  await page.getByLabel('Mass, kg').fill('0.2');
  await page.getByLabel('Origin').fill('IN');
  await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
  await page.getByRole('heading', { name: 'Canvas bag' }).waitFor();
  await page.getByRole('button', { name: 'Calculate' }).click();
  const headline = Number(await page.locator('.headline strong').textContent());
  assert.ok(headline > 0.2 && headline < 20, `${headline} kg`);
  await page.getByText('95 of 100 values fall between').waitFor();
  const rows = await page.locator('table.bars tbody tr').count();
  assert.ok(rows >= 3, `${rows} phases`);
});

test(
  'a product with a fault keeps what was typed, and the fault is at its field',
  NEEDS_CHROMIUM,
  async () => {
    const { page, urlOf } = await visitor();
    await page.goto(urlOf('/products'));
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByLabel('Name').fill('Bag');
    await page.getByLabel('GTIN').fill('123');
    await page.getByLabel('Material', { exact: true }).fill('cotton');
    await page.getByLabel('Mass, kg').fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Add product' }).click();
    await page.locator('.problem').first().waitFor();
    assert.equal(await page.getByLabel('GTIN').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Bag');
  },
);

test('a key is shown once, works, and is nowhere after Done', NEEDS_CHROMIUM, async () => {
  const { page, urlOf } = await visitor();
  await page.goto(urlOf('/settings/api-keys'));
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Name').fill('Storefront');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByTestId('key').textContent()) ?? '';
  assert.match(key, /^sk_sandbox_tw_/);
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
  await page.keyboard.press('Escape');
  await page.getByText('The key will not be shown again').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Done' }).isDisabled());
  await page.getByLabel('I have stored the key').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('cell', { name: 'Storefront', exact: true }).waitFor();
  assert.ok(!(await holdsOf(page)).includes(key));
  await page.goBack();
  await page.goForward();
  await page.reload();
  await page.getByRole('cell', { name: 'Storefront', exact: true }).waitFor();
  assert.ok(!(await holdsOf(page)).includes(key));
  const me = () =>
    fetch(`${service.url}/sandbox/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{"query":"{ me { name } }"}',
    });
  assert.equal((await me()).status, 200);
  await page.getByRole('button', { name: 'Revoke Storefront' }).click();
  const revoke = page.getByRole('button', { name: 'Revoke key' });
  assert.ok(await revoke.isDisabled());
  await page.getByLabel('Type “Storefront” to confirm').fill('Storefront');
  await revoke.click();
  await page.getByText('Revoked', { exact: false }).first().waitFor();
  for (let tries = 0; (await me()).status !== 401; tries += 1) {
    assert.ok(tries < 40, 'the key is refused within seconds');
    await page.waitForTimeout(100);
  }
});

/** Everything that a page keeps: its document, its address, its storage. */
function holdsOf(page: Page): Promise<string> {
  return page.evaluate(`[
    document.documentElement.outerHTML,
    location.href,
    JSON.stringify(history.state),
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
  ].join('\\n')`);
}

test(
  'the keyboard alone signs in, creates, copies, rotates and revokes a key',
  NEEDS_CHROMIUM,
  async () => {
    const { email, urlOf } = await visitor();
    const page = await newPage();
    const { keyboard } = page;
    await page.goto('/sign-in');
    await tabTo(page, 'E-mail address');
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.waitForURL('**/app/**');
    await page.goto(urlOf('/settings/api-keys'));
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await tabTo(page, 'Create key');
    await keyboard.press('Enter');
    await tabTo(page, 'Name');
    await keyboard.type('By hand');
    await keyboard.press('Enter');
    await page.getByTestId('key').waitFor();
    await tabTo(page, 'Copy key');
    await keyboard.press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    await tabTo(page, 'I have stored the key in a safe place');
    await keyboard.press('Space');
    await tabTo(page, 'Done');
    await keyboard.press('Enter');
    await page.getByRole('cell', { name: 'By hand', exact: true }).waitFor();
    assert.equal(await focusedName(page), 'Create key', 'the dialog gives the focus back');
    await tabTo(page, 'Rotate By hand');
    await keyboard.press('Enter');
    await tabTo(page, 'Rotate key');
    await keyboard.press('Enter');
    await page.getByTestId('key').waitFor();
    await tabTo(page, 'I have stored the key in a safe place');
    await keyboard.press('Space');
    await tabTo(page, 'Done');
    await keyboard.press('Enter');
    await page.getByText('Rotated, ends', { exact: false }).waitFor();
    await tabTo(page, 'Revoke By hand');
    await keyboard.press('Enter');
    await tabTo(page, 'Type “By hand” to confirm');
    await keyboard.type('By hand');
    await keyboard.press('Enter');
    await page.getByText('Revoked', { exact: false }).first().waitFor();
  },
);

async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let steps = 0; steps < 60; steps += 1) {
    const focused = await focusedName(page);
    if (focused === name) return;
    seen.push(focused);
    await page.keyboard.press('Tab');
  }
  assert.fail(`The keyboard does not reach "${name}", only: ${seen.join(' | ')}`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const label = element.labels?.[0] ?? element;
    return (label.textContent ?? '').trim();
  })()`);
}

test('an invited person joins, is demoted, and is thrown out', NEEDS_CHROMIUM, async () => {
  const owner = await visitor();
  await owner.page.goto(owner.urlOf('/settings/members'));
  await owner.page.getByRole('button', { name: 'Invite a person' }).click();
  await owner.page.getByLabel('E-mail address').fill('grace@example.com');
  await owner.page.getByLabel('Role', { exact: true }).selectOption('ADMIN');
  await owner.page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await owner.page.locator('.reveal').textContent()) ?? '';
  const page = await newPage();
  await page.goto(link);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL('**/app/**');
  await owner.page.reload();
  await owner.page.getByLabel('Role of Grace').selectOption('VIEWER');
  await owner.page.getByRole('cell', { name: 'grace@example.com' }).waitFor();
  await page.goto(owner.urlOf('/settings/members'));
  await page.getByText('requires the permission MEMBERS_MANAGE').waitFor();
  const row = owner.page.getByRole('row').filter({ hasText: 'grace@example.com' });
  await row.getByRole('button', { name: 'Remove' }).click();
  await row.getByRole('button', { name: 'Remove Grace' }).click();
  await row.waitFor({ state: 'detached' });
  await page.goto(owner.urlOf('/products'));
  await page.getByRole('heading', { name: 'You are not a member here' }).waitFor();
});

test('a second factor is set up and asked for', NEEDS_CHROMIUM, async () => {
  const { page, email, urlOf } = await visitor();
  await page.goto(urlOf('/settings/security'));
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.reveal').textContent()) ?? '';
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

test('a page of one world asks nothing of the other', NEEDS_CHROMIUM, async () => {
  const { page, urlOf } = await visitor();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(urlOf('/products', 'live'));
  await page.getByText('There are no products yet').waitFor();
  assert.equal(await page.getByText('Sandbox: mock data').count(), 0);
  await page.goto(urlOf('/', 'live'));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  assert.ok(asked.some((path) => path.endsWith('/live')));
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/app/graphql/') && path.endsWith('/sandbox')),
    [],
  );
});

test('hostile texts are shown as texts', NEEDS_CHROMIUM, async () => {
  const { page, urlOf, at: place } = await visitor();
  const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>{{7*7}}';
  const input = {
    name: hostile,
    sku: `"><svg onload=alert(4)>`,
    components: [{ name: hostile, material: 'cotton', massKg: 1 }],
  };
  const made = dataOf(await place.send(CREATE, { input }));
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  await page.goto(urlOf('/products'));
  await page.getByRole('link', { name: hostile }).click();
  await page.getByRole('heading', { name: hostile }).waitFor();
  assert.equal(await page.locator('main img, main svg[onload], main script').count(), 0);
  await page.goto(urlOf(`/products?text=${encodeURIComponent(hostile)}`));
  await page.getByLabel('Find products').waitFor();
  assert.equal(alerts, 0);
  assert.match(String(at(made, 'createProduct', 'product', 'id')), /^prod_/);
});

test('signing in leads to pages of our own only', NEEDS_CHROMIUM, async () => {
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

test('pages cannot be framed, and run no script but their own', NEEDS_CHROMIUM, async () => {
  const { headers } = await fetch(`${service.url}/sign-in`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headers.get('x-frame-options'), 'DENY');
});

test(
  'no page has a finding of axe, in both themes, in both worlds, wide and at 320 px',
  NEEDS_CHROMIUM,
  async () => {
    const findings: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, urlOf, at: place } = await visitor('OWNER', undefined, { colorScheme });
      const components = [{ material: 'cotton', massKg: 0.2, originCountry: 'IN' }];
      const made = dataOf(await place.send(CREATE, { input: { name: 'Bag', components } }));
      const id = String(at(made, 'createProduct', 'product', 'id'));
      await place.send(
        'mutation ($id: ID!) { calculateProductFootprint(input: { productId: $id, detail: FULL, asProductFootprint: true }) { calculation { id } } }',
        { id },
      );
      const pages = [
        '/sign-in',
        await invitationTo(place.organization, 'VIEWER'),
        '/reset/nothing',
        urlOf('/'),
        urlOf('/', 'live'),
        urlOf('/products'),
        urlOf(`/products/${id}`),
        urlOf('/settings/api-keys'),
        urlOf('/settings/members'),
        urlOf('/settings/security'),
        '/app/nowhere/live',
      ];
      for (const path of pages) {
        // The layout is the same in both themes.
        for (const width of colorScheme === 'light' ? [1440, 320] : [1440]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
            .analyze();
          for (const { id: rule, nodes } of violations)
            findings.push(`${colorScheme} ${width} ${path}: ${rule} ${nodes[0]?.html}`);
          const overflow = Number(
            await page.evaluate(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            ),
          );
          if (overflow > 0)
            findings.push(`${colorScheme} ${width} ${path}: ${overflow} px too wide`);
        }
      }
    }
    assert.deepEqual(findings, []);
  },
);

test('no page asked another origin for anything, and none broke', NEEDS_CHROMIUM, () => {
  assert.deepEqual(strangers, []);
  assert.deepEqual(faults, []);
});
