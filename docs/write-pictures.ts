import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';

/**
 * Takes the pictures of the README: `bin/node docs/write-pictures.ts <link> <sandbox key>`, with the one-time link for
 * the owner and the key that a first `npm start` prints. The sandbox of that service holds the mock data.
 */

const FOLDER = join(import.meta.dirname, 'pictures');
const WIDTHS = [360, 768, 1440];

/** Requests of a program, which Home and the pages of requests and usage show. */
const REQUESTS = [
  ...['{ me { name } }', '{ products(first: 20) { nodes { id name } } }'],
  ...['{ orders(first: 20) { nodes { id state } } }', '{ customers(first: 20) { nodes { id } } }'],
  ...['{ search(query: "cotton", first: 5) { edges { type } } }', '{ orders { state } }'],
];
const ROUNDS = 20;

const [link, key] = process.argv.slice(2);
if (link === undefined || key === undefined)
  throw new Error('Give the link for the owner and the sandbox key that the first start printed.');
for (let round = 0; round < ROUNDS; round += 1)
  // The last one is refused, and sent less often.
  for (const query of REQUESTS.slice(0, round % 5 === 0 ? undefined : -1))
    await fetch(new URL('/sandbox/graphql', link), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query }),
    });
await mkdir(FOLDER, { recursive: true });
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
if (executablePath === undefined) throw new Error('Install chromium-headless-shell or chromium.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ reducedMotion: 'reduce' });
await page.goto(link);
await page.getByLabel('Your name').fill('Mara Lindqvist');
await page.getByLabel('E-mail address').fill('mara@example.com');
await page.getByLabel('Password').fill('seven quiet lighthouses');
await page.getByRole('button', { name: 'Join' }).click();
await page.waitForURL('**/app/**');
const base = page.url().replace(/\/$/, '');

await page.goto(`${base}/products?sort=name&text=Cotton`);
await page.locator('tbody a').first().click();
await page.getByRole('button', { name: /alculate/ }).click();
await page.getByText('95 of 100 values').waitFor();
const product = new URL(page.url()).pathname.slice(new URL(base).pathname.length);
await page.goto(`${base}/supply-chains`);
await page.locator('tbody a').first().click();
await page.locator('.chain-node').first().waitFor();
const chain = new URL(page.url()).pathname.slice(new URL(base).pathname.length);

/** The page counts the requests of a minute some time after it. */
const home = async () => {
  await page.goto(`${base}/`);
  await page.waitForLoadState('networkidle');
  return (await page.getByText('Answered under').count()) > 0;
};
while (!(await home())) await wait(5_000);

const pages = {
  home: '/',
  products: '/products',
  product,
  materials: `${product}?tab=materials`,
  levers: `${product}?tab=levers`,
  'supply-chain': chain,
  map: `${chain}?view=map`,
  orders: '/orders',
  customers: '/customers',
  factors: '/factors',
  scenarios: '/scenarios',
  passports: '/passports',
  partners: '/partners',
  assets: '/assets',
  webhooks: '/webhooks',
  import: '/imports',
  requests: '/requests',
  'audit-log': '/settings/audit',
  'api-keys': '/settings/api-keys',
  usage: '/settings/usage',
  members: '/settings/members',
};
for (const [name, path] of Object.entries(pages))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${base}${path}`);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${name}-${width}.png`) });
  }
await browser.close();
