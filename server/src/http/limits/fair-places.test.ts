import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairPlaces } from './fair-places.ts';

/** Enters one request of a tenant; `isInside` is true once it has its place. */
function enter(places: FairPlaces, tenant: string, weight = 1) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const entered = {
    isInside: false,
    response,
    sent: (_bytes: number) => {},
    holdFor: (_work: Promise<unknown>) => {},
    receive: (_body: Promise<unknown>, _cutOff: () => void) => {},
  };
  void places.enter(tenant, weight, response).then((place) => {
    entered.isInside = true;
    Object.assign(entered, place);
  });
  return entered;
}

function insideOf(entered: readonly { readonly isInside: boolean }[]): boolean[] {
  return entered.map(({ isInside }) => isInside);
}

test('runs two requests of a tenant at a time, and keeps places for others', async () => {
  const places = new FairPlaces({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3, 4].map(() => enter(places, 'mine'));
  const theirs = [1, 2, 3].map(() => enter(places, 'theirs'));
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false, false]);
  assert.deepEqual(insideOf(theirs), [true, true, false]);
  mine[0]?.sent(1_000);
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, true, false]);
  assert.deepEqual(insideOf(theirs), [true, true, false]);
});

test('a heavier request takes more of the places, and none passes it for ever', async () => {
  const places = new FairPlaces({ inAll: 4, perTenant: 2 });
  const [light] = [enter(places, 'a'), enter(places, 'b'), enter(places, 'c')];
  const costly = [enter(places, 'd', 2), enter(places, 'd', 2)];
  const later = enter(places, 'e');
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
  const places = new FairPlaces({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3].map(() => enter(places, 'mine'));
  await nextTurn();
  mine[0]?.sent(2 * 1024 ** 2);
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false]);
  mine[0]?.response.emit('close');
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, true]);
});

test('answers that are not read keep no other tenant waiting', async () => {
  const places = new FairPlaces({ inAll: 2, perTenant: 2 });
  const all = ['mine', 'theirs', 'mine'].map((tenant) => enter(places, tenant, 2));
  await nextTurn();
  all[0]?.sent(8 * 1024 ** 2);
  await nextTurn();
  assert.deepEqual(insideOf(all), [true, true, false]);
});

test('a request whose client is gone while it waits gives its turn to the next', async () => {
  const places = new FairPlaces({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3, 4].map(() => enter(places, 'mine'));
  await nextTurn();
  mine[2]?.response.emit('close');
  mine[0]?.sent(1_000);
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false, true]);
});

test('work that goes on without its client holds the place until its end', async () => {
  const places = new FairPlaces({ inAll: 4, perTenant: 2 });
  const mine = [1, 2, 3].map(() => enter(places, 'mine'));
  await nextTurn();
  const { promise: work, resolve: end } = Promise.withResolvers<void>();
  mine[0]?.holdFor(work);
  mine[0]?.response.emit('close');
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, false]);
  end();
  await nextTurn();
  assert.deepEqual(insideOf(mine), [true, true, true]);
});

test('what waits behind a request that is too heavy for now begins when that one is gone', async () => {
  const places = new FairPlaces({ inAll: 4, perTenant: 3 });
  const running = [enter(places, 'a', 3), enter(places, 'b', 3), enter(places, 'c', 1)];
  await nextTurn();
  assert.deepEqual(insideOf(running), [true, false, false]);
  running[1]?.response.emit('close');
  await nextTurn();
  assert.deepEqual(insideOf(running), [true, false, true]);
});

test('bodies that arrive slowly are cut off when another tenant waits, and not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const pass = (ms: number): void => {
    nowMs += ms;
    t.mock.timers.tick(ms);
  };
  const places = new FairPlaces({ inAll: 3, perTenant: 2 });
  const slow = [enter(places, 'slow'), enter(places, 'slow'), enter(places, 'arrived')];
  await nextTurn();
  const cutOff: number[] = [];
  for (const [at, place] of slow.entries()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (at === 2) resolve();
    place.receive(promise, () => {
      cutOff.push(at);
      place.response.emit('close');
    });
  }
  await nextTurn();
  pass(10_000);
  assert.deepEqual(cutOff, []);
  const other = enter(places, 'other');
  pass(250);
  await nextTurn();
  assert.deepEqual([cutOff, other.isInside], [[0, 1], true]);
});
