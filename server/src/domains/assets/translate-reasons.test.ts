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
    translated('Declare only what is missing: it counts on top of the DISTRIBUTION inside X.'),
    /Vertrieb/,
  );
  const proxy = 'A factor for the world stands in for TR.';
  assert.equal(translated(proxy), 'Ein Faktor für die Welt vertritt Türkei.');
  assert.equal(phrase('value', '0.25 kg'), '0,25 kg');
  assert.equal(phrase('label', 'Yarn, losses'), 'Yarn, Verluste');
  assert.match(translated('No transport is declared for Yarn: within CN.'), /innerhalb von China/);
});

test('wastes, legs, modes, processes and sources have the words of the language', () => {
  const [de, fr] = (['de', 'fr'] as const).map((locale) => texts.wordsOf(locale));
  const waste =
    'No end of life is declared for Lid: plastic, the Middle East and North Africa; the rest as municipal residual, SA.';
  assert.equal(
    de?.translated(waste),
    'Kein Lebensende angegeben für Lid: Kunststoff, Naher Osten und Nordafrika; der Rest wie Siedlungsrestabfall, Saudi-Arabien.',
  );
  assert.equal(
    fr?.translated(waste),
    'Aucune fin de vie n’est déclarée pour Lid : plastique, le Moyen-Orient et l’Afrique du Nord ; le reste comme ordures ménagères résiduelles, Arabie saoudite.',
  );
  const way = '130 km ROAD + 240 km RAIL + 270 km INLAND_WATERWAY';
  assert.equal(de?.phrase('value', way), '130 km Straße + 240 km Schiene + 270 km Binnenschiff');
  assert.equal(
    fr?.phrase('value', way),
    '130 km par route + 240 km par rail + 270 km par voie navigable',
  );
  const sailed =
    'Shortest way by sea from Cape Town (ZACPT) to Rotterdam (NLRTM). Times 1.15 for the way as sailed.';
  assert.match(String(de?.translated(sailed)), /Mal 1,15 für den gefahrenen Seeweg\.$/);
  const inside =
    'The factor of Fish has transport to the point of sale inside (1.1 of its 7.3 kg CO2e per kg): no leg is assumed.';
  assert.match(String(de?.translated(inside)), /Verkaufsstelle \(1,1 von 7,3 kg CO2e je kg\)/);
  const shown = (['label', 'value', 'source', 'unit'] as const).map((name) => [
    ...{
      label: [
        'Yarn, inland waterway (default), upstream (well to tank)',
        'weaving, heat',
        'Use, tea',
      ],
      value: ['SPINNING_RING, WEAVING', 'TRUCK', 'Car, 100 km petrol'],
      source: ['Default of the service', 'ADEME Base Carbone V23.6'],
      unit: ['piece', 'kWh_gross', 't.km'],
    }[name].map((text) => de?.phrase(name, text)),
  ]);
  assert.deepEqual(shown, [
    ['Yarn, Binnenschiff (Standard), Vorkette (well to tank)', 'Weben, Wärme', 'Nutzung, tea'],
    ['Ringspinnen, Weben', 'Lkw', 'Car, 100 km petrol'],
    ['Vorgabe des Dienstes', 'ADEME Base Carbone V23.6'],
    ['Stück', 'kWh (Brennwert)', 't.km'],
  ]);
});
