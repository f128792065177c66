import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from '@babel/parser';
import { PHRASES } from '../../dashboard/src/sentences/phrases.ts';
import { valuesIn } from '../../dashboard/src/sentences/sentence-translator.ts';
import { SENTENCES } from '../../dashboard/src/sentences/sentences.ts';
import { eventTypes } from '../../server/src/rules/events/events.ts';
import '../../server/src/schema.ts';

const ROOT = join(import.meta.dirname, '../..');

function sourcesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts'] }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  );
}

/** Texts of a source, with `…` in place of each expression. */
function textsOf(source: string): string[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    if (node.type === 'StringLiteral' && 'value' in node) texts.push(String(node.value));
    if (node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis))
      texts.push(node.quasis.map((quasi) => String(quasi.value.cooked)).join('…'));
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') visit(value);
  };
  visit(program);
  return texts;
}

const OF_CALCULATIONS = ['resolve', 'evaluate', 'distance'].flatMap((folder) =>
  sourcesIn(`engine/src/${folder}`).flatMap(textsOf),
);
const dataFile = (path: string) => readFileSync(join(ROOT, 'data', path), 'utf8');
const SOURCES = [
  ...[...sourcesIn('engine/src'), ...sourcesIn('server/src')],
  // Names of wastes and of regions, what factors leave out, and reasons of states of passports.
  ...[
    'passport-words/en.json',
    'reference/end-of-life.csv',
    'factor-sets/ember-grid-2024/factors.csv',
    'factor-sets/compositions-2026/factors.csv',
    'factor-sets/published-values-2026/factors.csv',
  ].map(dataFile),
].join('\n');

/** Sentences that no page shows: faults of the program and of data, notes that only the API has. */
const ENGLISH_ONLY = [
  'A material needs massKg, or quantity and unit.',
  'A point of a sea lane needs a longitude and a latitude.',
  'Biogenic CO2: … of … contributions have factors that state its emissions, … its removals; the others are unknown and not counted.',
  'Distances cannot be worked out here: declare distanceKm.',
  'Land use change: … of … contributions have factors that state it apart; that of the others is unknown.',
  'The heap is empty.',
  'The library lacks factor ….',
  'The sea network has no node ….',
  'The snapshot lacks factor ….',
  'The snapshot lacks its root product.',
];

test('each sentence and phrase has the words of the sources', () => {
  const patterns = [...SENTENCES, ...Object.values(PHRASES).flat()];
  const words = patterns.flatMap((pattern) =>
    pattern
      .split(/\{\w+\}/)
      .map((each) => each.replace(/^[\s,:;.(]+|[\s,:;.(]+$/g, ''))
      .filter((each) => /\p{L}{2}.*\p{L}{2}/u.test(each)),
  );
  assert.ok(words.length > patterns.length / 2);
  assert.deepEqual(
    words.filter((each) => !SOURCES.includes(each)),
    [],
  );
});

test('each sentence of a calculation is known, or listed as one for programs', () => {
  const sentences = new Set(OF_CALCULATIONS.filter((text) => /^["\p{Lu}…].* .*\.$/su.test(text)));
  assert.ok(sentences.size > 50);
  const unknown = [...sentences].filter((text) =>
    SENTENCES.every((pattern) => valuesIn(pattern, text) === undefined),
  );
  assert.deepEqual(unknown.toSorted(), ENGLISH_ONLY.toSorted());
});

test('each waste that the end of life of a material follows is known', () => {
  const treatments = dataFile('reference/material-treatment.csv').split('\n').slice(1, -1);
  const statistics = treatments.flatMap((line) => {
    const [, , names = ''] = line.match(/("[^"]*"|[^,]*)(?:,|$)/g) ?? [];
    return names.replace(/,$/, '').split('|');
  });
  const wanted = new Set(['municipal waste, all', 'municipal residual', ...statistics]);
  wanted.delete('');
  assert.ok(wanted.size > 10);
  const known = new Set(PHRASES['statistics']?.map((phrase) => phrase.replace(', {region}', '')));
  assert.deepEqual(wanted, known);
});

test('the meaning of each type of event is known', () => {
  const known = new Set<string>(SENTENCES);
  const meanings = [...eventTypes().values()].map(({ meaning }) => meaning);
  assert.deepEqual(
    meanings.filter((meaning) => !known.has(meaning)),
    [],
  );
});

test('values are found between the words of a sentence', () => {
  const pattern = 'No transport is declared for {label}: {way}.';
  assert.deepEqual(valuesIn(pattern, 'No transport is declared for Body: within Europe.'), {
    label: 'Body',
    way: 'within Europe',
  });
  for (const other of ['No transport is declared for : x.', 'No transport is declared for Body.'])
    assert.equal(valuesIn(pattern, other), undefined, other);
});

test('a long text takes no longer by the square of its length', () => {
  const seconds = (characters: number) => {
    const text = `No transport is declared for ${': '.repeat(characters / 2)}`;
    const start = process.cpuUsage();
    for (let times = 0; times < 50; times += 1)
      for (const pattern of SENTENCES) valuesIn(pattern, text);
    return process.cpuUsage(start).user / 1e6;
  };
  seconds(10_000);
  assert.ok(seconds(80_000) < 100 * Math.max(seconds(10_000), 0.01));
});
