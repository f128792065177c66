import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kind, parse, type SelectionSetNode } from 'graphql';
import { fieldsOf, foldSelections, fragmentsOf } from './selections.ts';

function rootSetOf(text: string) {
  const document = parse(text);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  assert.ok(operation?.kind === Kind.OPERATION_DEFINITION);
  return { fragments: fragmentsOf(document), set: operation.selectionSet };
}

test('counts fields with fragments spread, and computes each fragment once', () => {
  let calls = 0;
  const levels = 60;
  const chain = Array.from(
    { length: levels },
    (_, level) => `fragment F${level} on T { ...F${level + 1} ...F${level + 1} }`,
  );
  const { fragments, set } = rootSetOf(
    `{ a { b } ... on T { c } ...F0 ...Unknown } ${chain.join(' ')} fragment F${levels} on T { d ...F${levels} }`,
  );
  const count: (set: SelectionSetNode) => number = foldSelections(fragments, {
    empty: 0,
    join: (one, other) => one + other,
    ofField: ({ selectionSet }) => {
      calls += 1;
      return 1 + (selectionSet === undefined ? 0 : count(selectionSet));
    },
  });
  assert.equal(count(set), 3 + 2 ** levels);
  assert.equal(calls, 4);
});

test('reports the type of each field, and each field once', () => {
  const { fragments, set } = rootSetOf(
    '{ a ... { b ... on T { c } } ...F ...F } fragment F on U { d }',
  );
  const types = foldSelections<readonly string[]>(fragments, {
    empty: [],
    join: (one, other) => [...one, ...other],
    ofField: ({ name }, type) => [`${type}.${name.value}`],
  });
  assert.deepEqual(types(set, 'Query'), ['Query.a', 'Query.b', 'T.c', 'U.d', 'U.d']);
  const names = fieldsOf(fragments, [set, undefined]).map(({ name }) => name.value);
  assert.deepEqual(names, ['a', 'b', 'c', 'd']);
});
