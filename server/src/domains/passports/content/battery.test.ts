import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { DppField, FieldClass } from '../model.ts';
import { fieldsOf, schemaOf } from './schemas.ts';
import { completenessOf } from './validate.ts';

const schema = schemaOf({ schemaId: 'battery', schemaVersion: '1.0' });
const CATEGORIES = ['EV', 'LMT', 'INDUSTRIAL_ABOVE_2_KWH'];

/** Data points of the Commission, with the point of the regulation and the need of each category. */
const POINTS = readFileSync(
  `${import.meta.dirname}/../../../../../tests/standards/commission/battery-data-points-2.0.csv`,
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [number, annex = '', ...needs] = line.split(',');
    return { number: Number(number), annex, needs };
  });

/** Data points outside of `sectorData`. */
const COMMON: Readonly<Record<number, string>> = {
  2: 'economicOperator',
  3: 'economicOperator.name',
  4: 'economicOperator.address',
  7: 'modelNumber',
  35: 'durability.warrantyYears',
};
/** The address of the passport, and the category, without which a battery is not published. */
const ELSEWHERE = [1, 6];
/** The same values as data points 11 to 15. */
const REPEATED = [16, 25];
/** Fields that the battery in use fills. */
const USE = { from: 51, to: 66 };

/** Numbers of a source such as "Commission data points 20 to 23 and 25". */
function numbersOf({ source }: DppField): number[] {
  const [, listed = ''] = /data points? ([\d, toand]+)/.exec(source) ?? [];
  const [, from, to] = /(\d+) to (\d+)/.exec(listed) ?? [];
  const all = [...listed.matchAll(/\d+/g)].map(Number);
  if (from === undefined || to === undefined) return all;
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at);
}

const missingFor = (category: string) =>
  new Set(
    completenessOf(schema, 'ITEM', category, { economicOperator: {} }).missing.map(
      ({ path }) => path,
    ),
  );

test('each data point of the Commission has a field, or a reason why it has none', () => {
  const named = new Set(schema.fields.flatMap(numbersOf));
  const reasons = schema.omitted.map(({ name }) => name).join();
  for (const { number } of POINTS) {
    const isKnown = named.has(number) || COMMON[number] !== undefined || ELSEWHERE.includes(number);
    assert.ok(isKnown || number === 5 || new RegExp(`\\b${number}\\b`).test(reasons), `${number}`);
  }
});

test('a battery is published with the mandatory data points of its category, and without those that are not to be filled', () => {
  for (const [at, category] of CATEGORIES.entries()) {
    const missing = missingFor(category);
    for (const { number, needs } of POINTS) {
      if (ELSEWHERE.includes(number) || REPEATED.includes(number)) continue;
      const common = COMMON[number];
      const fields = schema.fields.filter((field) => numbersOf(field).includes(number));
      const isRequired =
        (common !== undefined && missing.has(common)) ||
        fields.some(({ name }) => missing.has(`sectorData.${name}`)) ||
        // The operator itself is there in the content that lacks its name.
        common === 'economicOperator';
      const isOfUse = number >= USE.from && number <= USE.to;
      if (needs[at] === 'MANDATORY' && !isOfUse) assert.ok(isRequired, `${category}: ${number}`);
      const isShared = fields.some((field) => numbersOf(field).length > 1);
      if (needs[at] !== 'MANDATORY' && !isShared) assert.ok(!isRequired, `${category}: ${number}`);
    }
  }
});

test('a footprint is no condition of the passport of a battery', () => {
  assert.ok(!missingFor('EV').has('footprint'));
});

test('the class of a field is that of its point of Annex XIII: the status of one battery is not public', () => {
  const classes: Readonly<Record<string, FieldClass>> = {
    ...{ '1': 'PUBLIC', '2': 'RESTRICTED', '3': 'CONFORMITY', '4': 'INDIVIDUAL' },
  };
  const ofPoint = new Map(
    POINTS.map(({ number, annex }) => [number, classes[/XIII \((\d)\)/.exec(annex)?.[1] ?? '1']]),
  );
  for (const field of schema.fields) {
    const [first] = numbersOf(field);
    if (first !== undefined) assert.equal(field.access, ofPoint.get(first), field.name);
  }
  const status = schema.fields.find(({ name }) => name === 'batteryStatus');
  assert.equal(status?.access, 'INDIVIDUAL');
});

test('an empty list states that there are no hazardous substances; other empty lists count as missing', () => {
  const sectorData = { hazardousSubstances: [], extinguishingAgent: [] };
  const { missing } = completenessOf(schema, 'MODEL', 'EV', { sectorData });
  const paths = missing.map(({ path }) => path);
  assert.ok(!paths.includes('sectorData.hazardousSubstances'));
  assert.ok(paths.includes('sectorData.extinguishingAgent'));
  assert.ok(fieldsOf(schema).every(({ mayBeEmpty, isList }) => !mayBeEmpty || isList));
});
