import assert from 'node:assert/strict';
import { addVersion, publish, setState } from '../http/passports/published.ts';
import { service, world } from '../http/world.ts';
import { axeOf } from './axe.ts';
import { newPage, pageTest } from './chromium.ts';
import { GUIDE_PASSPORTS, makeGuidePassports, scan } from './passport-scan.ts';

const { scope } = await world();
const shirt = await publish({ scope });
const suspended = await publish({ scope });
await setState({ scope }, suspended, 'SUSPENDED', 'Wrong fibre shares');
const revoked = await publish({ scope });
await setState({ scope }, revoked, 'REVOKED', 'Never made');
const amended = await publish({ scope });
await addVersion({ scope, gtin: amended.gtin }, amended.uuid, 2);
const sample = await publish({ scope: { ...scope, environment: 'SANDBOX' } });

const PAGES = [
  `/dpp/${shirt.id}`,
  `/dpp/${shirt.id}?lang=el`,
  `/dpp/${shirt.id}?lang=de`,
  `/dpp/${suspended.id}`,
  `/dpp/${revoked.id}`,
  `/dpp/${amended.id}/versions/1`,
  `/sandbox/dpp/${sample.id}`,
  '/01/09506000134352',
  `/verify?url=${encodeURIComponent(`${service.url}/dpp/${shirt.id}`)}`,
  `/verify?url=${encodeURIComponent(`${service.url}/dpp/${shirt.id}`)}&lang=fr`,
];

pageTest('the public pages have no finding of axe without script, light and dark', async () => {
  // axe itself is a script: the pages are read with the setting on, and have none of their own.
  const page = await newPage({ viewport: { width: 360, height: 800 } });
  for (const path of PAGES) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    const light = await (await axeOf(page)).analyze();
    await page.emulateMedia({ colorScheme: 'dark' });
    // Themes differ in colours only.
    const dark = await (await axeOf(page)).withRules(['color-contrast']).analyze();
    const found = [light, dark].map(({ violations }) =>
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    );
    assert.deepEqual(found, [[], []], path);
  }
});

pageTest(
  'the page works without script at 320 px, with text twice as large and in print',
  async () => {
    const page = await newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
    await page.goto(`/dpp/${shirt.id}`);
    assert.ok(await page.getByRole('heading', { level: 1, name: 'Crew neck T-shirt' }).isVisible());
    for (const name of ['Made of', 'Carbon footprint', 'Its way here', 'Care and repair'])
      assert.ok(await page.getByRole('heading', { name }).isVisible(), name);
    const box = await page.locator('main').boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.width <= 320);
    assert.equal(await page.getByRole('row').count(), 4);
    await page.getByText('Documents').click();
    assert.ok(await page.getByText('EU declaration of conformity').isVisible());
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByText('SHA-256').isVisible(), 'details are open in print');
    assert.ok(await page.getByAltText('QR code of this passport').isVisible());
  },
);

pageTest('the code of a passport is loaded with its page: print waits for no picture', async () => {
  const page = await newPage();
  await page.goto(`/dpp/${shirt.id}`, { waitUntil: 'load' });
  assert.ok(Number(await page.evaluate("document.querySelector('.qr').naturalWidth")) > 0);
});

pageTest('nothing of a page is wider than a screen of 320 px, in any language', async () => {
  const page = await newPage({ viewport: { width: 320, height: 700 } });
  for (const language of ['en', 'de', 'el', 'fi', 'hu', 'mt']) {
    await page.goto(`/dpp/${shirt.id}?lang=${language}`);
    await page.evaluate('document.documentElement.style.fontSize = "200%"');
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(width) <= 320, `${language}: ${width} px`);
  }
});

pageTest('the passports of the guide open on a phone by their own QR codes', async () => {
  const sandbox = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  await makeGuidePassports(sandbox);
  const page = await newPage({ javaScriptEnabled: false });
  const expected = {
    shirt: ['Crew neck T-shirt', 'Made of', 'Carbon footprint', 'Its way here', 'Pass it on'],
    battery: ['Traction battery 60 kWh', 'Made of', 'Carbon footprint', 'B-0001', 'More data'],
  };
  for (const name of ['shirt', 'battery'] as const) {
    await scan(page, sandbox, GUIDE_PASSPORTS[name]);
    for (const text of expected[name])
      assert.ok(await page.getByText(text, { exact: true }).first().isVisible(), text);
    const box = await page.locator('main').boundingBox();
    assert.ok(box !== null && box.width <= 390, name);
  }
  await page.emulateMedia({ media: 'print' });
  const written = (link: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${link}'), '::after').content`);
  assert.match(String(await written('.formats a')), /http/);
  const address = `${service.url}/verify?url=${service.url}/`;
  assert.ok(
    String(await written('main [data-printed]')).includes(address),
    'paper says where to check',
  );
  assert.equal(await written('.bare'), 'none', 'an address is not written twice');
});
