import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { SHIRT } from '../../../../../docs/example-footprint.ts';
import { ApiError } from '../../../rules/errors/api-error.ts';
import { draw, type Picture } from '../draw.ts';
import { loadTexts } from '../words.ts';
import { decodedSymbols } from './decode-symbol.ts';
import { symbolOf } from './symbol.ts';
import { pngOf } from './to-png.ts';
import { svgOf } from './to-svg.ts';

const texts = await loadTexts();
const common = { locale: 'en', isPreview: false } as const;
const TAG = {
  ...{ productName: 'Shirt', serial: 'HO44710093817', gtin14: SHIRT.gtin14, isSample: false },
  url: `${SHIRT.url}/21/HO44710093817`,
};
const tag = { ...common, kind: 'QR_TAG', facts: TAG } as const;
const PICTURES = [
  { ...common, kind: 'CARBON_LABEL', size: 'UPRIGHT', facts: SHIRT },
  { ...common, kind: 'CARBON_LABEL', size: 'WIDE', facts: SHIRT },
  { ...common, kind: 'CARBON_LABEL', size: 'SMALL', facts: { ...SHIRT, isSample: true } },
  { ...tag, size: 'TAG', symbol: 'QR' },
  { ...tag, size: 'ITEM', symbol: 'QR' },
  { ...tag, size: 'TAG', symbol: 'DATA_MATRIX' },
  { ...tag, size: 'ITEM', symbol: 'DATA_MATRIX' },
] as const satisfies readonly Picture[];

/** The picture as a camera might see it: turned on a larger sheet, and out of focus. */
function photographed(
  svg: string,
  widthMm: number,
  heightMm: number,
  degrees: number,
  blurMm: number,
) {
  const side = Math.hypot(widthMm, heightMm) + 8;
  // Inside another SVG a millimetre is one unit.
  const inner = svg
    .replaceAll(/"([\d.]+)mm"/g, '"$1"')
    .replace('<svg ', `<svg x="${-widthMm / 2}" y="${-heightMm / 2}" `);
  const turned = `<g transform="translate(${side / 2} ${side / 2}) rotate(${degrees})">${inner}</g>`;
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}mm" height="${side}mm">
      <filter id="focus"><feGaussianBlur stdDeviation="${blurMm}"/></filter>
      <rect width="100%" height="100%" fill="#fff"/><g filter="url(#focus)">${turned}</g></svg>`,
    { fitTo: { mode: 'width', value: Math.round(side * 10) }, font: { loadSystemFonts: false } },
  )
    .render()
    .asPng();
}

for (const picture of PICTURES) {
  const symbol = picture.kind === 'QR_TAG' ? picture.symbol : 'QR';
  test(`${picture.kind} ${picture.size} with ${symbol} is read at 96 dpi, turned and out of focus`, async () => {
    const drawing = draw(picture, texts);
    const expected = [picture.facts.url];
    assert.deepEqual(await decodedSymbols(await pngOf(drawing, 96)), expected, '96 dpi');
    const { widthMm, heightMm } = drawing;
    // A twentieth of the height of the label's digits, about a third of a module.
    for (const [degrees, blurMm] of [
      [0, 0.15],
      [7, 0],
      [45, 0.1],
      [90, 0.15],
      [180, 0.15],
    ] as const) {
      const photo = photographed(svgOf(drawing), widthMm, heightMm, degrees, blurMm);
      assert.deepEqual(await decodedSymbols(photo), expected, `${degrees}°, blur ${blurMm} mm`);
    }
  });
}

test('contents that a symbol cannot hold are refused', () => {
  for (const content of ['https://halden.example/ä', 'a b', 'a'.repeat(301), '']) {
    assert.throws(() => symbolOf('QR', content), ApiError);
  }
});
