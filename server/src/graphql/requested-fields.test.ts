import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema, type GraphQLResolveInfo, graphql, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { oncePerSelection, requestedFields } from './requested-fields.ts';

const schema = buildSchema(`
  type Query { list: List }
  type List { edges: [Edge] totalCount: Int }
  type Edge { node: Item cursor: String }
  type Item { id: ID name: String size: Int }
`);
const QUERY = `
  query ($isLong: Boolean = false) {
    list { edges { node { id } } totalCount }
    list { ...Rest }
  }
  fragment Rest on List { edges { cursor node { ... on Item { title: name } size @include(if: $isLong) } } }
`;

test('finds the fields along a path, through fragments, aliases, repeats and conditions', async () => {
  const seen: ReadonlySet<string>[] = [];
  const rootValue = {
    list: (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
      seen.push(requestedFields(info, ['edges', 'node']), requestedFields(info, []));
    },
  };
  await graphql({ schema, source: QUERY, rootValue });
  assert.deepEqual(seen, [new Set(['id', 'name', 'size']), new Set(['edges', 'totalCount'])]);
});

test('makes once what follows from the fields of a compiled document', async () => {
  const seen: ReadonlySet<string>[] = [];
  const asked = oncePerSelection((info) => requestedFields(info, []));
  const own = buildSchema(`type Query { item: Item } type Item { id: ID }`);
  const field = own.getQueryType()?.getFields()['item'];
  assert.ok(field);
  field.resolve = (_root, _args, _context, info) => {
    seen.push(asked(info));
  };
  const compiled = compileQuery(own, parse('{ item { id } }'));
  assert.ok(isCompiledQuery(compiled));
  await compiled.query({}, {}, {});
  await compiled.query({}, {}, {});
  assert.deepEqual(seen[0], new Set(['id']));
  assert.equal(seen[0], seen[1]);
});
