import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseValue } from 'graphql';
import {
  parseJsonLiteral,
  readCountryCode,
  readCurrencyCode,
  readDate,
  readDateTime,
  readDecimal,
  readUrl,
} from './scalars.ts';

type Reader = {
  readonly parseValue: (value: unknown) => unknown;
  readonly parseLiteral: (node: ReturnType<typeof parseValue>) => unknown;
};

const CASES: readonly (readonly [string, Reader, readonly unknown[]])[] = [
  [
    'a DateTime',
    readDateTime,
    [
      ...['2026-11-20', '2026-11-20T09:30:00', '2026-13-01T00:00:00Z', '2026-02-30T09:30:00Z', 5],
      // Times that PostgreSQL or its text cannot express.
      ...['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'],
    ],
  ],
  ['a Date', readDate, ['2026-02-30', '0000-06-01', '20.11.2026', 20261120, true]],
  ['a Decimal', readDecimal, ['19,90', '1e3', '', 19.9]],
  ['a CountryCode', readCountryCode, ['fr', 'FRA', 'QQ', 'UK', 33]],
  ['a CurrencyCode', readCurrencyCode, ['eur', 'ZZZ', 978]],
  ['a URL', readUrl, ['example.com', 'ftp://example.com', `https://x.org/${'x'.repeat(3_000)}`]],
];

for (const [scalar, reader, wrong] of CASES) {
  test(`what is not ${scalar} is refused with what was given, what is wanted and an example`, () => {
    for (const value of wrong) {
      const given = JSON.stringify(value).slice(0, 100);
      const isTold = (error: unknown): boolean => {
        assert.ok(error instanceof Error);
        assert.ok(error.message.startsWith(given), error.message);
        const wanted = error.message.slice(error.message.indexOf(` is not ${scalar}: give `));
        const example = /such as "([^"]+)"/.exec(wanted)?.[1];
        assert.ok(example !== undefined, error.message);
        assert.doesNotThrow(() => reader.parseValue(example));
        assert.ok(error.message.length < 300);
        return true;
      };
      assert.throws(() => reader.parseValue(value), isTold);
      assert.throws(() => reader.parseLiteral(parseValue(JSON.stringify(value))), isTold);
    }
  });
}

test('text is read in the same way from variables and literals; a word without quotes is refused', () => {
  assert.equal(readCountryCode.parseValue('FR'), readCountryCode.parseLiteral(parseValue('"FR"')));
  assert.throws(() => readCountryCode.parseLiteral(parseValue('FR')), {
    message: 'FR is not a CountryCode: put it in quotes, "FR".',
  });
  assert.throws(() => readCountryCode.parseLiteral(parseValue('QQ')), /^QQ is not .+ such as "FR"/);
});

test('a literal of JSON with a variable inside is refused, for the variable would get lost', () => {
  const plain = parseJsonLiteral(parseValue('{ a: [1, "x", null] }'));
  assert.equal(JSON.stringify(plain), '{"a":[1,"x",null]}');
  assert.throws(() => parseJsonLiteral(parseValue('{ a: [$size] }')), /such as \$size/);
});

test('the countries are those of ISO 3166-1, and no other code of two letters', () => {
  const list = new URL('../../../data/reference/iso-3166-1-countries.csv', import.meta.url);
  const rows = readFileSync(list, 'utf8').trim().split('\n').slice(1);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const isRead = (code: string): boolean => {
    try {
      return readCountryCode.parseValue(code) === code;
    } catch {
      return false;
    }
  };
  assert.deepEqual(
    codes.filter(isRead),
    rows.map((row) => row.slice(0, 2)),
  );
});
