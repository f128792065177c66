import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { type Drawing, PAPER } from './drawing.ts';
import { pixelsOf, pngOf } from './to-png.ts';
import { svgOf } from './to-svg.ts';

function square(fill: string): Drawing {
  const box = { kind: 'RECTANGLE', x: 0, y: 0, width: 10, height: 6 } as const;
  return {
    ...{ widthMm: 10, heightMm: 6, title: 'Square', description: '', language: 'en' },
    metadata: {},
    marks: [
      { ...box, fill: PAPER },
      { ...box, x: 2.3, width: 3, radius: 1.1, fill },
    ],
  };
}

/** Samples of a PNG of our own, row by row, without the difference to the row above. */
function samplesOf(png: Buffer): { readonly channels: number; readonly samples: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 0 ? 1 : 3;
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const length = width * channels;
  const samples = Buffer.alloc(length * height);
  for (let row = 0; row < height; row += 1) {
    for (let place = 0; place < length; place += 1) {
      const above = row === 0 ? 0 : (samples[(row - 1) * length + place] ?? 0);
      samples[row * length + place] = (rows[row * (length + 1) + 1 + place] ?? 0) + above;
    }
  }
  return { channels, samples };
}

for (const [name, fill, expected] of [
  ['grey', '#333333', 1],
  ['coloured', '#146080', 3],
] as const) {
  test(`a ${name} PNG has the pixels of its drawing in ${expected} channel(s)`, () => {
    const drawing = square(fill);
    const { channels, samples } = samplesOf(pngOf(drawing, 120));
    assert.equal(channels, expected);
    const { pixels } = pixelsOf(svgOf(drawing), drawing.widthMm, 120);
    const shown = pixels.filter((_, at) => at % 4 < expected);
    assert.ok(samples.equals(shown));
    assert.equal(samples.length, shown.length);
  });
}
