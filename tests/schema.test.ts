import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { schema } from '../server/src/schema.ts';
import { unclearIn } from './architecture/plain-english.ts';
import { printedSchema, SCHEMA_FILE } from './print-schema.ts';

test('server/schema.graphql is what the code prints (npm run schema)', async () => {
  const isTrue = (await readFile(SCHEMA_FILE, 'utf8')) === printedSchema();
  assert.ok(isTrue, 'server/schema.graphql is out of date: run npm run schema and read its diff');
});

test('every type, field, argument and enum value has a description in plain English', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const unclear = types.flatMap((type) => {
    const members: (readonly [string, { readonly description?: string | null | undefined }])[] = [];
    const add = (name: string, member: GraphQLInputField | GraphQLEnumValue) =>
      members.push([`${type.name}.${name}`, member]);
    const addField = (field: GraphQLField<unknown, unknown>) => {
      members.push([`${type.name}.${field.name}`, field]);
      for (const argument of field.args) {
        members.push([`${type.name}.${field.name}(${argument.name})`, argument]);
      }
    };
    if (isObjectType(type) || isInterfaceType(type))
      Object.values(type.getFields()).forEach(addField);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(field.name, field);
    if (isEnumType(type)) for (const value of type.getValues()) add(value.name, value);
    return [[type.name, type] as const, ...members].flatMap(([name, { description }]) =>
      faultsIn(description ?? '').map((fault) => `${name}: ${fault}`),
    );
  });
  assert.ok(types.length > 50);
  assert.deepEqual(unclear, []);
});

/** Shorter descriptions repeat the name. */
const MIN_DESCRIPTION_LENGTH = 15;

function faultsIn(description: string): string[] {
  const isShort = description.trim().length < MIN_DESCRIPTION_LENGTH;
  return [...(isShort ? [`"${description}" says too little`] : []), ...unclearIn(description)];
}
