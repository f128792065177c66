import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { type Drawing, PAPER } from './drawing.ts';
import { releasePixels } from './release-pixels.ts';
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

/** Samples of a PNG of our own, row by row, as they are without a filter. */
function samplesOf(png: Buffer): { readonly channels: number; readonly samples: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 0 ? 1 : 3;
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const length = width * channels;
  const samples = Buffer.alloc(length * height);
  for (let row = 0; row < height; row += 1) {
    const isAlone = rows[row * (length + 1)] === 0;
    for (let place = 0; place < length; place += 1) {
      const above = isAlone ? 0 : (samples[(row - 1) * length + place] ?? 0);
      samples[row * length + place] = (rows[row * (length + 1) + 1 + place] ?? 0) + above;
    }
  }
  return { channels, samples };
}

for (const [name, fill, expected] of [
  ['grey', '#333333', 1],
  ['coloured', '#146080', 3],
] as const) {
  test(`a ${name} PNG has the pixels of its drawing in ${expected} channel(s)`, async () => {
    const drawing = square(fill);
    const { channels, samples } = samplesOf(await pngOf(drawing, 120));
    assert.equal(channels, expected);
    const { pixels } = pixelsOf(svgOf(drawing), drawing.widthMm, 120);
    const shown = pixels.filter((_, at) => at % 4 < expected);
    assert.ok(samples.equals(shown));
    assert.equal(samples.length, shown.length);
  });
}

/** The most pixels that a picture may have. */
const LARGEST_DPI = 13_100;

test('the largest pictures one after another take less memory than a third of their pixels and samples', async () => {
  const mostMb = () => process.resourceUsage().maxRSS / 1024;
  const before = mostMb();
  for (const fill of ['#333333', '#146080']) {
    const png = await pngOf(square(fill), LARGEST_DPI);
    assert.ok(png.readUInt32BE(16) * png.readUInt32BE(20) > 15_900_000);
    await releasePixels();
  }
  const grownMb = mostMb() - before;
  // At once: 4 bytes for each pixel in the library, 4 in their copy, 1 to 3 in the rows. All rows at once: 87 MB.
  assert.ok(grownMb < 75, `${grownMb} MB`);
});

test('the rows of pictures are freed when they are compressed', async () => {
  const heldMb = () => process.memoryUsage().arrayBuffers / 1024 ** 2;
  const before = heldMb();
  const grownMb: number[] = [];
  for (const dotsPerInch of [4_000, 4_000, 4_000, 4_000, LARGEST_DPI]) {
    await pngOf(square('#146080'), dotsPerInch);
    grownMb.push(heldMb() - before);
  }
  // Those of the first ones have 4 MB each, those of the last one 48.
  assert.ok(Math.max(...grownMb) < 8, `${grownMb} MB`);
});

test('a large picture has the pixels of its drawing, with its first colour far down', async () => {
  const { marks, ...sheet } = square('#333333');
  const box = { kind: 'RECTANGLE', x: 1.2, y: 4.1, width: 6.7, height: 1.3 } as const;
  const drawing = { ...sheet, marks: [...marks, { ...box, radius: 0.4, fill: '#146080' }] };
  const { channels, samples } = samplesOf(await pngOf(drawing, LARGEST_DPI / 2));
  assert.equal(channels, 3);
  const { pixels } = pixelsOf(svgOf(drawing), drawing.widthMm, LARGEST_DPI / 2);
  assert.equal(samples.length, (pixels.length / 4) * 3);
  let others = 0;
  for (let at = 0, from = 0; at < samples.length; from += 1) {
    if (from % 4 < 3 && samples[at++] !== pixels[from]) others += 1;
  }
  // Pixels at the edges of bands may have another shade.
  assert.ok(others < samples.length / 10_000, `${others} of ${samples.length} samples differ`);
});
