import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import type { Problem } from '../rules/errors/api-error.ts';
import { findValueProblems, ProblemList } from './value-problems.ts';

const Part = new GraphQLInputObjectType({
  name: 'Part',
  fields: { massKg: { type: new GraphQLNonNull(GraphQLFloat) }, lossRate: { type: GraphQLFloat } },
});

function problemsOf(value: unknown): Problem[] {
  const list = new ProblemList();
  findValueProblems(value, new GraphQLList(Part), ['input', 'parts'], list.add);
  return list.problems;
}

test('a missing or unknown field is reported by its own path', () => {
  assert.deepEqual(problemsOf([{ massKg: 1 }, { mass: 1 }]), [
    {
      path: ['input', 'parts', 1, 'massKg'],
      code: 'REQUIRED',
      message: 'Must be given.',
    },
    {
      path: ['input', 'parts', 1, 'mass'],
      code: 'UNKNOWN_FIELD',
      message: 'There is no field "mass". Did you mean "massKg"?',
    },
  ]);
});

test('a missing value of a variable is reported as a missing field is', () => {
  const list = new ProblemList();
  findValueProblems(undefined, new GraphQLNonNull(Part), ['input'], list.add);
  assert.deepEqual(list.problems, [
    { path: ['input'], code: 'REQUIRED', message: 'Must be given.' },
  ]);
});

test('a value that is none of a scalar is refused with the form that is expected', () => {
  const all = new GraphQLInputObjectType({
    name: 'All',
    fields: {
      whole: { type: GraphQLInt },
      number: { type: GraphQLFloat },
      text: { type: GraphQLString },
      is: { type: GraphQLBoolean },
      id: { type: GraphQLID },
    },
  });
  const list = new ProblemList();
  const wrong = { whole: 1.5, number: '0,2', text: 12, is: 'true', id: 0.1 };
  findValueProblems(wrong, all, ['input'], list.add);
  assert.deepEqual(
    list.problems.map(({ message }) => message),
    [
      '1.5 is not an Int: give a whole number from -2147483648 to 2147483647, not as text, such as 12.',
      '"0,2" is not a Float: give a number with a decimal point, without unit and not as text, such as 0.2.',
      '12 is not a String: give a text in quotes, such as "12".',
      '"true" is not a Boolean: give true or false, not as text.',
      '0.1 is not an ID: give a text in quotes, such as "prod_01…".',
    ],
  );
});

test('a word that is no value of a short enumeration is refused with the values, unless one is like it', () => {
  const Step = new GraphQLEnumType({ name: 'Step', values: { SPINNING: {}, WEAVING: {} } });
  const steps = new GraphQLInputObjectType({
    name: 'Product',
    fields: { steps: { type: new GraphQLList(new GraphQLNonNull(Step)) } },
  });
  const messagesOf = (value: unknown, type: GraphQLInputObjectType) => {
    const list = new ProblemList();
    findValueProblems(value, type, ['input'], list.add);
    return list.problems.map(({ message }) => message);
  };
  assert.deepEqual(messagesOf({ steps: ['die casting', 'weaving'] }, steps), [
    'Value "die casting" does not exist in "Step" enum. Its values are SPINNING, WEAVING.',
    'Value "weaving" does not exist in "Step" enum. Did you mean the enum value "WEAVING"?',
  ]);
  const values = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`V${at}`, {}]));
  const Many = new GraphQLEnumType({ name: 'Many', values });
  const many = new GraphQLInputObjectType({ name: 'Other', fields: { one: { type: Many } } });
  assert.deepEqual(messagesOf({ one: 'x' }, many), ['Value "x" does not exist in "Many" enum.']);
});

test('an input of which one field is expected has exactly one', () => {
  const Reference = new GraphQLInputObjectType({
    name: 'Reference',
    isOneOf: true,
    fields: { id: { type: GraphQLFloat }, externalId: { type: GraphQLFloat } },
  });
  for (const value of [{}, { id: 1, externalId: 1 }, { id: null }]) {
    const list = new ProblemList();
    findValueProblems(value, Reference, ['input', 'product'], list.add);
    assert.equal(list.problems[0]?.code, 'EXACTLY_ONE', JSON.stringify(value));
  }
});

test('a value of the wrong form is reported with its path', () => {
  const [problem] = problemsOf([{ massKg: 'heavy' }]);
  assert.deepEqual(problem?.path, ['input', 'parts', 0, 'massKg']);
  assert.equal(problem?.code, 'INVALID_VALUE');
  assert.deepEqual(problemsOf([{ massKg: 1, lossRate: 0 }]), []);
});
