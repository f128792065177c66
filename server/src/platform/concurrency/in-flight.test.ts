import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InFlight } from './in-flight.ts';

test('has what entered and did not leave; to leave twice takes nobody else away', () => {
  const inFlight = new InFlight<object>();
  const [one, other, third] = [{}, {}, {}];
  const leave = inFlight.enter(one);
  inFlight.enter(other);
  leave();
  assert.deepEqual([...inFlight], [other]);
  inFlight.enter(third);
  leave();
  const left = [...inFlight];
  assert.equal(left.length, 2);
  assert.ok(left.includes(other) && left.includes(third));
});

test('things may leave while all are looked at', () => {
  const inFlight = new InFlight<{ leave?: () => void }>();
  for (let count = 0; count < 5; count += 1) {
    const item: { leave?: () => void } = {};
    item.leave = inFlight.enter(item);
  }
  let seen = 0;
  for (const { leave } of inFlight) {
    seen += 1;
    leave?.();
  }
  assert.equal(seen, 5);
  assert.deepEqual([...inFlight], []);
});
