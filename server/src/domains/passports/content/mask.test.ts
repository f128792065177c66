import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Audience,
  type DppContent,
  type DppField,
  FIELD_CLASSES,
  type FieldClass,
  VISIBLE_CLASSES,
} from '../model.ts';
import { digestOfClass, newSalts } from '../versions/integrity.ts';
import { contentOfClass, maskContent } from './mask.ts';
import { dppSchemas, fieldsOf } from './schemas.ts';
import { markedContent, marksOf } from './testing.ts';

const AUDIENCES: readonly Audience[] = ['PUBLIC', 'LEGITIMATE_INTEREST', 'AUTHORITY', 'OWNER'];

/** From the table of passport audiences, written out a second time: the test does not read the code's. */
const MAY_READ: Readonly<Record<Audience, readonly FieldClass[]>> = {
  PUBLIC: ['PUBLIC'],
  LEGITIMATE_INTEREST: ['PUBLIC', 'RESTRICTED', 'INDIVIDUAL'],
  AUTHORITY: ['PUBLIC', 'RESTRICTED', 'CONFORMITY'],
  OWNER: ['PUBLIC', 'RESTRICTED', 'CONFORMITY', 'INDIVIDUAL', 'INTERNAL'],
};

for (const schema of dppSchemas()) {
  const fields = fieldsOf(schema);
  const content = markedContent(fields);
  for (const audience of AUDIENCES) {
    test(`${audience} sees exactly its fields of ${schema.id}`, () => {
      const text = JSON.stringify(maskContent(fields, content, audience).content);
      for (const { mark, class: fieldClass, path } of marksOf(fields)) {
        assert.equal(text.includes(mark), MAY_READ[audience].includes(fieldClass), path);
      }
    });

    test(`${audience} can check the digests of the classes that it sees of ${schema.id}`, () => {
      const masked = maskContent(fields, content, audience).content;
      const salts = newSalts();
      for (const name of VISIBLE_CLASSES[audience]) {
        assert.equal(
          digestOfClass(fields, masked, name, salts[name]),
          digestOfClass(fields, content, name, salts[name]),
        );
      }
    });
  }
}

const FIELD = {
  title: '',
  description: '',
  source: '',
  isList: false,
  mayBeEmpty: false,
  requiredFor: [],
} as const;
const leaf = (name: string, access: FieldClass): DppField => ({
  ...FIELD,
  name,
  access,
  type: 'TEXT',
  fields: [],
});

test('a field that no schema describes is internal, and its name is not told to others', () => {
  const content: DppContent = { known: 'a', unknown: 'b' };
  const fields = [leaf('known', 'PUBLIC')];
  const { content: shown, withheld } = maskContent(fields, content, 'AUTHORITY');
  assert.deepEqual([shown, withheld], [{ known: 'a' }, []]);
  assert.deepEqual(maskContent(fields, content, 'OWNER').content, content);
});

test('a field below a withheld group is withheld, whatever its own class', () => {
  const group: DppField = {
    ...FIELD,
    name: 'group',
    access: 'CONFORMITY',
    type: 'OBJECT',
    fields: [leaf('open', 'PUBLIC')],
  };
  const content: DppContent = { group: { open: 'a' } };
  assert.deepEqual(maskContent([group], content, 'LEGITIMATE_INTEREST').content, {});
  assert.deepEqual(maskContent([group], content, 'AUTHORITY').content, content);
});

test('a value that does not have the form of its group is not shown', () => {
  const group: DppField = { ...FIELD, name: 'group', access: 'PUBLIC', type: 'OBJECT', fields: [] };
  assert.deepEqual(maskContent([group], { group: 'secret' }, 'PUBLIC').content, { group: null });
});

test('the classes of a content are parts that lose nothing', () => {
  for (const schema of dppSchemas()) {
    const fields = fieldsOf(schema);
    const content = markedContent(fields);
    const text = FIELD_CLASSES.map((name) =>
      JSON.stringify(contentOfClass(fields, content, name)),
    ).join();
    for (const { mark, path } of marksOf(fields)) assert.equal(text.split(mark).length, 2, path);
  }
});
