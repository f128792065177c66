import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureError } from './model.ts';
import { plainPicture } from './plain-picture.ts';
import { pngOf } from './testing.ts';

const SECRET = Buffer.from('GPS 41.15 N 8.61 W');

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function riff(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([head, body]);
}

const FRAME = segment(0xc2, Buffer.from([8, 0, 30, 0, 40, 1, 1, 0x11, 0]));
const SCAN = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0xff, 0xd0, 0x34]),
]);
const JPEG = [
  Buffer.from([0xff, 0xd8]),
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), SECRET])),
  segment(0xfe, SECRET),
  segment(0xed, SECRET),
  FRAME,
  SCAN,
  segment(0xe1, SECRET),
  SCAN,
  Buffer.from([0xff, 0xd9]),
  SECRET,
];
const VP8X = Buffer.from([0b11100, 0, 0, 0, 39, 0, 0, 29, 0, 0]);

test('a JPEG picture keeps its frame and its scans, and loses camera, comment and what follows its end', () => {
  const { bytes, ...facts } = plainPicture(Buffer.concat(JPEG));
  assert.deepEqual(facts, { mediaType: 'image/jpeg', widthPx: 40, heightPx: 30 });
  const ends = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])] as const;
  assert.deepEqual(bytes, Buffer.concat([ends[0], FRAME, SCAN, SCAN, ends[1]]));
});

test('a PNG picture loses its texts, times and Exif', () => {
  const text = pngOf(40, 30, [
    ['tEXt', SECRET],
    ['eXIf', SECRET],
    ['tIME', Buffer.alloc(7)],
  ]);
  const { bytes, ...facts } = plainPicture(Buffer.concat([text, SECRET]));
  assert.deepEqual(facts, { mediaType: 'image/png', widthPx: 40, heightPx: 30 });
  assert.deepEqual(bytes, pngOf(40, 30));
});

test('a WebP picture loses Exif and XMP, and says no more that it has them', () => {
  const pixels = chunk('VP8L', Buffer.from([0x2f, 39, 0x40, 0x07, 0, 1, 2]));
  const file = riff(chunk('VP8X', VP8X), pixels, chunk('EXIF', SECRET), chunk('XMP ', SECRET));
  const { bytes, ...facts } = plainPicture(Buffer.concat([file, SECRET]));
  assert.deepEqual(facts, { mediaType: 'image/webp', widthPx: 40, heightPx: 30 });
  const flags = Buffer.concat([Buffer.from([0b10000]), VP8X.subarray(1)]);
  assert.deepEqual(bytes, riff(chunk('VP8X', flags), pixels));
  const { widthPx, heightPx } = plainPicture(riff(pixels));
  assert.deepEqual([widthPx, heightPx], [40, 30]);
});

test('what is no small, whole, still picture is refused with the reason', () => {
  const png = pngOf(4, 4);
  const damaged = Buffer.from(png);
  damaged.writeUInt8(damaged.readUInt8(20) ^ 1, 20);
  const refused: readonly (readonly [Buffer, RegExp])[] = [
    [Buffer.alloc(60_001), /60001 bytes/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no JPEG, PNG or WebP/],
    [Buffer.from('GIF89a'), /no JPEG, PNG or WebP/],
    [Buffer.alloc(0), /no JPEG, PNG or WebP/],
    [pngOf(2_401, 1), /2401 × 1 pixels/],
    [png.subarray(0, -6), /not whole/],
    [damaged, /checksum/],
    [riff(chunk('VP8X', VP8X), chunk('ANIM', SECRET)), /animated/],
    [riff(chunk('ICCP', SECRET)), /no frame/],
    [Buffer.concat(JPEG.slice(0, 6)), /not whole/],
    [Buffer.concat([...JPEG.slice(0, 6), ...JPEG]), /two pictures/],
  ];
  for (const [bytes, reason] of refused)
    assert.throws(
      () => plainPicture(bytes),
      (error) => error instanceof PictureError && reason.test(error.message),
      String(reason),
    );
});

test('no change of a byte makes the parser fail in another way', () => {
  const samples = [
    Buffer.concat(JPEG),
    pngOf(4, 4),
    riff(chunk('VP8X', VP8X), chunk('VP8L', SECRET)),
  ];
  for (const sample of samples)
    for (let at = 0; at < sample.length; at += 1)
      for (const value of [0, 0xff, 0x80]) {
        const changed = Buffer.from(sample);
        changed.writeUInt8(value, at);
        try {
          assert.ok(plainPicture(changed).bytes.length <= changed.length);
        } catch (error) {
          assert.ok(error instanceof PictureError, `${at}: ${String(error)}`);
        }
      }
});
