import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeId, encodeId, kindOfId, lowestUuidAt, newUuid } from './ids.ts';

// Vectors of the TypeID specification 0.3 (valid.json: "uuidv7", "max-valid", "one").
test('encodes and decodes the vectors of the TypeID specification', () => {
  assert.equal(
    encodeId('product', '01890a5d-ac96-774b-bcce-b302099a8057'),
    'prod_01h455vb4pex5vsknk084sn02q',
  );
  assert.equal(
    encodeId('order', '00000000-0000-0000-0000-000000000001'),
    'ord_00000000000000000000000001',
  );
  assert.equal(
    encodeId('order', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    'ord_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  );
});

test('gives back every uuid it encoded', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      assert.equal(decodeId('shoppingCart', encodeId('shoppingCart', uuid)), uuid);
    }),
  );
});

test('refuses an id of another kind, a bad digit and an overflow', () => {
  const id = encodeId('product', newUuid());
  assert.equal(decodeId('order', id), undefined);
  assert.equal(decodeId('product', `${id.slice(0, -1)}u`), undefined);
  assert.equal(decodeId('product', 'prod_8zzzzzzzzzzzzzzzzzzzzzzzzz'), undefined);
  assert.equal(kindOfId(id), 'product');
  for (const text of ['nonsense', 'prod', 'prods', '_', '']) {
    assert.equal(kindOfId(text), undefined, text);
  }
});

test('makes ids that sort by time', () => {
  const ids = Array.from({ length: 1000 }, () => newUuid());
  assert.deepEqual(ids.toSorted(), ids);
});

test('the lowest id of a time lies below all ids of that time and above all earlier ones', () => {
  assert.equal(lowestUuidAt(1), '00000000-0001-0000-0000-000000000000');
  assert.equal(lowestUuidAt(Date.parse('0001-01-01T00:00:00Z')), lowestUuidAt(0));
  const now = Date.now();
  assert.ok(lowestUuidAt(now - 1) < newUuid());
  assert.ok(newUuid() < lowestUuidAt(now + 60_000));
});
