import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DppField, FIELD_CLASSES, FIELD_TYPES, IDENTIFIER_SCHEMES } from '../model.ts';
import { commonFieldsOf, dppSchema, dppSchemas, fieldsOf } from './schemas.ts';

function withPaths(fields: readonly DppField[], above = ''): [string, DppField][] {
  return fields.flatMap((field): [string, DppField][] => {
    const path = `${above}${field.name}`;
    return [[path, field], ...withPaths(field.fields, `${path}.`)];
  });
}

for (const schema of dppSchemas()) {
  test(`the fields of ${schema.id} ${schema.version} are complete and known`, () => {
    const categories = ['*', ...schema.categories.map(({ id }) => id)];
    for (const [path, field] of withPaths(fieldsOf(schema))) {
      assert.match(field.name, /^[a-z][A-Za-z0-9]*$/, path);
      assert.ok(FIELD_TYPES.includes(field.type), path);
      assert.ok(FIELD_CLASSES.includes(field.access), path);
      assert.ok(field.title !== '' && field.description !== '' && field.source !== '', path);
      assert.equal(field.type === 'OBJECT', field.fields.length > 0, path);
      assert.equal(field.type === 'CODE', field.values !== undefined, path);
      assert.equal(field.type === 'IDENTIFIER', field.scheme !== undefined, path);
      assert.ok(field.scheme === undefined || IDENTIFIER_SCHEMES.includes(field.scheme), path);
      for (const category of field.requiredFor) assert.ok(categories.includes(category), path);
      // The digest of a class is over whole groups: a reader of the group sees all of it.
      for (const below of field.fields) {
        assert.ok(
          field.access === 'PUBLIC' || [field.access, 'PUBLIC'].includes(below.access),
          path,
        );
      }
    }
    const required = new Map(withPaths(commonFieldsOf(schema)));
    for (const path of schema.requiredCommon)
      assert.deepEqual(required.get(path)?.requiredFor, ['*'], path);
  });
}

test('every schema names its sources, and drafts say so', () => {
  assert.deepEqual(
    dppSchemas()
      .filter(({ isDraft }) => !isDraft)
      .map(({ id }) => id),
    ['battery', 'generic'],
  );
  for (const { sources } of dppSchemas()) assert.ok(sources.length > 0);
});

test('a schema is found by its id, in its newest version or in one that is named', () => {
  assert.equal(dppSchema('battery')?.version, '1.0');
  assert.equal(dppSchema('battery', '9.0'), undefined);
});
