import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIER_LIMITS } from '../../server/src/domains/limits/index.ts';
import { codesOf, inTime } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { untilNoJobRuns, world } from '../http/world.ts';
import { pagesWithRequests, requestsOf } from './requests.ts';

/** Every request that the docs show is sent, in order, to a sandbox as a newcomer has it. */

const FREE = await world({ environment: 'SANDBOX', tier: 'FREE' });
const { organization } = FREE;
const clients = {
  FREE,
  GROWTH: await world({ environment: 'SANDBOX', organization, tier: 'GROWTH' }),
  ENTERPRISE: await world({ environment: 'SANDBOX', organization, tier: 'ENTERPRISE' }),
};
const pages = pagesWithRequests();

for (const page of pages) {
  test(`the requests of ${page} work from the top, within the cost of FREE`, async () => {
    await resetSandbox(FREE);
    for (const { query, variables, line, tier } of requestsOf(page)) {
      const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
      const place = `${page}:${line}`;
      if (tier !== 'FREE') {
        const refused = await FREE.post(body);
        assert.ok(codesOf(refused).includes('FORBIDDEN'), `${place} works on FREE`);
      }
      // People read an answer before they send the next request: jobs have ended by then.
      await untilNoJobRuns(FREE.scope);
      const answer = await inTime(() => clients[tier].post(body));
      assert.deepEqual(answer.errors, [], `${place} on ${tier}`);
      assert.ok(answer.extensions.cost <= TIER_LIMITS.FREE.maxCost, place);
    }
  });
}

test('there is a guide for every area, and it shows requests', () => {
  const areas = [
    'getting-started',
    'products',
    'factors',
    'calculations',
    'supply-chains',
    'customers',
    'carts',
    'orders',
    'transactions',
    'keys-and-limits',
    'bulk',
    'search',
  ];
  for (const area of areas) assert.ok(pages.includes(`docs/guides/${area}.md`), area);
});
