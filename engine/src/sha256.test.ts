import assert from 'node:assert/strict';
import { createHash, hash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';
import { portableSha256Hex, sha256Hex, useSha256 } from './sha256.ts';

test('gives the digests that NIST published', () => {
  assert.equal(
    sha256Hex('abc'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  assert.equal(sha256Hex(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(
    sha256Hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  assert.equal(
    sha256Hex('a'.repeat(1_000_000)),
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  );
});

test('agrees with another implementation at every length around a block, and beyond ASCII', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'é€😀x'.repeat(length).slice(0, length * 2);
    const expected = createHash('sha256')
      .update(text.isWellFormed() ? text : 'x')
      .digest('hex');
    assert.equal(sha256Hex(text.isWellFormed() ? text : 'x'), expected);
  }
});

test('writes JSON in one spelling, whatever the order of its keys', () => {
  assert.equal(
    canonicalJson({ b: [1, 1e21, 1e-7, -0], a: { '\u20ac': null, '1': true, z: undefined } }),
    '{"a":{"1":true,"€":null},"b":[1,1e+21,1e-7,0]}',
  );
  assert.equal(canonicalJson({ a: 1, b: 2 }), canonicalJson({ b: 2, a: 1 }));
  assert.throws(() => canonicalJson({ a: Number.NaN }), TypeError);
});

test('objects with the same keys in another order, with more keys or absent ones, keep their spelling', () => {
  const objects = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: 1, b: 2, c: undefined },
    { b: 2, c: undefined, a: 1 },
  ];
  for (const object of [...objects, ...objects]) {
    assert.equal(canonicalJson(object), '{"a":1,"b":2}');
  }
});

test('members in order are written like members that are sorted first, at any depth', () => {
  const inOrder = { a: [{ b: 1, c: { d: 2 } }], e: undefined, f: 'é€' };
  const others = { f: 'é€', a: [{ c: { d: 2, z: undefined }, b: 1 }] };
  assert.equal(canonicalJson(inOrder), '{"a":[{"b":1,"c":{"d":2}}],"f":"é€"}');
  assert.equal(canonicalJson(others), canonicalJson(inOrder));
  // Objects list whole numbers first and by size; canonical JSON sorts them as texts.
  assert.equal(canonicalJson({ 9: 1, 10: 2, '!': 3 }), '{"!":3,"10":2,"9":1}');
  assert.throws(() => canonicalJson([{ a: Number.POSITIVE_INFINITY }]), TypeError);
});

test('objects with thousands of different keys keep their spelling', () => {
  for (let at = 0; at < 3_000; at++) {
    const object = { [`z${at}`]: 1, [`a${at}`]: at };
    assert.equal(canonicalJson(object), `{"a${at}":${at},"z${at}":1}`);
  }
});

test('takes the digests of the platform if they are the same, and refuses others', () => {
  assert.throws(() => useSha256(() => 'abc'), TypeError);
  assert.throws(() => useSha256((text) => hash('sha1', text)), TypeError);
  useSha256((text) => hash('sha256', text));
  try {
    for (const text of ['', 'a'.repeat(10_000), 'é€😀'.repeat(99)])
      assert.equal(sha256Hex(text), portableSha256Hex(text));
  } finally {
    useSha256(portableSha256Hex);
  }
});
