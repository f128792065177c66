import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import { plainCsv } from '../../rules/bulk/bulk-type.ts';
import { csvHeader, csvLine } from './csv.ts';
import { rowSplitter } from './file-rows.ts';
import { readRow } from './read-rows-graphql.ts';

const inputType = new GraphQLInputObjectType({
  name: 'Thing',
  fields: {
    externalId: { type: GraphQLString },
    name: { type: GraphQLString },
    metadata: { type: new GraphQLScalarType({ name: 'Anything' }) },
    masses: { type: new GraphQLList(GraphQLFloat) },
  },
});
const csv = plainCsv({ externalId: 'TEXT', name: 'TEXT', metadata: 'JSON' });
const header = { columns: Object.keys(csv.columns), delimiter: ',' } as const;

type Row = Readonly<Record<string, unknown>>;

/** The row as an import reads it from a file of each format. */
function readBoth(row: Row) {
  const lines = { JSONL: `${JSON.stringify(row)}\n`, CSV: csvHeader(csv) + csvLine(csv, row) };
  return (['JSONL', 'CSV'] as const).map((format) => {
    const found = rowSplitter(format).push(Buffer.from(lines[format])).at(-1);
    assert.ok(found);
    return readRow({ format, inputType, csv, header }, found);
  });
}

const text = (length: number): string => 'x'.repeat(length);

test('a row of a file has the limits of a mutation for texts and keys, at the top and within JSON', () => {
  const allowed: readonly Row[] = [
    { name: text(10_000) },
    { metadata: { deep: [{ note: text(10_000) }] } },
    { metadata: { [text(1_000)]: 1 } },
    { metadata: Array.from({ length: 250 }, () => 'x') },
  ];
  for (const row of allowed)
    for (const { input, problems } of readBoth(row)) {
      assert.deepEqual(problems, []);
      // A file of CSV names all columns: an empty cell clears its field.
      const cleared = { externalId: null, name: null, metadata: null };
      assert.deepEqual({ ...cleared, ...input }, { ...cleared, ...row });
    }
  const refused: readonly (readonly [Row, string, readonly (string | number)[]])[] = [
    [{ name: text(10_001) }, 'TOO_LONG', ['name']],
    [{ metadata: { deep: [{ note: text(10_001) }] } }, 'TOO_LONG', ['metadata', 'deep', 0, 'note']],
    [{ metadata: { [text(1_001)]: 1 } }, 'TOO_LONG', ['metadata']],
    [{ metadata: Array.from({ length: 251 }, () => 'x') }, 'TOO_MANY', ['metadata']],
  ];
  for (const [row, code, path] of refused)
    for (const { input, problems } of readBoth({ externalId: 'a', ...row })) {
      assert.equal(input, undefined);
      assert.deepEqual(
        problems.map((problem) => [problem.code, problem.path]),
        [[code, path]],
      );
    }
});

test('a row that is nested too deep is refused by itself, however deep it is', () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const padding = { name: text(600) };
  for (const { problems } of readBoth({ ...padding, metadata: nested(31) }))
    assert.deepEqual(problems, []);
  for (const { problems } of readBoth({ ...padding, metadata: nested(32) }))
    assert.deepEqual(
      problems.map(({ code, message }) => [code, message]),
      [['TOO_DEEP', 'Objects and lists may be nested 32 levels deep.']],
    );
  const line = `{"name":"x","metadata":${'['.repeat(300_000)}${']'.repeat(300_000)}}\n`;
  const found = rowSplitter('JSONL').push(Buffer.from(line)).at(-1);
  assert.ok(found);
  const { problems } = readRow({ format: 'JSONL', inputType, csv, header }, found);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['TOO_DEEP'],
  );
});

test('a row in which everything is wrong has its first 20 problems', () => {
  const wrong = Array.from({ length: 250 }, () => 'many');
  const line = `${JSON.stringify({ masses: wrong })}\n`;
  const found = rowSplitter('JSONL').push(Buffer.from(line)).at(-1);
  assert.ok(found);
  const { problems } = readRow({ format: 'JSONL', inputType, csv, header }, found);
  assert.equal(problems.length, 20);
  assert.deepEqual(problems[19]?.path, ['masses', 19]);
});
