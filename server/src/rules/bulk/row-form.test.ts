import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ofBytes, query, type RowBytes } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { JsonBytes } from '../../platform/json/index.ts';
import {
  gathered,
  lineWriter,
  made,
  membersOf,
  money,
  objectOfRow,
  type RowForm,
  shown,
} from './row-form.ts';

const { db } = await testDatabase();

const COLUMNS = {
  name: { column: 'name', sqlType: 'text' },
  words: { column: 'words', sqlType: 'text[]' },
  size: { column: 'size', sqlType: 'float8' },
  count: { column: 'count', sqlType: 'int' },
  minor: { column: 'minor', sqlType: 'bigint' },
  currency: { column: 'currency', sqlType: 'text' },
  isMock: { column: 'is_mock', sqlType: 'boolean' },
  at: { column: 'at', sqlType: 'timestamptz' },
  owner: { column: 'owner', sqlType: 'uuid' },
  metadata: { column: 'metadata', sqlType: 'jsonb' },
} as const;

type Values = {
  readonly name: string | null;
  readonly words: readonly string[];
  readonly size: number | null;
  readonly count: number;
  readonly minor: number | null;
  readonly currency: string | null;
  readonly isMock: boolean;
  readonly at: Date | null;
  readonly owner: string | null;
  readonly metadata: unknown;
};
type Row = Values & { readonly id: string; readonly bill: object };

const FORM: RowForm<Row> = {
  idKind: 'product',
  members: [
    ...shown<Values>(COLUMNS),
    gathered('sizes', { size: 'size', of: 'name', count: 'count' }),
    money('price', 'minor', 'currency'),
    made('half', ({ minor, name }) => (minor === null ? null : { minor, name })),
    membersOf('bill'),
  ],
};

// No store keeps these: PostgreSQL has no U+0000, and refuses halves of pairs.
const text = fc.string({ unit: 'binary' }).map((each) => each.toWellFormed().replaceAll('\0', ''));
const object = fc
  .dictionary(text, fc.jsonValue(), { noNullPrototype: true })
  .map((each): object => JSON.parse(wellFormed(JSON.stringify(each))));

function wellFormed(json: string): string {
  return json.replaceAll(/\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '');
}

const rows = fc.array(
  fc.record<Values & { readonly bill: object }>({
    name: fc.option(text),
    words: fc.array(fc.oneof(text, fc.constantFrom('NULL', 'a;b', '{}', '', ' a', 'a,b', '"'))),
    size: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    count: fc.integer(),
    minor: fc.option(fc.maxSafeInteger()),
    currency: fc.option(fc.constantFrom('EUR', 'JPY', 'KWD')),
    isMock: fc.boolean(),
    at: fc.option(
      fc.date({
        min: new Date('0001-01-01'),
        max: new Date('9999-12-31'),
        noInvalidDate: true,
      }),
    ),
    owner: fc.option(fc.uuid()),
    metadata: fc.option(fc.oneof(object, text)),
    bill: object,
  }),
  { minLength: 1, maxLength: 20 },
);

test('lines from the bytes of the database have the values of lines from objects', async () => {
  const writeLine = lineWriter(FORM);
  const json = new JsonBytes();
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const values = JSON.stringify(given.map((row) => ({ ...row, id: newUuid() })));
      const statement = `select * from json_to_recordset($1::json) as given (id uuid, name text, words text[],
        size float8, count int, minor bigint, currency text, "isMock" boolean, at timestamptz, owner uuid, metadata jsonb, bill jsonb)`;
      const plain = await query<Row>(db, statement, [values]);
      const bytes = await query<Row & RowBytes>(ofBytes(db), statement, [values]);
      json.clear();
      for (const row of bytes) writeLine(json, row);
      const lines = json.bytes.toString().trimEnd().split('\n');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        plain.map((row) => JSON.parse(JSON.stringify(objectOfRow(FORM, row)))),
      );
      assert.deepEqual(
        bytes.map((row) => objectOfRow(FORM, row)),
        plain.map((row) => objectOfRow(FORM, row)),
      );
    }),
    { numRuns: 300 },
  );
});
