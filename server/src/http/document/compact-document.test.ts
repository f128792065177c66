import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GraphQLError, parse, print, Token, visit } from 'graphql';
import { compactDocument } from './compact-document.ts';

const TEXT = `query Q($id: ID!) {
  product(id: $id) { ...P }
}
fragment P on Product { name components { name massKg } }`;

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

test('a compact document has no token, and one name for fields that share it', () => {
  const document = parse(TEXT);
  const namesOfFields = (): Set<unknown> => {
    const names = new Set<unknown>();
    visit(document, { Field: ({ name }) => void names.add(name) });
    return names;
  };
  assert.ok(reachable(document, Token).size > 30);
  assert.equal(namesOfFields().size, 5);
  const printed = print(document);
  compactDocument(document);
  assert.equal(reachable(document, Token).size, 0);
  assert.equal(namesOfFields().size, 4);
  assert.equal(print(document), printed);
});

test('errors of a run still point at their fields', () => {
  const document = parse(TEXT);
  compactDocument(document);
  const places: unknown[] = [];
  visit(document, {
    Field: (nodes) => void places.push(new GraphQLError('', { nodes }).locations),
  });
  assert.deepEqual(places, [
    [{ line: 2, column: 3 }],
    [{ line: 4, column: 25 }],
    [{ line: 4, column: 30 }],
    [{ line: 4, column: 43 }],
    [{ line: 4, column: 48 }],
  ]);
});
