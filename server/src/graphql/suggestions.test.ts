import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema } from 'graphql';
import { withLikelySuggestions, withWayToField } from './suggestions.ts';

test('keeps suggestions that look like the word, and drops the others', () => {
  assert.equal(
    withLikelySuggestions(
      'Cannot query field "nme" on type "Me". Did you mean "name", "tier", or "id"?',
    ),
    'Cannot query field "nme" on type "Me". Did you mean "name"?',
  );
  assert.equal(
    withLikelySuggestions(
      'Value "TRUCK" does not exist in "Method" enum. Did you mean the enum value "ROAD"?',
    ),
    'Value "TRUCK" does not exist in "Method" enum.',
  );
  assert.equal(
    withLikelySuggestions(
      'Enum "Unit" cannot represent non-enum value: "KG". Did you mean the enum value "KG" or "KGS"?',
    ),
    'Enum "Unit" cannot represent non-enum value: "KG". Did you mean the enum value "KG" or "KGS"?',
  );
  assert.equal(
    withLikelySuggestions('Syntax Error: Unexpected "}".'),
    'Syntax Error: Unexpected "}".',
  );
});

test('keeps what follows the question', () => {
  assert.equal(
    withLikelySuggestions(
      'Expected value of type "Part" not to include unknown field "mass". Did you mean "massKg" or "size"? Found: { mass: 1 }.',
    ),
    'Expected value of type "Part" not to include unknown field "mass". Did you mean "massKg"? Found: { mass: 1 }.',
  );
});

test('names the way to a field that a connection, an edge or a payload holds one level below', () => {
  const schema = buildSchema(`
    type Query { items: ItemConnection }
    type Mutation { makeItem: MakeItemPayload }
    type MakeItemPayload { item: Item, copy: Item }
    type ItemConnection { nodes: [Item!]!, edges: [ItemEdge!]!, totalCount: Int }
    type ItemEdge { node: Item! }
    type Item { id: ID!, maker: Maker }
    type Maker { name: String }
  `);
  const unknown = (field: string, type: string) =>
    withWayToField(`Cannot query field "${field}" on type "${type}".`, schema).replace(
      /^[^.]*\. ?/,
      '',
    );
  assert.equal(unknown('id', 'ItemConnection'), 'Did you mean "nodes { id }"?');
  assert.equal(unknown('node', 'ItemConnection'), 'Did you mean "edges { node }"?');
  assert.equal(unknown('maker', 'ItemEdge'), 'Did you mean "node { maker }"?');
  assert.equal(unknown('id', 'MakeItemPayload'), 'Did you mean "item { id }" or "copy { id }"?');
  assert.equal(unknown('name', 'Item'), '', 'an object may have many such ways');
  assert.equal(unknown('name', 'ItemConnection'), '');
});
