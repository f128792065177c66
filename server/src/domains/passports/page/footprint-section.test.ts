import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DppContent } from '../model.ts';
import { footprintSection, unitText } from './footprint-section.ts';
import { wordsOf } from './words.ts';

test('the declared unit is written in words and symbols of the page', () => {
  const written = (declaredUnit: string) => unitText({ declaredUnit }, wordsOf('de'));
  assert.equal(written('1 PIECE'), 'Für 1 Stück');
  assert.equal(written('1 PAIR'), 'Für 1 Paar');
  assert.equal(written('10 KG'), 'Für 10\u{a0}kg');
  assert.equal(written('1.234 KG'), 'Für 1,234\u{a0}kg');
  assert.equal(written('1e-7 M2'), 'Für 0,0000001\u{a0}m²');
  assert.equal(written('1,000 hours of light'), 'Für 1,000 hours of light');
});

const FOOTPRINT = { co2eKg: 7.24, co2eKgLow: 5.81, co2eKgHigh: 9.02, declaredUnit: '1 PIECE' };

/** Figures at the range of a footprint, with their heights. */
function figuresOf(footprint: DppContent): string[] {
  const { text = '' } = footprintSection({ footprint }, wordsOf('en')) ?? {};
  return [...text.matchAll(/y="(\d+)" text-anchor="\w+">([^<]+)</g)].map(
    ([, y, figure]) => `${figure} at ${y}`,
  );
}

test('the range has its three figures, and those that would meet are on two lines', () => {
  assert.deepEqual(figuresOf(FOOTPRINT), ['5.81 at 40', '7.24 at 40', '9.02 at 40']);
  const narrow = { ...FOOTPRINT, co2eKgLow: 7.01, co2eKgHigh: 7.41 };
  assert.deepEqual(figuresOf(narrow), ['7.01 at 40', '7.24 at 58', '7.41 at 40']);
});

test('a footprint is compared to a way by car, in the words of the page and with its source', () => {
  const carWay = { km: 30, region: 'GB', year: 2025 };
  const note = (language: string) =>
    /<p class="note">(.*?)<br>/.exec(
      footprintSection({ footprint: FOOTPRINT }, wordsOf(language), carWay)?.text ?? '',
    )?.[1];
  assert.equal(note('en'), 'About as much as driving an average car 30 km (United Kingdom, 2025).');
  assert.equal(
    note('fi'),
    'Suunnilleen yhtä paljon kuin 30 km ajoa keskivertoautolla (Iso-Britannia, 2025).',
  );
});
