import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { deprecatedUsesIn } from './deprecations.ts';

const SCHEMA = `
  type Query { thing(size: Int, length: Int @deprecated(reason: "r"), filter: Filter): Thing }
  type Thing { id: ID weight: Float @deprecated(reason: "r") kind: Kind }
  enum Kind { NEW OLD @deprecated(reason: "r") }
  input Filter { kinds: [Kind!] colour: String @deprecated(reason: "r") all: [Filter!] }
`;

const CASES: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] =
  [
    ['{ thing(size: 1) { id kind } }', {}, []],
    ['{ thing { ...F } } fragment F on Thing { weight again: weight }', {}, ['Thing.weight']],
    ['{ thing(length: 1) { id } }', {}, ['Query.thing(length:)']],
    ['{ thing(filter: { colour: "red" }) { id } }', {}, ['Filter.colour']],
    ['{ thing(filter: { kinds: [OLD] }) { id } }', {}, ['Kind.OLD']],
    [
      'query ($kinds: [Kind!] = [OLD]) { thing(filter: { kinds: $kinds }) { id } }',
      {},
      ['Kind.OLD'],
    ],
    ['query ($f: Filter) { thing(filter: $f) { id } }', {}, []],
    [
      'query ($f: Filter) { thing(filter: $f) { weight } }',
      { f: { all: [{ kinds: ['NEW', 'OLD'] }, { colour: null }] } },
      ['Thing.weight', 'Kind.OLD', 'Filter.colour'],
    ],
    ['query A { thing { id } } query B { thing { weight } }', {}, []],
  ];

test('finds the deprecated fields, arguments, input fields and enum values of a request', () => {
  const usesIn = deprecatedUsesIn(buildSchema(SCHEMA));
  for (const [text, variables, uses] of CASES)
    assert.deepEqual(usesOf(usesIn, text)(variables), uses, text);
});

test('all documents of a schema without deprecated parts share one function that does nothing', () => {
  const usesIn = deprecatedUsesIn(buildSchema('type Query { a: Int b: Int }'));
  assert.equal(usesOf(usesIn, '{ a }'), usesOf(usesIn, '{ b }'));
  assert.deepEqual(usesOf(usesIn, '{ a }')({}), []);
});

/** Uses of the first operation of a document. */
function usesOf(usesIn: ReturnType<typeof deprecatedUsesIn>, text: string) {
  const document = parse(text);
  const operation = getOperationAST(document, text.startsWith('query A') ? 'A' : undefined);
  assert.ok(operation);
  return usesIn(document, operation);
}
