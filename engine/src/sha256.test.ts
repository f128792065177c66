import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';
import { sha256Hex } from './sha256.ts';

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
