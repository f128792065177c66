import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as harfbuzz from 'harfbuzzjs';
import { EXAMPLE_FONTS } from '../../../../../docs/asset-pictures.ts';
import { problemsOfText } from '../check-text.ts';
import { wrapped } from '../layouts/sheet.ts';
import { type Face, fontBytes, type Subset } from './fonts.ts';
import { directionOf, isolated, piecesOf } from './pieces.ts';
import { segmentsOf, shape } from './typeface.ts';
import { useFonts } from './use-fonts.ts';

type Placed = readonly [glyph: number, x: number, y: number];

function sorted(glyphs: readonly Placed[]): Placed[] {
  return glyphs.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** Glyphs of a word and their places, as HarfBuzz shapes it. */
function byHarfBuzz(face: Face, subset: Subset, word: string): Placed[] {
  const blob = new harfbuzz.Blob(fontBytes(face, subset));
  const buffer = new harfbuzz.Buffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  harfbuzz.shape(new harfbuzz.Font(new harfbuzz.Face(blob)), buffer);
  const places = buffer.getGlyphPositions();
  let x = 0;
  return sorted(
    buffer.getGlyphInfos().map(({ codepoint }, at): Placed => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[at] ?? {};
      x += xAdvance;
      return [codepoint, x - xAdvance + xOffset, yOffset];
    }),
  );
}

test.beforeEach(() => useFonts(EXAMPLE_FONTS));

for (const [subset, words] of [
  ['arabic', ['قميص', 'الله', 'شركة', 'پارچه', 'بيئة', 'مُحَمَّد', 'شَجَرَةٌ', 'لِلْأَطْفَالِ']],
  ['hebrew', ['חולצה', 'שָׁלוֹם', 'כותנה']],
] as const) {
  test(`${subset} words have the glyphs and places that HarfBuzz gives them`, () => {
    for (const face of ['TEXT', 'STRONG'] as const) {
      for (const word of words) {
        const glyphs = shape(face, word, 3).glyphs.map(
          ({ key, x, y }): Placed => [Number(key.split('-').at(-1)), x, y],
        );
        assert.deepEqual(sorted(glyphs), byHarfBuzz(face, subset, word), word);
      }
    }
  });
}

test('the non-joiner of Persian keeps letters apart as HarfBuzz does, and has no width', () => {
  const outlined = (face: Face, word: string): Placed[] =>
    shape(face, word, 3).glyphs.map(
      ({ key, x, y }): Placed => [Number(key.split('-').at(-1)), x, y],
    );
  for (const face of ['TEXT', 'STRONG'] as const) {
    for (const word of ['می\u200cخواهم', 'کتاب\u200cها', 'نیم\u200cفاصله', 'خانه\u200cای']) {
      const seen = outlined(face, word);
      const [joiner] = byHarfBuzz(face, 'arabic', '\u200c');
      const expected = byHarfBuzz(face, 'arabic', word).filter(([glyph]) => glyph !== joiner?.[0]);
      assert.deepEqual(sorted(seen), expected, word);
      assert.notDeepEqual(
        seen.map(([glyph]) => glyph),
        outlined(face, word.replace('\u200c', '')).map(([glyph]) => glyph),
        'other forms of the letters than without it',
      );
      const text = segmentsOf(shape(face, word, 3)).map((each) => each.text);
      assert.deepEqual(text, [word], 'a PDF holds it');
    }
  }
});

test('a non-joiner that nobody sees is refused', () => {
  const codesOf = (text: string) =>
    problemsOfText({ field: 'name', text, face: 'TEXT' }, []).map(({ code }) => code);
  for (const text of ['می\u200cخواهم', 'کِتاب\u200cها', 'نامِ\u200cمن'])
    assert.deepEqual(codesOf(text), [], text);
  for (const text of [
    ...['کار\u200cها', 'آ\u200cن', 'می\u200c', '\u200cمی', 'می\u200c خواهم', 'می\u200c\u200cخواهم'],
    ...['a\u200cb', 'می\u200cb', 'شא\u200cא', 'می\u200dخواهم', 'می\u200c1'],
  ])
    assert.deepEqual(codesOf(text), ['INVALID_TEXT'], JSON.stringify(text));
});

test('a letter of Arabic has another form at the start, in the middle, at the end and alone', () => {
  const keys = (text: string) => shape('TEXT', text, 3).glyphs.map(({ key }) => key);
  const [alone = '', none] = keys('س');
  assert.equal(none, undefined);
  const [end = '', middle = '', start = ''] = keys('سسس');
  assert.equal(new Set([alone, end, middle, start]).size, 4);
  // Two letters: the one at the end is left of the one at the start.
  assert.deepEqual(keys('سس'), [end, start]);
  // Alef joins to the right only, so the letter after it has its form of the start.
  assert.deepEqual(keys('اسس').slice(0, 2), [end, start]);
});

/** Texts of a line from left to right. */
function fromLeft(text: string, before = ''): string[] {
  return piecesOf(text, directionOf(before + text), before).map((piece) => piece.text);
}

test('mixed lines have the order of the Unicode Bidirectional Algorithm', () => {
  const hebrew = 'חולצת Merino דגם 2026 (חדש)';
  const order = ['(', 'חדש', ')', ' ', '2026', ' ', 'דגם', ' ', 'Merino', ' ', 'חולצת'];
  assert.equal(directionOf(hebrew), 'RTL');
  assert.deepEqual(fromLeft(hebrew), order);
  const english = 'Merino חולצת דגם 2026 new';
  assert.equal(directionOf(english), 'LTR');
  assert.deepEqual(fromLeft(english), [
    'Merino',
    ' ',
    '2026',
    ' ',
    'דגם',
    ' ',
    'חולצת',
    ' ',
    'new',
  ]);
  assert.deepEqual(fromLeft('قميص 100 % قطن، 3.5'), [
    ...['3.5', ' ', 'قطن،', ' ', '%', ' ', '100', ' ', 'قميص'],
  ]);
  assert.deepEqual(fromLeft('Plain text  (01) 2'), [
    'Plain',
    ' ',
    'text',
    ' ',
    ' ',
    '(01)',
    ' ',
    '2',
  ]);
});

test('a number at the start of a line follows the letters before it', () => {
  assert.deepEqual(fromLeft('2024 قطن', 'Shirt قميص '), ['قطن', ' ', '2024']);
});

test('an isolated name leaves the order of its sentence alone', () => {
  const name = 'شركة 7';
  assert.deepEqual(fromLeft(`${isolated(name)}, 2026`), ['7', ' ', 'شركة', ',', ' ', '2026']);
  assert.equal(directionOf(`${isolated(name)}. Checked`), 'LTR');
  assert.equal(isolated('Halden'), 'Halden');
});

test('the segments of a line are in reading order, each at its place', () => {
  const segments = segmentsOf(
    shape('TEXT', 'אב Merino גד 12', 1, { direction: 'RTL', before: '' }),
  ).filter(({ text }) => text !== ' ');
  assert.deepEqual(
    segments.map(({ subset, text }) => [subset, text]),
    [
      ['hebrew', 'אב'],
      ['latin', 'Merino'],
      ['hebrew', 'גד'],
      ['latin', '12'],
    ],
  );
  const places = segments.map(({ x }) => x);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => b - a),
  );
});

test('Japanese lines break between characters, but not before a closing sign or a small kana', () => {
  const text = 'メリノウールのシャツ、チュニックのMerino、サーナ';
  const whole = shape('TEXT', text, 2.5).widthMm;
  const starts = new Set<string>();
  for (let widthMm = 10; widthMm < whole; widthMm += 0.4) {
    const lines = wrapped(text, { face: 'TEXT', sizeMm: 2.5 }, widthMm);
    assert.equal(lines.map((line) => line.text).join(''), text);
    for (const line of lines) {
      assert.ok(line.widthMm <= widthMm, `${line.text} has ${line.widthMm} mm of ${widthMm}`);
      starts.add(line.text.slice(0, 1));
    }
  }
  for (const sign of '、ャュッーierno') assert.ok(!starts.has(sign), `A line starts with ${sign}`);
  assert.ok(starts.size > 8);
});

test('a script without a font is refused with the setting that adds it', () => {
  useFonts({ ...EXAMPLE_FONTS, scripts: ['hebrew'] });
  const [problem] = problemsOfText({ field: 'name', text: 'Shirt 衬衫', face: 'CODE' }, []);
  assert.equal(problem?.code, 'INVALID_TEXT');
  assert.match(
    problem?.message ?? '',
    /do not have 衬 衫: Latin, Greek, Cyrillic, Vietnamese, Hebrew letters are printed\. .*TRACKWAY_FONTS \(japanese, or chinese-simplified, or chinese-traditional\)/,
  );
});

test('texts in installed scripts are printed, characters that their fonts lack are not', () => {
  const problemsOf = (text: string) => problemsOfText({ field: 'name', text, face: 'STRONG' }, []);
  for (const text of ['قميص قطن', 'חולצה', 'メリノのシャツ'])
    assert.deepEqual(problemsOf(text), []);
  assert.match(problemsOf('한국')[0]?.message ?? '', /TRACKWAY_FONTS \(korean\)/);
});
