import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { at, dataOf } from '../http/client.ts';
import { service } from '../http/world.ts';
import { pageTest, visitor } from './chromium.ts';

const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';

/** Keeps each title that the page ever has. */
const NOTE_TITLES = `
  window.titles = new Set();
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) titles.add(textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });`;

pageTest('a page of one world asks nothing of the other', async () => {
  const { page, urlOf } = await visitor();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(urlOf('/products', 'live'));
  await page.getByText('There are no products yet').waitFor();
  assert.equal(await page.getByText('Sandbox. Mock data').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Reset sandbox' }).count(), 0);
  await page.goto(urlOf('/', 'live'));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  assert.ok(asked.some((path) => path.endsWith('/live')));
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/app/graphql/') && path.endsWith('/sandbox')),
    [],
  );
});

pageTest('the sandbox is reset after a typed confirmation, and a long one followed', async () => {
  const { page, urlOf } = await visitor();
  const keys: (string | undefined)[] = [];
  let isReset = false;
  await page.route('**/app/graphql/**/sandbox', (route, request) => {
    if (request.postData()?.includes('resetSandbox') !== true) return route.fallback();
    keys.push(request.headers()['idempotency-key']);
    return route.fulfill({ json: { data: { resetSandbox: { isReset } }, extensions: {} } });
  });
  await page.goto(urlOf('/orders'));
  await page.getByRole('button', { name: 'Reset sandbox' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type “reset” to confirm').fill('reset');
  await dialog.getByRole('button', { name: 'Reset sandbox' }).click();
  const goesOn = page.getByRole('status').filter({ hasText: 'The reset goes on' });
  await goesOn.waitFor();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  isReset = true;
  await goesOn.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reset sandbox' }).waitFor();
  assert.ok(keys.length >= 2 && new Set(keys).size === 1, 'one reset was asked for');
});

for (const [language, title] of [
  ['de', 'Übersicht'],
  ['fr', 'Accueil'],
] as const)
  pageTest(
    `the first load of Home takes at most 170 kB of gzipped scripts in ${language}`,
    async () => {
      const { page, urlOf } = await visitor();
      // English is in the pages; another language has scripts of its own.
      await page.goto('/healthz');
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      const scripts: Promise<number>[] = [];
      const add = async (script: Response) => gzipSync(await script.body()).length;
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(add(response));
      });
      await page.addInitScript(NOTE_TITLES);
      await page.goto(urlOf('/'));
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await page.evaluate('[...titles]'), [title], 'no page shows English first');
      const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0);
      assert.ok(bytes > 100_000 && bytes <= 170_000, `${bytes} bytes`);
    },
  );

pageTest('hostile texts are shown as texts', async () => {
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

pageTest('pages cannot be framed, and run no script but their own', async () => {
  const { headers } = await fetch(`${service.url}/sign-in`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headers.get('x-frame-options'), 'DENY');
});
