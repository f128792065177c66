import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { decodedSymbols } from '../../server/src/domains/assets/drawing/decode-symbol.ts';
import { requestsOf } from '../docs/requests.ts';
import { at, type Client, dataOf } from '../http/client.ts';

const GUIDE = 'docs/guides/passports.md';
const DPP =
  'query ($externalId: String!) { dpp(externalId: $externalId) { uri productIdentifier } }';

/** Width of a common phone in CSS pixels. */
const PHONE = { width: 390, height: 844 };

const PRINT = { width: 300, height: 300 };

/** Passports that the guide makes, by the name of their pictures. */
export const GUIDE_PASSPORTS = {
  shirt: 'guide-passport',
  battery: 'guide-passport-battery-1',
} as const;

/** Sends the requests of the guide up to the publication of its two passports. */
export async function makeGuidePassports(client: Client): Promise<void> {
  const requests = requestsOf(GUIDE);
  const last = requests.findLastIndex(({ query }) => query.includes('publishDpp'));
  for (const { query, variables } of requests.slice(0, last + 1))
    dataOf(await client.send(query, JSON.parse(variables)));
}

/** Opens the page of a passport by its own QR code, as a camera does; returns the picture of the code. */
export async function scan(page: Page, client: Client, externalId: string): Promise<Buffer> {
  const dpp = at(dataOf(await client.send(DPP, { externalId })), 'dpp');
  const uri = String(at(dpp, 'uri'));
  await page.setViewportSize(PRINT);
  await page.goto(`${uri}/qr.svg`);
  const code = await page.screenshot();
  assert.deepEqual(await decodedSymbols(code), [at(dpp, 'productIdentifier')]);
  const [address = ''] = await decodedSymbols(code);
  await page.setViewportSize(PHONE);
  await page.goto(address);
  assert.equal(page.url(), uri);
  return code;
}
