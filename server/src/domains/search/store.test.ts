import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Scope } from '../../platform/scope.ts';
import { wantedOf } from './lexemes.ts';
import { countHits, findHits } from './store.ts';

const { db, inspect } = await testDatabase();

/**
 * Creates lamps in a new organization; the end of their ids, which determines their buckets, is
 * counted up.
 */
async function lamps(count: number): Promise<Scope> {
  const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
  await inspect(
    `insert into search_documents (organization_id, environment, kind, id, title, words)
     select $1::uuid, 'LIVE', 'PRODUCT', id, 'green lamp',
       search_vector(search_scope($1, 'LIVE', 'PRODUCT') || search_bucket(id), 'green lamp', '')
     from generate_series(1, $2::int) as number,
       lateral (select ('01900000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid as id) as made`,
    [scope.organizationId, count],
  );
  return scope;
}

/** The ids of everything that the pages of a search for lamps have. */
async function rankedIn(scope: Scope): Promise<string[]> {
  const wanted = [
    wantedOf(scope, 'PRODUCT', [{ word: 'lamp', isBeginning: false, meant: [], writings: [] }]),
  ];
  const ids: string[] = [];
  let from: Page['from'];
  for (;;) {
    const page = await findHits(db, wanted, ['lamp'], { limit: 101, isBackward: false, from });
    ids.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (last === undefined || page.length < 101) break;
    from = { key: [last.score, last.id], isInclusive: false };
  }
  assert.equal(new Set(ids).size, ids.length);
  return ids;
}

test('ranks all of 900 matches, and of 5,000 the same 250 each time', async () => {
  assert.equal((await rankedIn(await lamps(900))).length, 900);
  const many = await lamps(5_000);
  const ranked = await rankedIn(many);
  assert.equal(ranked.length, 250);
  assert.deepEqual(await rankedIn(many), ranked);
});

test('counts matches to the limit, whichever buckets they are in', async () => {
  const scope = await lamps(3_000);
  const wanted = [
    wantedOf(scope, 'PRODUCT', [{ word: 'lamp', isBeginning: true, meant: [], writings: [] }]),
  ];
  assert.equal(await countHits(db, wanted, 10_001), 3_000);
  assert.equal(await countHits(db, wanted, 2_000), 2_000);
});
