import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GraphQLError, parse, Token, visit } from 'graphql';
import { forgetLocations } from './forget-locations.ts';

const TEXT = `query Q($id: ID!) {
  product(id: $id) { ...P }
}
fragment P on Product { name components { material massKg } }`;

/** The objects of a class that an object leads to. */
function reachable<Found>(from: unknown, kind: new (...values: never[]) => Found): Set<Found> {
  const seen = new Set<unknown>();
  const found = new Set<Found>();
  for (const waiting = [from]; waiting.length > 0; ) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (next instanceof kind) found.add(next);
    waiting.push(...Object.values(next));
  }
  return found;
}

test('a document without locations leads to one token for each field, operation and variable', () => {
  const document = parse(TEXT);
  assert.ok(reachable(document, Token).size > 30);
  forgetLocations(document);
  assert.equal(reachable(document, Token).size, 7);
});

test('errors of a run still point at their fields', () => {
  const document = parse(TEXT);
  forgetLocations(document);
  const places: unknown[] = [];
  visit(document, {
    Field: (nodes) => void places.push(new GraphQLError('', { nodes }).locations),
  });
  assert.deepEqual(places, [
    [{ line: 2, column: 3 }],
    [{ line: 4, column: 25 }],
    [{ line: 4, column: 30 }],
    [{ line: 4, column: 43 }],
    [{ line: 4, column: 52 }],
  ]);
});
