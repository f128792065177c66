import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PublicUrls } from '../../../rules/public-urls.ts';
import { exampleView } from '../projections/testing.ts';
import { passportPage } from './passport-page.ts';
import { PAGE_LANGUAGES } from './words.ts';

const EU_LANGUAGES =
  'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
const urls = new PublicUrls(() => 'https://id.example.test', new Map());

function textsOf(language: string): Readonly<Record<string, string>> {
  const folder = new URL('../../../../../data/passport-words/', import.meta.url);
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
}

const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

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

test('every language renders a whole page, without a claim that the law reserves', () => {
  for (const language of EU_LANGUAGES) {
    const { html } = passportPage(exampleView(), [], urls, language);
    assert.match(html, new RegExp(`<html lang="${language}">`));
    assert.doesNotMatch(html, /compliant|certified/i);
    assert.doesNotMatch(html, /\bundefined\b|\bNaN\b/);
  }
});
