import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTexts } from './words.ts';

const texts = await loadTexts();

test('reasons of the engine are in the language of a report, those of people as they are', () => {
  const [de, fr, es] = (['de', 'fr', 'es'] as const).map((locale) => texts.wordsOf(locale));
  const reason = 'No use profile is declared.';
  assert.equal(de?.translated(reason), 'Kein Nutzungsprofil angegeben.');
  assert.notEqual(fr?.translated(reason), reason);
  assert.equal(es?.translated(reason), reason);
  const ofPeople = 'Measured at the mill in 2026.';
  assert.equal(de?.translated(ofPeople), ofPeople);
});

test('values within a reason have the words, the places and the decimal sign of the language', () => {
  const { translated, phrase } = texts.wordsOf('de');
  const way = translated('No transport is declared for Yarn: from CN to FR.');
  assert.equal(way, 'Kein Transport angegeben für Yarn: von China nach Frankreich.');
  assert.match(
    translated('What is declared counts on top of the DISTRIBUTION inside X.'),
    /Vertrieb/,
  );
  const proxy = 'A factor for the world stands in for TR.';
  assert.equal(translated(proxy), 'Ein Faktor für die Welt vertritt Türkei.');
  assert.equal(phrase('value', '0.25 kg'), '0,25 kg');
  assert.equal(phrase('label', 'Yarn, losses'), 'Yarn, Verluste');
});
