import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../server/src/platform/testing.ts';
import { at, clientOf, dataOf } from '../http/client.ts';
import { service } from '../http/world.ts';
import { newPage, PASSWORD, pageTest, visitor } from './chromium.ts';
import { focusedName, tabTo } from './keyboard.ts';

pageTest('a key is shown once, works, and is nowhere after Done', async () => {
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
  await until(async () => (await me()).status === 401);
});

pageTest(
  'a key for a partner reads footprints, and nothing else that it was not given',
  async () => {
    const { page, urlOf } = await visitor();
    await page.goto(urlOf('/settings/api-keys'));
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Clay works');
    for (const select of await dialog.locator('fieldset select').all())
      await select.selectOption('none');
    await dialog.getByLabel('Your footprints, as a partner (PACT)').selectOption('Read only');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByTestId('key').textContent()) ?? '';
    const me = await clientOf(`${service.url}/sandbox/graphql`, key).send(
      '{ me { apiKey { permissions } } }',
    );
    const permissions = at(dataOf(me), 'me', 'apiKey', 'permissions');
    assert.deepEqual(permissions, ['FOOTPRINTS_READ']);
  },
);

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

pageTest('the keyboard alone signs in, creates, copies, rotates and revokes a key', async () => {
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
});
