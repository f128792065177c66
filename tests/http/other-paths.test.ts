import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service, world } from './world.ts';

const { key } = await world({ tier: 'ENTERPRISE' });
const UNKNOWN = '01jz0000000000000000000000';

const WITH_BODY: Readonly<Record<string, string>> = {
  [`/bulk/job_${UNKNOWN}`]: 'PUT',
  '/v1/dpps': 'POST',
  [`/v1/dpps/dpp_${UNKNOWN}`]: 'PATCH',
  '/auth/token': 'POST',
  '/3/events': 'POST',
};

for (const [path, method] of Object.entries(WITH_BODY))
  for (const type of ['', 'json', 'application/'])
    test(`${method} ${path.replace(UNKNOWN, '…')} refuses the Content-Type "${type}", which names no media type`, async () => {
      const headers = { 'X-API-Key': key, 'Content-Type': type };
      const { status, text } = await ask(path, { method, headers, body: '{}' });
      assert.equal(status, 415);
      assert.match(text, /Content-Type/);
    });

const OTHER_METHODS: readonly (readonly [string, string, string])[] = [
  [`/bulk/job_${UNKNOWN}`, 'POST', 'PUT'],
  [`/bulk/job_${UNKNOWN}`, 'GET', 'PUT'],
  [`/sandbox/bulk/job_${UNKNOWN}/result`, 'PUT', 'GET, HEAD'],
  ['/auth/token', 'GET', 'POST'],
  ['/auth/token/?a=b', 'GET', 'POST'],
  ['/3/events', 'GET', 'POST'],
  ['/3/footprints', 'POST', 'GET, HEAD'],
  ['/healthz', 'POST', 'GET, HEAD'],
  [`/assets/ast_${UNKNOWN}.svg`, 'DELETE', 'GET, HEAD'],
  ['/.well-known/openid-configuration', 'POST', 'GET, HEAD'],
  [`/dpp/dpp_${UNKNOWN}`, 'DELETE', 'GET, HEAD, POST, OPTIONS'],
  [`/dpp/dpp_${UNKNOWN}`, 'PUT', 'GET, HEAD, POST, OPTIONS'],
  ['/verify', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
  ['/01/09506000164908', 'POST', 'GET, HEAD, OPTIONS'],
];

for (const [path, method, allow] of OTHER_METHODS)
  test(`${method} ${path.replace(UNKNOWN, '…')} names the methods of the path`, async () => {
    const answer = await ask(path, { method });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), allow);
    assert.match(answer.text, new RegExp(allow.split(', ')[0] ?? ''));
  });

test('an address that leads nowhere is 404 with any method', async () => {
  for (const method of ['GET', 'POST', 'PUT'])
    assert.equal((await ask('/nothing/here', { method })).status, 404);
});

test('an address that leads nowhere is a page for a browser, and JSON for a program', async () => {
  for (const path of ['/nowhere', '/nothing/here', '/brands/nothing.svg', '/static/nothing.js']) {
    const page = await ask(path, {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    assert.equal(page.status, 404);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const answer = await ask(path, { headers: { Accept: '*/*' } });
    assert.equal(answer.status, 404);
    assert.match(answer.text, /^\{"error":"There is nothing here\./);
  }
});

test('an address that is not valid UTF-8 is refused in words', async () => {
  const { status, text } = await ask('/%', {});
  assert.equal(status, 400);
  assert.match(text, /percent-encoded/);
  assert.doesNotMatch(text, /FST_/);
});

test('the refusal of a key of the other environment has the address of the same path there', async () => {
  const sandbox = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  for (const [path, right, method, secret] of [
    ['/v1/dpps?representation=full', '/sandbox/v1/dpps', 'POST', sandbox.key],
    ['/sandbox/v1/dpps', '/v1/dpps', 'POST', key],
    [`/bulk/job_${UNKNOWN}`, `/sandbox/bulk/job_${UNKNOWN}`, 'PUT', sandbox.key],
    ['/sandbox/graphql', '/graphql', 'POST', key],
  ] as const) {
    const { status, text } = await ask(path, { method, headers: { 'X-API-Key': secret } });
    assert.equal(status, 401);
    assert.match(text, new RegExp(`send it to ${right}\\.`));
  }
});

test('a link to a file that has ended says how to get another', async () => {
  const { status, text } = await ask(`/assets/ast_${UNKNOWN}.svg?expires=1&signature=x`, {});
  assert.equal(status, 404);
  assert.match(text, /`url`/);
});

async function ask(path: string, request: RequestInit) {
  const answer = await fetch(`${service.url}${path}`, request);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
