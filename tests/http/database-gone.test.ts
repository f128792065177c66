import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { startProxy } from '../../server/src/platform/database/testing-proxy.ts';
import { until } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { type Answer, clientOf, codesOf } from './client.ts';
import { COLD, startedDatabase, startTestService } from './service.ts';

const CREATE =
  'mutation { createProduct(input: { name: "once", idempotencyKey: "once" }) { product { id } } }';
const COUNT = '{ products(filter: { text: "once" }) { totalCount } }';
const LARGE = '{ products(first: 100) { nodes { id name sku } } }';
/** The service waits for a database of its own for 7 s. */
const SOON_MS = 9_000;
/** Each wait is longer on a busy machine, and so is an ordinary request. */
const ORDINARY_REQUESTS = 20;

test('without its database the service soon says when to come back; one retry with the same key is enough', async () => {
  const proxy = await startProxy((await startedDatabase()).DATABASE_URL);
  const { url, db, keyPepper, stop } = await startTestService({ DATABASE_URL: proxy.url }, COLD);
  const { id } = await createOrganization(db, 'Patient', 'FREE');
  const scope = { organizationId: id, environment: 'LIVE' } as const;
  const wanted = { tier: 'FREE', permissions: PERMISSIONS, expiresAt: null } as const;
  const [known, unseen] = await db.transaction().execute(async (tx) => {
    const clients = [];
    for (const name of ['known', 'unseen']) {
      const work = { db: tx, scope, by: COMMAND_LINE };
      const { secret } = await createKey(work, keyPepper, undefined, { ...wanted, name });
      clients.push(clientOf(`${url}/graphql`, secret));
    }
    return clients;
  });
  assert.ok(known && unseen);
  const [counted, ordinaryMs] = await timed(known.send(COUNT));
  assert.deepEqual(counted.data, { products: { totalCount: 0 } });

  proxy.shut();
  const [refused, ms] = await timed(
    Promise.all([known.send(COUNT), known.send(CREATE), known.send(LARGE), unseen.send(COUNT)]),
  );
  const factsOf = (answer: Answer) => [
    answer.status,
    answer.headers.get('retry-after'),
    codesOf(answer),
    answer.errors.map(({ extensions }) => extensions['retryAfterSeconds']),
  ];
  for (const answer of refused)
    assert.deepEqual(factsOf(answer), [503, '2', ['UNAVAILABLE'], [2]], JSON.stringify(answer));
  assert.ok(ms < SOON_MS + ORDINARY_REQUESTS * ordinaryMs, `${ms} ms; ordinary: ${ordinaryMs} ms`);

  proxy.moveOn();
  await until(async () => (await fetch(`${url}/readyz`)).status === 200);
  assert.deepEqual((await known.send(CREATE)).errors, []);
  assert.deepEqual((await known.send(COUNT)).data, { products: { totalCount: 1 } });
  // Before the proxy ends, which was made first.
  await stop();
});

test('public pages say within 15 s that a database is silent', async () => {
  const proxy = await startProxy((await startedDatabase()).DATABASE_URL);
  const { url, stop } = await startTestService({ DATABASE_URL: proxy.url }, COLD);
  const ask = (gtin: string, headers = {}) => fetch(`${url}/01/${gtin}`, { headers });
  const [, ordinaryMs] = await timed(ask('09506000134369'));
  proxy.pause();
  const german = { accept: 'text/html', 'accept-language': 'de' };
  const [answers, ms] = await timed(
    Promise.all([ask('09506000134352'), ask('09506000134352', german)]),
  );
  for (const answer of answers)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
  const [forPrograms, forPeople] = await Promise.all(answers.map((answer) => answer.text()));
  assert.match(forPrograms ?? '', /^\{"statusCode":"ServerInternalError"/);
  assert.match(forPeople ?? '', /<h1>Diese Seite kann gerade nicht gezeigt werden<\/h1>/);
  assert.ok(ms < 16_500 + ORDINARY_REQUESTS * ordinaryMs, `${ms} ms; ordinary: ${ordinaryMs} ms`);
  proxy.shut();
  await stop();
});

async function timed<Answer>(asked: Promise<Answer>): Promise<readonly [Answer, number]> {
  const askedAt = performance.now();
  const answer = await asked;
  return [answer, performance.now() - askedAt];
}
