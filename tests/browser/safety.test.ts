import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import { at, dataOf } from '../http/client.ts';
import { service } from '../http/world.ts';
import { invitationTo, pageTest, visitor } from './chromium.ts';

const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';

pageTest('a page of one world asks nothing of the other', async () => {
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

pageTest(
  'no page has a finding of axe, in both themes, in both worlds, wide and at 320 px',
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
        '/explorer',
        '/docs',
        '/docs/guides/orders',
        '/docs/reference/types/Product',
        '/docs/search?q=order',
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
