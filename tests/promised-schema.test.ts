import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { buildSchema } from 'graphql';
import trackway from '../package.json' with { type: 'json' };
import { schema } from '../server/src/schema.ts';
import { printedSchema } from './print-schema.ts';
import {
  breachesOf,
  CHANGELOG_FILE,
  faultyDeprecations,
  headOfPromise,
  PROMISED_FILE,
  promisedOn,
} from './promised-schema.ts';

test('the schema keeps what the last release promised', async () => {
  const promised = await readFile(PROMISED_FILE, 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(breachesOf(promised, schema, today), []);
  assert.deepEqual(faultyDeprecations(promised, printedSchema(), promisedOn(promised)), []);
});

test('the promise and the changelog agree on the version and whether it is released', async () => {
  const promised = await readFile(PROMISED_FILE, 'utf8');
  const changelog = await readFile(CHANGELOG_FILE, 'utf8');
  const head = headOfPromise(trackway.version, changelog, promisedOn(promised));
  assert.equal(promised.split('\n', 1)[0], head);
});

test('binds nothing before 1.0.0, and every change from then on', () => {
  const promisedBy = (version: string, changelog: string) =>
    breachesOf(
      `${headOfPromise(version, changelog, '2026-11-22')}\n${BAG}`,
      buildSchema(BAG.replace('name: String', '')),
      '2026-11-22',
    );
  assert.deepEqual(promisedBy('0.1.0', '## 0.1.0 (unreleased)'), []);
  assert.deepEqual(promisedBy('0.2.0', '## 0.2.0 (2027-01-31)'), []);
  assert.equal(promisedBy('1.0.0', '## 1.0.0 (2027-01-31)').length, 1);
});

const BAG = `
  type Query { bag(id: ID, size: Size): Bag }
  type Bag { id: ID! name: String colour: Colour }
  type Colour { code: String }
  enum Size { S M }
  input Filter { text: String }
  type Mutation { sew(filter: Filter): Bag }
`;

/** The bag without or with something else. */
function breaches(change: (bag: string) => string, promised = BAG, day = '2028-02-01'): string[] {
  return breachesOf(promised, buildSchema(change(BAG)), day);
}

test('refuses what is removed, renamed or narrowed, and what is newly demanded', () => {
  assert.match(breaches((bag) => bag.replace('name: String', ''))[0] ?? '', /Bag.name was removed/);
  assert.match(breaches((bag) => bag.replace(' M }', ' }'))[0] ?? '', /M was removed/);
  assert.match(breaches((bag) => bag.replace('id: ID!', 'id: ID'))[0] ?? '', /changed type/);
  assert.equal(breaches((bag) => bag.replace('id: ID, ', '')).length, 1);
  assert.equal(breaches((bag) => bag.replace('text: String', 'text: String!')).length, 1);
  assert.equal(breaches((bag) => bag.replace('text: String', 'text: String, n: Int!')).length, 1);
});

test('lets the schema grow', () => {
  const more = (bag: string) =>
    bag
      .replace('name: String', 'name: String! price(in: String): Float')
      .replace('S M', 'S M L')
      .replace('text: String', 'text: String, n: Int = 1');
  assert.deepEqual(breaches(more), []);
});

const OVERDUE = '@deprecated(reason: "Use `shade` instead. Removed on 2028-01-31.")';

test('lets what was deprecated go when its day has come, with the types that only it led to', () => {
  const promised = BAG.replace('colour: Colour', `colour: Colour ${OVERDUE}`)
    .replace('S M', `S ${OVERDUE} M`)
    .replace('size: Size', `size: Size ${OVERDUE}`);
  const without = (bag: string) =>
    bag
      .replace('colour: Colour', '')
      .replace('type Colour { code: String }', '')
      .replace(', size: Size', '')
      .replace('enum Size { S M }', '');
  assert.deepEqual(breaches(without, promised, '2028-01-31'), []);
  assert.ok(breaches(without, promised, '2028-01-30').length > 0);
  assert.ok(breaches(without).length > 0);
});

test('a deprecation names the replacement and a day that is a year off', () => {
  const faults = (reason: string, promised = BAG) =>
    faultyDeprecations(
      promised,
      BAG.replace('name: String', `name: String @deprecated(reason: "${reason}")`),
      '2027-01-31',
    );
  assert.deepEqual(faults('Use `title` instead. Removed on 2028-01-31.'), []);
  assert.match(faults('Use `title` instead. Removed on 2028-01-30.')[0] ?? '', /^Bag.name: /);
  assert.match(faults('Removed on 2029-01-31.')[0] ?? '', /^Bag.name: say "Use `/);
  assert.match(faults('Use `title` instead.')[0] ?? '', /^Bag.name: say "Use `/);
});

test('a promised day of removal may be later, not earlier', () => {
  const promised = BAG.replace('name: String', `name: String ${OVERDUE}`);
  const moved = (day: string) =>
    faultyDeprecations(promised, promised.replace('2028-01-31', day), '2027-12-01');
  assert.deepEqual(moved('2028-01-31'), []);
  assert.deepEqual(moved('2028-06-30'), []);
  assert.match(moved('2028-01-30')[0] ?? '', /2028-01-31 is the earliest/);
});
