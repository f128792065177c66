import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeavyQueries } from './heavy-queries.ts';

/** Enters one query of a tenant; `isInside` is true once it has its place. */
function enter(queries: HeavyQueries, tenant: string, cost = 100) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const entered = { isInside: false, response, sent: (_bytes: number) => {} };
  void queries.enter(tenant, cost, response).then((place) => {
    entered.isInside = true;
    entered.sent = place.sent;
  });
  return entered;
}

function insideOf(entered: readonly { readonly isInside: boolean }[]): boolean[] {
  return entered.map(({ isInside }) => isInside);
}

test('runs two heavy queries of a tenant at a time, and keeps places for others', async () => {
  const queries = new HeavyQueries({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3, 4].map(() => enter(queries, 'mine'));
  const theirs = [1, 2, 3].map(() => enter(queries, 'theirs'));
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false, false]);
  assert.deepEqual(insideOf(theirs), [true, true, false]);
  mine[0]?.sent(1_000);
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, true, false]);
  assert.deepEqual(insideOf(theirs), [true, true, false]);
});

test('a query of high cost counts as two, and none passes it for ever', async () => {
  const queries = new HeavyQueries({ inAll: 4, perTenant: 2 });
  const [light] = [enter(queries, 'a'), enter(queries, 'b'), enter(queries, 'c')];
  const costly = [enter(queries, 'd', 500), enter(queries, 'd', 500)];
  const later = enter(queries, 'e');
  await nextTurn();
  assert.deepEqual(insideOf([...costly, later]), [false, false, false]);
  light?.sent(1_000);
  await nextTurn();
  assert.deepEqual(insideOf([...costly, later]), [true, false, false]);
  costly[0]?.sent(1_000);
  await nextTurn();
  assert.deepEqual(insideOf([...costly, later]), [true, false, true]);
});

test('a large answer keeps its place until the response closes', async () => {
  const queries = new HeavyQueries({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3].map(() => enter(queries, 'mine'));
  await nextTurn();
  mine[0]?.sent(2 * 1024 ** 2);
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false]);
  mine[0]?.response.emit('close');
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, true]);
});

test('a query whose client is gone while it waits gives its turn to the next', async () => {
  const queries = new HeavyQueries({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3, 4].map(() => enter(queries, 'mine'));
  await nextTurn();
  mine[2]?.response.emit('close');
  mine[0]?.sent(1_000);
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false, true]);
});
