import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHIRT } from '../../../../docs/example-footprint.ts';
import { SHIRT_REPORT } from '../../../../docs/example-report.ts';
import type { Picture } from './draw.ts';
import { ASSET_FORMATS } from './model.ts';
import { originOf } from './read-origin.ts';
import { render } from './render.ts';
import { loadTexts } from './words.ts';

const texts = await loadTexts();

test('every format gives its origin back', async () => {
  const tag: Picture = {
    ...{ kind: 'FIGURE_TAG', size: 'TAG', locale: 'el', isPreview: false },
    facts: { ...SHIRT, gwpSets: ['A & B <C>'] },
  };
  for (const format of ASSET_FORMATS) {
    const { bytes } = await render({ picture: tag, format, dotsPerInch: 300 }, texts);
    const origin = originOf(Buffer.from(bytes));
    assert.equal(origin?.['snapshotHash'], SHIRT.snapshotHash, format);
    assert.deepEqual(origin?.['gwpSets'], ['A & B <C>'], format);
  }
  const picture: Picture = {
    ...{ kind: 'FOOTPRINT_REPORT', size: 'A4', locale: 'en', isPreview: false },
    facts: SHIRT_REPORT,
  };
  const report = await render({ picture, format: 'PDF', dotsPerInch: 300 }, texts);
  assert.equal(originOf(Buffer.from(report.bytes))?.['kind'], 'FOOTPRINT_REPORT');
});

test('files of other programs and broken files have no origin', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const tooLong = Buffer.concat([png, Buffer.from('ffffffff69545874', 'hex'), Buffer.alloc(20)]);
  for (const file of [
    Buffer.alloc(0),
    png,
    tooLong,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('<svg><metadata id="trackway">{"a":'),
    Buffer.from('<svg><metadata id="trackway">{"a":</metadata></svg>'),
    Buffer.from('%PDF-1.7\n%%EOF'),
    Buffer.from('{"a": }'),
  ]) {
    assert.equal(originOf(file), undefined, file.toString('latin1', 0, 30));
  }
});
