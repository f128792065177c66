import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { findMaterial, materialKey } from '../../engine/src/library/find-material.ts';
import { normalizedName } from '../../engine/src/library/material-names.ts';
import { defaultLibrary } from '../engine/default-library.ts';

type Designations = { material: string; class: string; source: string; names: string };

const library = await defaultLibrary();
const rows: Designations[] = parse(
  readFileSync(`${import.meta.dirname}/../../data/reference/material-designations.csv`),
  { columns: true },
);

test('every grade, number and trade name leads to its material', () => {
  for (const { material, names } of rows) {
    for (const name of names.split('|')) {
      assert.equal(materialKey(library, name), normalizedName(material), name);
    }
  }
});

test('every row names its source', () => {
  for (const { material, source } of rows) assert.notEqual(source, '', material);
});

test('check digits of CAS numbers are right', () => {
  const numbers = rows
    .filter((row) => row.class === 'CAS numbers')
    .flatMap((row) => row.names.split('|'));
  assert.ok(numbers.length > 100);
  for (const number of numbers) {
    const digits = [...number.replaceAll('-', '')].map(Number);
    const check = digits.pop();
    const sum = digits.reverse().reduce((total, digit, at) => total + digit * (at + 1), 0);
    assert.equal(sum % 10, check, number);
  }
});

test('no two materials of the catalogue have one key', () => {
  const materials = [...library.materialIndex.entries.values()];
  const listed = readFileSync(`${import.meta.dirname}/../../data/reference/material-names.csv`);
  const lines: unknown[] = parse(listed, { columns: true });
  assert.equal(materials.length, lines.length);
  const drink = findMaterial(library, 'chocolate milk', undefined, undefined, 'kg');
  assert.match(drink?.virgin.factor.name ?? '', /flavoured milk/);
});

/** Each was refused, or served by something else: aluminium 6082 by nothing, chocolate milk by chocolate, squash by steel nuts. */
test('classes of names that no list of single names can hold', () => {
  for (const [name, material] of [
    ['EN AW-6082 T6', 'aluminium'],
    ['1.4301', 'stainless steel'],
    ['S355 J2', 'steel'],
    ['CuZn39Pb3', 'brass'],
    ['EN-GJS-400', 'cast iron'],
    ['CAS 67-56-1', 'methanol'],
    ['E500', 'soda ash'],
    ['PA66-GF35', 'polyamide glass filled'],
    ['PP GF30', 'polypropylene glass filled'],
    ['Hostalen', 'hdpe'],
    ['Räuchereiche', 'oak'],
    ['chocolate milk', 'chocolate milk'],
    ['butternut squash', 'pumpkin'],
    ['melanzane', 'eggplant'],
    ['Blumenkohl', 'cauliflower'],
  ] as const) {
    assert.equal(materialKey(library, name), material, name);
    assert.equal(
      findMaterial(library, name, undefined, undefined, 'kg')?.usual.proxy,
      undefined,
      name,
    );
  }
});
