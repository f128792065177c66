import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isList, isObject } from '../content/mask.ts';
import type { DppContent, Json } from '../model.ts';
import { elementOf } from '../projections/en18223.ts';
import { EXAMPLE_CONTENT } from '../projections/testing.ts';
import { elementPathIn, givenValue, valueAt, withChangeAt } from './element.ts';

const CONTENT: DppContent = {
  ...EXAMPLE_CONTENT,
  documents: [
    { type: 'MANUAL', url: 'https://a.example/m', mediaType: 'application/pdf', sha256: 'ab' },
    { type: 'OTHER', url: 'https://a.example/n', mediaType: 'text/html', title: 'N' },
  ],
};

/** The paths of all elements below a value. */
function pathsOf(value: Json, path: readonly string[]): string[][] {
  const members = isList(value)
    ? value.map((item, at) => [String(at), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  const own = path.length === 0 ? [] : [[...path]];
  return [...own, ...members.flatMap(([name, inner]) => pathsOf(inner, [...path, name]))];
}

test('an element of EN 18223 that is sent back changes nothing, whatever it is', () => {
  const paths = pathsOf(CONTENT, []);
  assert.ok(paths.length > 100, String(paths.length));
  for (const path of paths) {
    const current = valueAt(CONTENT, path);
    assert.ok(current !== undefined, path.join('.'));
    const sent: Json = JSON.parse(JSON.stringify(elementOf(path.join('.'), current)));
    const value = givenValue(sent, path, current);
    assert.deepEqual(withChangeAt(CONTENT, path, value), CONTENT, path.join('.'));
  }
});

test('objects are merged, lists and values are replaced, null removes', () => {
  const content: DppContent = { care: { a: 1, b: [1, 2, 3] }, list: [{ x: 1 }, { x: 2 }] };
  for (const [path, change, expected] of [
    [['care'], { a: 2 }, { ...content, care: { a: 2, b: [1, 2, 3] } }],
    [['care', 'b'], [4], { ...content, care: { a: 1, b: [4] } }],
    [['care', 'b', '1'], null, { ...content, care: { a: 1, b: [1, 3] } }],
    [['care', 'a'], null, { ...content, care: { a: null, b: [1, 2, 3] } }],
    [['list', '1', 'y'], 3, { ...content, list: [{ x: 1 }, { x: 2, y: 3 }] }],
    [['new', 'inner'], 'text', { ...content, new: { inner: 'text' } }],
  ] as const)
    assert.deepEqual(withChangeAt(content, path, change), expected, path.join('.'));
  for (const path of [
    ['list', '2'],
    ['list', 'x'],
    ['care', 'a', 'deeper'],
  ])
    assert.throws(() => withChangeAt(content, path, 1), { code: 'NOT_FOUND' }, path.join('.'));
});

test('malformed elements and those of another path are refused', () => {
  for (const body of [
    { elementId: 'other', value: 1 },
    { elementId: 'care' },
    { elementId: 'care', elements: 'x' },
    { elementId: 'care', elements: [{ value: 1 }] },
    { elementId: 'care', elements: ['x'] },
  ])
    assert.throws(() => givenValue(body, ['care'], undefined), { code: 'BAD_USER_INPUT' });
});

test('a path is of names and indices only', () => {
  assert.deepEqual(elementPathIn("$.materials[0]['name']"), ['materials', '0', 'name']);
  assert.deepEqual(elementPathIn('care'), ['care']);
  assert.equal(elementPathIn(`$${'.a'.repeat(32)}`)?.length, 32);
  assert.equal(elementPathIn(`$${'.a'.repeat(33)}`), undefined);
  for (const path of ['$', '', '$..a', '$.*', '$.a[?(@.b)]', '$.a[-1]', "$['a b']", '$.a.', 'a/b'])
    assert.equal(elementPathIn(path), undefined, path);
});
