import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeId } from '../ids.ts';
import { JsonBytes } from './json-bytes.ts';
import { jsonPiece } from './json-words.ts';

const json = new JsonBytes();

function written(write: (bytes: Buffer) => unknown, text: string): string {
  json.clear();
  // Not at the start, as a value of a row.
  write(Buffer.from(`__${text}__`));
  return Buffer.from(json.toLatin1(), 'latin1').toString();
}

test('ends with a refusal before it has twice the bytes of its bound', () => {
  const mostBytes = 8 * 1024 * 1024;
  const bounded = new JsonBytes({ mostBytes, refusal: () => new RangeError('Too large.') });
  const piece = jsonPiece('x'.repeat(mostBytes / 64));
  for (let pieces = 0; pieces < 64; pieces += 1) bounded.put(piece);
  assert.equal(bounded.toLatin1().length, mostBytes);
  assert.throws(() => {
    for (let pieces = 0; pieces <= 64; pieces += 1) bounded.put(piece);
  }, RangeError);
});

const endOf = (bytes: Buffer) => bytes.length - 2;

test('writes strings as JSON.stringify does', () => {
  const texts = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(texts, (text) => {
      const well = text.toWellFormed();
      const found = written((bytes) => json.string(bytes, 2, endOf(bytes)), well);
      assert.equal(found, JSON.stringify(well));
    }),
  );
});

test('finds each character to escape, wherever it is', () => {
  for (let length = 1; length <= 20; length += 1)
    for (let at = 0; at < length; at += 1)
      for (const character of [
        '"',
        '\\',
        '\0',
        '\n',
        '\u001f',
        ' ',
        '!',
        '#',
        '[',
        ']',
        '\u007f',
        'ö',
        '😀',
      ]) {
        const text = `${'a'.repeat(at)}${character}${'a'.repeat(length - at - 1)}`;
        const found = written((bytes) => json.string(bytes, 2, endOf(bytes)), text);
        assert.equal(found, JSON.stringify(text));
      }
});

test('copies bytes and pieces of any length, and writes on after them', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = Array.from({ length }, (_, at) => at % 10).join('');
    const found = written((bytes) => {
      json.put(jsonPiece(text));
      json.copy(bytes, 2, endOf(bytes));
      json.put(jsonPiece('!'));
    }, text);
    assert.equal(found, `${text}${text}!`);
  }
});

test('pieces are ASCII', () => {
  assert.throws(() => jsonPiece('"größe":'), RangeError);
});

test('writes ids as encodeId does', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const found = written((bytes) => json.idDigits(bytes, 2), uuid);
      assert.equal(`prod_${found}`, `${encodeId('product', uuid)}"`);
    }),
  );
});

test('writes times of PostgreSQL as toISOString does, with or without zeros at the end', () => {
  const times = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(times, fc.boolean(), (time, isShort) => {
      const iso = time.toISOString();
      const fraction = isShort ? iso.slice(19, 23).replace(/\.?0+$/, '') : iso.slice(19, 23);
      const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}+00`;
      const found = written((bytes) => json.time(bytes, 2, endOf(bytes)), text);
      assert.equal(found, JSON.stringify(iso), text);
    }),
  );
});

test('leaves times of other forms alone', () => {
  for (const text of [
    '2026-11-20 09:30:00.123456+00',
    '2026-11-20 09:30:00+02',
    '12026-11-20 09:30:00+00',
    '0044-03-15 12:00:00+00 BC',
    'infinity',
    '-infinity',
  ]) {
    const found = written((bytes) => assert.equal(json.time(bytes, 2, endOf(bytes)), false), text);
    assert.equal(found, '', text);
  }
});

test('grows with the answer and keeps what was written', () => {
  const piece = 'ö'.repeat(50_000);
  json.clear();
  for (let time = 0; time < 20; time += 1) json.putText(JSON.stringify(piece));
  const text = Buffer.from(json.toLatin1(), 'latin1').toString();
  assert.equal(text, JSON.stringify(piece).repeat(20));
});
