import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { personIn } from '../people/browser.ts';
import { service, world } from '../world.ts';
import { act, draft } from './desk.ts';

const place = await world({ tier: 'ENTERPRISE' });
const { organization } = place;
const FOLDER = `/app/passports/${encodeId('organization', organization.id)}`;

test('a draft has a page as readers would see it, without what only a published passport has', async () => {
  const id = await draft(place, {
    conformityDocuments: [{ type: 'TEST_REPORT', url: 'https://acme.example/test' }],
  });
  const { browser } = await personIn(organization, 'VIEWER');
  const page = await browser.request(`${FOLDER}/live/${id}?lang=de`);
  const html = await page.text();
  assert.equal(page.status, 200, html);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(html, /Entwurf: noch nicht veröffentlicht/);
  assert.match(html, /<h1>.*Crew neck T-shirt.*<\/h1>/);
  assert.doesNotMatch(html, /acme\.example\/test|SHA-256|qr\.svg|\/verify|canonical|\.jsonld/);
  // A link of another language stays with the draft and its audience.
  assert.match(html, new RegExp(`href="${FOLDER}/live/${id}\\?audience=PUBLIC&amp;lang=fr"`));

  const asAuthority = await browser.request(`${FOLDER}/live/${id}?audience=AUTHORITY`);
  assert.match(await asAuthority.text(), /acme\.example\/test/);
  assert.equal((await browser.request(`${FOLDER}/live/${id}/picture`)).status, 404);
});

test('the page of a draft is for the members of its organization, and ends with its publication', async () => {
  const id = await draft(place);
  const { browser } = await personIn(organization, 'VIEWER');
  const elsewhere = await world({ tier: 'ENTERPRISE' });
  const { browser: stranger } = await personIn(elsewhere.organization, 'OWNER');
  const own = `/app/passports/${encodeId('organization', elsewhere.organization.id)}`;
  const statusFor = async (each: typeof browser, path: string) => (await each.request(path)).status;
  assert.equal(await statusFor(stranger, `${FOLDER}/live/${id}`), 403);
  assert.equal(await statusFor(stranger, `${own}/live/${id}`), 404);
  assert.equal(await statusFor(browser, `${FOLDER}/sandbox/${id}`), 404);
  assert.equal(await statusFor(browser, `${FOLDER}/live/${id}`), 200);
  const fromSite = async (site: string) => {
    const headers = { cookie: browser.cookies, 'sec-fetch-site': site };
    return (await fetch(`${service.url}${FOLDER}/live/${id}`, { headers })).status;
  };
  assert.equal(await fromSite('none'), 200, 'a person types the address');
  assert.equal(await fromSite('cross-site'), 403);
  await act(place, 'publishDpp', { id });
  assert.equal(await statusFor(browser, `${FOLDER}/live/${id}`), 404);
});
