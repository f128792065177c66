import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Audit, serverAudits } from 'graphql-http';
import { world } from './world.ts';

const { endpoint, key } = await world();

const audits = serverAudits({
  url: endpoint,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { 'X-API-Key': key, ...init.headers } }),
});

/** Optional audits that apply only to a server that accepts queries by GET. */
const IS_ABOUT_GET = /\bGETs?\b/;

test('fails none of the GraphQL-over-HTTP audits', async () => {
  const results = await Promise.all(audits.map((audit: Audit) => audit.fn()));
  const seldom = results.filter(({ status }) => status !== 'ok');
  assert.equal(results.length, 61);
  assert.deepEqual(
    seldom.map(({ name, status }) => [IS_ABOUT_GET.test(name), status, name]),
    seldom.map(({ name }) => [true, 'notice', name]),
  );
  assert.equal(seldom.length, 3);
});
