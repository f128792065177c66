import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import {
  SHIRT_COMPARISON,
  SHIRT_EQUIVALENCIES,
  SHIRT_INFOGRAPHIC,
} from '../../../../../docs/example-cards.ts';
import { SHIRT } from '../../../../../docs/example-footprint.ts';
import { SHIRT_MAP } from '../../../../../docs/example-map.ts';
import { ApiError } from '../../../rules/errors/api-error.ts';
import { draw, type Picture } from '../draw.ts';
import { decodedSymbols } from '../drawing/decode-symbol.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { svgOf } from '../drawing/to-svg.ts';
import type { FootprintFacts } from '../facts.ts';
import { ASSET_LOCALES } from '../model.ts';
import { loadTexts } from '../words.ts';
import { LEAST_X_HEIGHT_MM } from './sheet.ts';

const texts = await loadTexts();

const TAG = {
  ...{ productName: SHIRT.productName, serial: 'HO44710093817' },
  ...{ url: `${SHIRT.url}/21/HO44710093817`, gtin14: SHIRT.gtin14, isSample: false },
};

const PICTURES: Picture[] = ASSET_LOCALES.flatMap((locale) => {
  const common = { locale, isPreview: false, facts: SHIRT };
  const tag = { locale, isPreview: false, facts: TAG, kind: 'QR_TAG', symbol: 'QR' } as const;
  return [
    { ...common, kind: 'CARBON_LABEL', size: 'UPRIGHT' },
    { ...common, kind: 'CARBON_LABEL', size: 'WIDE' },
    { ...common, kind: 'CARBON_LABEL', size: 'SMALL' },
    { ...common, kind: 'FIGURE_TAG', size: 'TAG' },
    { ...tag, size: 'TAG' },
    { ...tag, size: 'ITEM' },
    { ...common, kind: 'EQUIVALENCY_CARD', size: 'CARD', facts: SHIRT_EQUIVALENCIES },
    { ...common, kind: 'COMPARISON_CARD', size: 'CARD', facts: SHIRT_COMPARISON },
    { ...common, kind: 'INFOGRAPHIC', size: 'PORTRAIT', facts: SHIRT_INFOGRAPHIC },
    { ...common, kind: 'INFOGRAPHIC', size: 'LANDSCAPE', facts: SHIRT_INFOGRAPHIC },
    { ...common, kind: 'SUPPLY_CHAIN_MAP', size: 'MAP', facts: SHIRT_MAP },
  ] satisfies Picture[];
});

/** A result that lacks many stages, on the smallest label: it has their number, and its description their names. */
const LACKING: FootprintFacts = {
  ...SHIRT,
  gwpSets: ['AR5', 'AR6', 'not stated'],
  missingPhases: ['INBOUND_TRANSPORT', 'RETAIL', 'INSTALLATION', 'MAINTENANCE_REPAIR'],
  isMissingMore: true,
};
const LACKING_PICTURES = (['de', 'en', 'fr'] as const).map((locale) => {
  const choices = { locale, isPreview: false, facts: LACKING };
  return { ...choices, kind: 'CARBON_LABEL', size: 'SMALL' } as const;
});
PICTURES.push(...LACKING_PICTURES);

/** A logo that fills its room, which is a box of its own. */
const BRAND = { color: null, logo: { width: 32, height: 10, png: '' } } as const;

function nameOf({ kind, size, locale }: Picture): string {
  return `${kind} ${size} ${locale}`;
}

type Box = { readonly text: string; readonly left: number; readonly right: number } & {
  readonly top: number;
  readonly bottom: number;
};

/** The logo, and the ink of each text, from above its capitals to its baseline. */
function boxesOf({ marks }: Drawing): Box[] {
  return marks.flatMap((mark) => {
    if (mark.kind === 'IMAGE') {
      const { x, y, width, height } = mark;
      return [{ text: 'the logo', left: x, right: x + width, top: y, bottom: y + height }];
    }
    if (mark.kind !== 'TEXT' || mark.rotation !== undefined) return [];
    const { text, x, y } = mark;
    const top = y - text.sizeMm * 0.7;
    return [{ text: text.text, left: x, right: x + text.widthMm, top, bottom: y }];
  });
}

test('every picture fits in all 24 languages, with nothing outside or overlapping', () => {
  for (const picture of PICTURES) {
    const drawing = draw(picture, texts, BRAND);
    const boxes = boxesOf(drawing);
    assert.ok(boxes.length >= 2, nameOf(picture));
    boxes.forEach((box, at) => {
      const isInside =
        box.left >= -0.3 &&
        box.right <= drawing.widthMm &&
        box.top >= 0 &&
        box.bottom <= drawing.heightMm - 0.4;
      assert.ok(isInside, `${nameOf(picture)}: "${box.text}" is cut`);
      for (const other of boxes.slice(at + 1)) {
        const isApart =
          box.right <= other.left + 0.3 ||
          other.right <= box.left + 0.3 ||
          box.bottom <= other.top + 0.05 ||
          other.bottom <= box.top + 0.05;
        assert.ok(isApart, `${nameOf(picture)}: "${box.text}" overlaps "${other.text}"`);
      }
    });
  }
});

test('lower-case letters are at least 1.2 mm high in print', () => {
  for (const picture of PICTURES) {
    for (const mark of draw(picture, texts).marks) {
      if (mark.kind !== 'TEXT' || !/\p{Ll}/u.test(mark.text.text)) continue;
      const { text, xHeightMm } = mark.text;
      assert.ok(
        xHeightMm >= LEAST_X_HEIGHT_MM,
        `${nameOf(picture)}: "${text}" has ${xHeightMm} mm`,
      );
    }
  }
});

test('a label names its boundary, range, method, date, GWP set and that nobody verified it', () => {
  const { title, description, metadata } = draw(
    { kind: 'CARBON_LABEL', size: 'UPRIGHT', locale: 'en', isPreview: false, facts: SHIRT },
    texts,
  );
  assert.equal(title, 'Carbon footprint: 7.24 kg CO2e');
  for (const part of [
    'Raw materials to end of life',
    'Likely between 5.81 and 9.02',
    'Following ISO 14067, GWP100\u00a0AR6, 2026-11-22',
    'Not verified by a third party',
    'All other phases 1.13',
    'Halden Outdoor',
  ]) {
    assert.ok(description.includes(part), `${part} is missing in: ${description}`);
  }
  assert.equal(metadata['snapshotHash'], SHIRT.snapshotHash);
  assert.equal(metadata['calculationId'], SHIRT.calculationId);
});

test('missing parts are named, and a BASIC result does not claim ISO 14067', () => {
  const facts: FootprintFacts = {
    ...SHIRT,
    detail: 'BASIC',
    boundary: null,
    range: null,
    missingPhases: ['USE'],
    isMissingMore: true,
  };
  const { description } = draw(
    { kind: 'CARBON_LABEL', size: 'UPRIGHT', locale: 'de', isPreview: false, facts },
    texts,
  );
  assert.ok(description.includes('Nur angegebene Teile'));
  assert.ok(description.includes('Ohne: Nutzung, weitere Teile'));
  assert.ok(description.includes('Bandbreite nicht berechnet'));
  assert.ok(!description.includes('14067'));
});

test('the smallest label of a result that lacks many stages counts them, and its description names them', () => {
  for (const picture of LACKING_PICTURES) {
    const { marks, description } = draw(picture, texts);
    const printed = marks.flatMap((mark) => (mark.kind === 'TEXT' ? [mark.text.text] : []));
    const { say } = texts.wordsOf(picture.locale);
    assert.match(printed.join(' '), /\u00a0\(4\), /);
    assert.ok(!printed.join(' ').includes(say('phaseInstallation')));
    assert.ok(
      description.includes(`${say('phaseInstallation')}, ${say('phaseMaintenanceRepair')}`),
    );
  }
});

test('a sample carries SAMPLE across, and its symbol is still read', async () => {
  const facts = { ...SHIRT, isSample: true };
  const drawing = draw(
    { kind: 'CARBON_LABEL', size: 'SMALL', locale: 'en', isPreview: false, facts },
    texts,
  );
  const across = drawing.marks.find((mark) => mark.kind === 'TEXT' && mark.rotation !== undefined);
  assert.ok(across?.kind === 'TEXT' && across.text.text === 'SAMPLE');
  const png = new Resvg(svgOf(drawing), { fitTo: { mode: 'zoom', value: 12 } }).render().asPng();
  assert.deepEqual(await decodedSymbols(png), [SHIRT.url]);
});

test('a text that does not fit is refused with what would fit', () => {
  const facts = { ...SHIRT, productName: 'Merino shirt for long walks '.repeat(5).trim() };
  assert.throws(
    () =>
      draw({ kind: 'CARBON_LABEL', size: 'SMALL', locale: 'en', isPreview: false, facts }, texts),
    (error) => {
      assert.ok(error instanceof ApiError && error.code === 'BAD_USER_INPUT');
      assert.match(error.message, /hold about \d+ characters \(got \d+\) on the size SMALL/);
      return true;
    },
  );
});

test('an address whose modules would be too small to scan is refused', () => {
  const facts = { ...SHIRT, url: `https://id.halden.example/${'a'.repeat(200)}` };
  assert.throws(
    () =>
      draw({ kind: 'CARBON_LABEL', size: 'SMALL', locale: 'en', isPreview: false, facts }, texts),
    /at least 0\.396 mm are needed to scan it/,
  );
});

test('a comparison says which side is lower only from 90 of 100 runs on', () => {
  const sentence = (probabilityAbove: number) => {
    const paired = { ...SHIRT_COMPARISON.paired, probabilityAbove };
    const facts = { ...SHIRT_COMPARISON, paired: { ...paired, probabilityBelow: 0.05 } };
    const picture = {
      kind: 'COMPARISON_CARD',
      size: 'CARD',
      locale: 'en',
      isPreview: false,
    } as const;
    return draw({ ...picture, facts }, texts).description;
  };
  assert.match(sentence(0.938), /\. B is lower in 93 of 100 runs/);
  assert.match(sentence(0.899), /No clear difference: B is lower in 89 of 100 runs/);
  assert.match(sentence(0.938), /Difference A − B: −0\.210 to 2\.93 kg CO2e/);
});

test('an equivalency is about an amount and names its source', () => {
  const picture = {
    kind: 'EQUIVALENCY_CARD',
    size: 'CARD',
    locale: 'de',
    isPreview: false,
  } as const;
  const { description } = draw({ ...picture, facts: SHIRT_EQUIVALENCIES }, texts);
  assert.match(description, /Durchschnittliches Auto, km etwa 34/);
  assert.match(description, /Quelle: uk-desnz-2025 \(GB\), us-epa-2024 \(US\)/);
});

test('the declared unit is printed as it was declared: a pair is one pair, 1,234 kg are not 1,230', () => {
  const label = { kind: 'CARBON_LABEL', size: 'UPRIGHT', locale: 'de', isPreview: false } as const;
  const printed = (amount: number, unit: string) =>
    draw({ ...label, facts: { ...SHIRT, declaredUnit: { amount, unit } } }, texts).description;
  assert.ok(printed(1, 'PAIR').includes(`1\u00a0×\u00a0Paar ${SHIRT.productName}`));
  assert.ok(printed(1, 'PIECE').includes(`1\u00a0× ${SHIRT.productName}`));
  assert.ok(printed(1234, 'KG').includes(`1234\u00a0kg ${SHIRT.productName}`));
  assert.ok(printed(2.5e-7, 'KG').includes(`0,00000025\u00a0kg ${SHIRT.productName}`));
});

test('a source that states no warming potentials is named in the language of the asset', () => {
  const label = { kind: 'CARBON_LABEL', size: 'UPRIGHT', isPreview: false } as const;
  const facts = { ...SHIRT, gwpSets: ['AR5', 'not stated'] };
  for (const [locale, words] of [
    ['de', 'AR5\u00a0+\u00a0nicht angegeben'],
    ['el', 'AR5\u00a0+\u00a0δεν δηλώνεται'],
  ] as const) {
    assert.ok(draw({ ...label, locale, facts }, texts).description.includes(words));
  }
});

test('a wide label holds the phases of ordinary and of light products in all 24 languages', () => {
  const early = ['RAW_MATERIALS', 'INBOUND_TRANSPORT', 'MANUFACTURING', 'PACKAGING'] as const;
  const names = [...early, 'DISTRIBUTION', 'USE', 'END_OF_LIFE'] as const;
  for (const amounts of [
    [3.251, 0.133, 1.164, 0.133, 0.3562, 0.133, 0.133],
    [0.933, 0.0127, 0, 0, 0.0451, 0, 0.483],
    [0.000933, 0.000127, 0, 0, 0.000451, 0, 0.000483],
  ]) {
    const phases = names.map((phase, at) => ({ phase, co2eKg: amounts[at] ?? 0 }));
    const facts = { ...SHIRT, phases: phases.filter(({ co2eKg }) => co2eKg > 0) };
    for (const locale of ASSET_LOCALES)
      draw({ kind: 'CARBON_LABEL', size: 'WIDE', locale, isPreview: false, facts }, texts);
  }
});
