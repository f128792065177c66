import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairShare, NoPlace } from './fair-share.ts';

/** Places of one share; `entered` lists the tenants in the order in which they got theirs. */
function newShare(places: number) {
  const share = new FairShare(places, 60_000);
  const entered: (string | undefined)[] = [];
  const enter = (tenant: string | undefined, count = 1): void => {
    for (let left = count; left > 0; left -= 1) {
      const entering = share.enter(tenant);
      if (entering === undefined) entered.push(tenant);
      // Those that still wait when their test has ended fail a minute later.
      else
        void entering.then(
          () => entered.push(tenant),
          () => {},
        );
    }
  };
  /** Ends one of a tenant; returns who entered then. */
  const leave = async (tenant: string | undefined) => {
    const before = entered.length;
    share.leave(tenant);
    await nextTurn();
    return entered.slice(before);
  };
  const placesOf = (tenant: string | undefined) => entered.filter((each) => each === tenant).length;
  return { enter, leave, placesOf };
}

test('a tenant alone has half of the places, and later ones find half of what is left', () => {
  const { enter, placesOf } = newShare(16);
  const tenants = ['A', 'B', 'C', 'D', 'E'];
  for (const tenant of tenants) enter(tenant, 60);
  assert.deepEqual(tenants.map(placesOf), [8, 4, 2, 1, 1]);
  assert.equal(new FairShare(1, 60_000).enter('A'), undefined, 'one place is for anybody');
});

test('a place that is free again goes to the tenant with the fewest, and tenants with as many take turns', async () => {
  const { enter, leave } = newShare(2);
  for (const tenant of ['A', 'B', 'C']) enter(tenant, 3);
  enter('D', 1);
  assert.deepEqual(await leave('A'), ['A']);
  assert.deepEqual(await leave('A'), ['C']);
  assert.deepEqual(await leave('B'), ['B']);
  assert.deepEqual(await leave('C'), ['D']);
  assert.deepEqual(await leave('D'), ['A']);
});

test('tenants come to have the same number of places while all want more', async () => {
  const { enter, leave, placesOf } = newShare(16);
  const tenants = ['A', 'B', 'C'];
  const left = new Map(tenants.map((tenant) => [tenant, 0]));
  const held = (tenant: string) => placesOf(tenant) - (left.get(tenant) ?? 0);
  for (const tenant of tenants) enter(tenant, 100);
  assert.deepEqual(tenants.map(held), [8, 4, 2]);
  for (let round = 0; round < 40; round += 1) {
    for (const tenant of tenants) {
      left.set(tenant, (left.get(tenant) ?? 0) + 1);
      await leave(tenant);
    }
  }
  assert.deepEqual(tenants.map(held), [4, 4, 4]);
});

test('work of the service itself takes any place, and is next when all are taken', async () => {
  const { enter, leave, placesOf } = newShare(4);
  enter(undefined, 3);
  assert.equal(placesOf(undefined), 3);
  enter('A', 2);
  enter('B', 1);
  enter(undefined, 1);
  assert.deepEqual(await leave('A'), [undefined]);
  assert.deepEqual(await leave(undefined), ['A']);
  assert.deepEqual(await leave(undefined), ['B']);
});

test('what waits too long fails as in an outage, and takes no place afterwards', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const share = new FairShare(1, 15_000);
  assert.equal(share.enter('A'), undefined);
  const waiting = share.enter('B');
  assert.ok(waiting instanceof Promise);
  t.mock.timers.tick(15_000);
  await assert.rejects(waiting, NoPlace);
  share.leave('A');
  assert.equal(share.enter('C'), undefined);
});
