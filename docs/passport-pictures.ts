import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { GUIDE_PASSPORTS, makeGuidePassports, scan } from '../tests/browser/passport-scan.ts';
import { clientOf } from '../tests/http/client.ts';

/**
 * Takes the pictures of `docs/guides/passports.md` from the passports that its requests make:
 * `bin/node docs/passport-pictures.ts <sandbox endpoint> <key>`, with a key of ENTERPRISE of a fresh sandbox.
 */

const FOLDER = join(import.meta.dirname, 'pictures');

const [endpoint, key] = process.argv.slice(2);
if (endpoint === undefined || key === undefined)
  throw new Error('Give the address of /sandbox/graphql and a sandbox key of ENTERPRISE.');
const client = clientOf(endpoint, key);
await makeGuidePassports(client);
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);
if (executablePath === undefined) throw new Error('Install chromium-headless-shell or chromium.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const [name, externalId] of Object.entries(GUIDE_PASSPORTS)) {
  const page = await browser.newPage({
    deviceScaleFactor: 1.5,
    javaScriptEnabled: false,
  });
  await writeFile(join(FOLDER, `passport-${name}-code.png`), await scan(page, client, externalId));
  const path = join(FOLDER, `passport-${name}-phone.png`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
await browser.close();
