import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PublicUrls } from '../../../rules/public-urls.ts';
import { COMMON_FIELDS, dppSchemas, fieldsOf } from '../content/schemas.ts';
import type { DppField } from '../model.ts';
import { exampleView } from '../projections/testing.ts';
import { passportPage } from './passport-page.ts';
import { englishOfCode, moreFieldsOf } from './sections.ts';
import { PAGE_LANGUAGES, wordsOf } from './words.ts';

const EU_LANGUAGES =
  'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
const urls = new PublicUrls(() => 'https://id.example.test', new Map());

function textsOf(language: string): Readonly<Record<string, string>> {
  const folder = new URL('../../../../../data/passport-words/', import.meta.url);
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
}

const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('a calculated amount has three figures, a number of years as few as it needs', () => {
  const { amount, number } = wordsOf('de');
  const amounts = [2.0035, 0, 0.33699, 1234.5].map(amount);
  assert.deepEqual(amounts, ['2,00', '0', '0,337', '1.230']);
  assert.equal(number(5), '5');
});

test('an earlier version says so first, with the way to the newest one, and then the reason of that', () => {
  const view = { ...exampleView(), isSuperseded: true, statusReason: 'A better code' };
  const { html } = passportPage(view, [], urls, 'en');
  const strip = /<div class="strip notice" role="status">(.*?)<\/div>/s.exec(html)?.[1] ?? '';
  assert.match(
    strip,
    /^<p>This is an earlier version\. <a [^>]*>Show the current version<\/a><\/p><p>Reason: A better code<\/p>$/,
  );
});

test('a French label has a space before its colon', () => {
  const { content, ...view } = exampleView();
  const weighed = { ...view, content: { ...content, dimensions: { massKg: 0.2 } } };
  const { html } = passportPage(weighed, [], urls, 'fr');
  assert.match(html, /Masse\u{a0}: 0,2/u);
});

test('a page names every responsible party by its role', () => {
  const view = exampleView();
  const responsibleParties = [
    { name: 'Import One', role: 'IMPORTER' },
    { name: 'Safe Copies', role: 'BACKUP_PROVIDER', country: 'PT' },
    { name: 'Import <Two>', role: 'IMPORTER' },
  ];
  const named = { ...view, content: { ...view.content, responsibleParties } };
  const { html } = passportPage(named, [], urls, 'en');
  assert.match(html, /<dt>Importer<\/dt><dd>Import One<\/dd>/);
  assert.match(html, /<dt>Backup provider<\/dt><dd>Safe Copies, Portugal<\/dd>/);
  assert.match(html, /<dt>Importer<\/dt><dd>Import &lt;Two&gt;<\/dd>/);
});

test('data of the sector have their units, and days, countries, codes and yes or no in words', () => {
  const view = { ...exampleView(), schemaId: 'battery', schemaVersion: '1.0' };
  const sectorData = {
    manufacturingPlace: 'PT',
    manufacturingDate: '2027-02-18',
    batteryStatus: 'ORIGINAL',
    separateCollection: true,
    containsLead: false,
    batteryMassKg: 412.625,
    certifiedUsableEnergyKwh: 60,
    internalResistancePackOhm: 0.05,
    expectedLifetimeCycles: 3005,
    expectedLifetimeYears: 12,
    stateOfCertifiedEnergyFraction: 0.91,
  };
  const { html } = passportPage({ ...view, content: { sectorData } }, [], urls, 'de');
  for (const value of [
    'Portugal',
    '18. Februar 2027',
    'Original',
    'Ja',
    'Nein',
    '412,625\u{a0}kg',
    '60\u{a0}kWh',
    '0,05\u{a0}Ω',
    '3.005',
    '12 Jahre',
    '91\u{a0}%',
  ])
    assert.ok(html.includes(`<dd>${value}</dd>`), value);
});

test('every unit of the schemas has a symbol', () => {
  const words = wordsOf('en');
  const unitsOf = (fields: readonly DppField[]): string[] =>
    fields.flatMap(({ unit, fields: below }) => [
      ...(unit === undefined ? [] : [unit]),
      ...unitsOf(below),
    ]);
  const units = new Set(dppSchemas().flatMap((schema) => unitsOf(fieldsOf(schema))));
  assert.ok(units.size > 10);
  for (const unit of units) assert.ok(!words.measure(1, unit).includes(unit), unit);
});

test('a page names the end of the validity, whether it is past or not', () => {
  const validUntil = new Date('2027-02-18T00:00:00Z');
  const { html } = passportPage({ ...exampleView(), validUntil }, [], urls, 'de');
  assert.match(html, /Gültig bis 18\. Februar 2027\. /);
});

test('a page that no service answers for has no form for an access code', () => {
  const withheld = [{ path: 'sectorData.cathodeMaterials', class: 'RESTRICTED' }] as const;
  const view = { ...exampleView(), withheld };
  assert.doesNotMatch(passportPage(view, [], urls, 'en').html, /<form/);
  assert.match(
    passportPage(view, [], urls, 'en', { access: { isRefused: false } }).html,
    /<form method="post" action="\/dpp\/[^"]*\?lang=en">/,
  );
});

test('a reader whose language the page does not have reads the content in it, in its direction', () => {
  const name = [
    { language: 'en', text: 'Sweater' },
    { language: 'ar', text: '\u0633\u062a\u0631\u0629' },
  ];
  const view = { ...exampleView(), content: { ...exampleView().content, name } };
  const { html } = passportPage(view, [], urls, 'en', { readers: ['ar-EG', 'de', 'en'] });
  assert.match(html, /<html lang="en">/);
  assert.match(html, /<h1><span lang="ar" dir="auto">\u0633\u062a\u0631\u0629<\/span><\/h1>/);
  assert.match(passportPage(view, [], urls, 'en').html, /<h1>Sweater<\/h1>/);
});

test('the page speaks the 24 official languages of the European Union', () => {
  assert.deepEqual(PAGE_LANGUAGES, EU_LANGUAGES);
});

test('every language has every text, with the same placeholders', () => {
  const english = textsOf('en');
  for (const language of EU_LANGUAGES) {
    const texts = textsOf(language);
    assert.deepEqual(Object.keys(texts), Object.keys(english), language);
    for (const [name, text] of Object.entries(texts)) {
      assert.ok(text.trim() === text && text !== '', `${language}.${name}`);
      const expected = placeholdersOf(english[name] ?? '');
      assert.deepEqual(placeholdersOf(text), expected, `${language}.${name}`);
    }
  }
});

test('every language has the titles and codes of the fields that the page shows, and no other', () => {
  const wordsOfField = ({ title, values = [], fields }: DppField): string[] => [
    title,
    ...values.map(englishOfCode).filter((word) => !values.includes(word)),
    ...fields.flatMap(wordsOfField),
  ];
  const roles = COMMON_FIELDS.find(({ name }) => name === 'responsibleParties')?.fields ?? [];
  const shown = new Set([
    ...(roles.find(({ name }) => name === 'role')?.values ?? []).map(englishOfCode),
    'Other',
    ...dppSchemas()
      .flatMap(moreFieldsOf)
      .flatMap(({ field }) => wordsOfField(field)),
  ]);
  for (const language of EU_LANGUAGES.filter((each) => each !== 'en')) {
    const texts = textsOf(`fields/${language}`);
    assert.deepEqual(Object.keys(texts).toSorted(), [...shown].toSorted(), language);
    for (const [english, text] of Object.entries(texts))
      assert.ok(text.trim() === text && text !== '', `${language}.${english}`);
  }
});

test('groups and parties are in the language of the reader, and a number in a group says what it is', () => {
  const view = { ...exampleView(), schemaId: 'battery', schemaVersion: '1.0' };
  const content = {
    responsibleParties: [{ name: 'Safe Copies', role: 'BACKUP_PROVIDER' }],
    dimensions: { lengthM: 0.7, massKg: 0.2 },
    sectorData: {
      batteryStatus: 'REUSED',
      recycledContent: [{ metal: 'LITHIUM', postConsumerFraction: 0.06 }],
    },
  };
  const { html } = passportPage({ ...view, content }, [], urls, 'de');
  for (const fact of [
    '<dt>Anbieter der Sicherungskopie</dt><dd>Safe Copies</dd>',
    '<dt>Maße</dt><dd>Länge: 0,7\u{a0}m, Masse: 0,2\u{a0}kg</dd>',
    '<dt>Status</dt><dd>Wiederverwendet</dd>',
    '<dt>Rezyklatgehalt</dt><dd>Lithium, Nach dem Gebrauch: 6\u{a0}%</dd>',
  ])
    assert.ok(html.includes(fact), fact);
});

test('every language renders a whole page, without a claim that the law reserves', () => {
  for (const language of EU_LANGUAGES) {
    const { html } = passportPage(exampleView(), [], urls, language);
    assert.match(html, new RegExp(`<html lang="${language}">`));
    assert.doesNotMatch(html, /compliant|certified/i);
    assert.doesNotMatch(html, /\bundefined\b|\bNaN\b/);
  }
});
