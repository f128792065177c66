import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** As Playwright's `networkidle`. */
const QUIET_MS = 500;
const LIMIT_MS = 60_000;

/**
 * Visits addresses of the app in one document, as its links do: loading the app for each takes twice the CPU time. A visit
 * ends when the page is there with all that it asks for.
 */
export function visitsOf(page: Page): (path: string) => Promise<void> {
  const open = new Set<Request>();
  let changedAt = 0;
  const begin = (request: Request) => {
    open.add(request);
    changedAt = performance.now();
  };
  const end = (request: Request) => {
    open.delete(request);
    changedAt = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  // Requests of a document that is left may never end.
  page.on('domcontentloaded', () => open.clear());
  const heading = page.getByRole('heading', { level: 1 });
  const busy = page.locator('[aria-busy=true]');
  return async (path) => {
    // The app is there.
    await heading.waitFor();
    assert.equal(await page.evaluate(moveTo(path)), path);
    await heading.waitFor();
    const limit = performance.now() + LIMIT_MS;
    changedAt = performance.now();
    while (open.size > 0 || performance.now() < changedAt + QUIET_MS || (await busy.count()) > 0) {
      const urls = [...open].map((request) => request.url());
      assert.ok(performance.now() < limit, `${path} is not ready; it asks for: ${urls.join()}`);
      await wait(50);
    }
  };
}

/** The router keeps its promise when the page is drawn; a frame later the effects of the page have asked for its data. */
const moveTo = (path: string) => `(async () => {
  await __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return decodeURIComponent(location.pathname + location.search);
})()`;
