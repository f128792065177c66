import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateMaterial } from '../../../engine/src/index.ts';
import { defaultLibrary } from '../default-library.ts';

const library = await defaultLibrary();

function servedBy(material: string) {
  const { contributions, assumptions } = calculateMaterial({ material, massKg: 1 }, library);
  const isProxy = assumptions.some(({ reason }) => /nearest open factor/.test(reason));
  return { factor: contributions[0]?.factorName ?? '', isProxy };
}

/** The factor of the grade itself is in the library. */
const EXACT: readonly (readonly [string, RegExp])[] = [
  ['whole milk', /^Milk, whole/],
  ['organic whole milk', /^Milk, whole/],
  ['Vollmilch', /^Milk, whole/],
  ['full cream milk', /^Milk, whole/],
  ['lait entier', /^Milk, whole/],
  ['skimmed milk', /^Milk, skimmed/],
  ['Magermilch', /^Milk, skimmed/],
  ['leche desnatada', /^Milk, skimmed/],
  ['semi-skimmed milk', /^Milk, semi-skimmed/],
  ['raw milk', /^Cow milk \| national average \| at farm gate/],
  ['Rohmilch', /^Cow milk \| national average \| at farm gate/],
  ['lait cru', /^Cow milk \| national average \| at farm gate/],
  ['skimmed milk powder', /^Milk, powder, skimmed/],
  ['Vollmilchpulver', /^Milk, powder, whole/],
  ['white wine', /^Wine, white/],
  ['Weißwein', /^Wine, white/],
  ['red wine', /^Wine, red/],
  ['green asparagus', /^Asparagus, green/],
  ['frozen corn', /^Sweet corn, frozen/],
  ['frozen blueberries', /^Blueberry, frozen/],
  ['frozen raspberries', /^Raspberry, frozen/],
  ['pp nonwoven', /^Polypropylene nonwoven/],
  ['stainless steel 304', /^Stainless steel 304/],
  ['blast furnace steel', /^Steel, blast furnace route/],
  ['Hochofenstahl', /^Steel, blast furnace route/],
  ['acier de haut fourneau', /^Steel, blast furnace route/],
  ['1.4301', /^Stainless steel 304/],
  ['A2 stainless', /^Stainless steel 304/],
  ['stainless steel 316L', /^Stainless steel 316/],
  ['1.4404', /^Stainless steel 316/],
  ['stainless steel 316L tube', /^Stainless steel 316/],
  ['316L tube 25 mm', /^Stainless steel 316/],
  ['A4 stainless', /^Stainless steel 316/],
  ['V4A', /^Stainless steel 316/],
  ['stainless steel 430', /^Stainless steel, ferritic/],
  ['1.4016', /^Stainless steel, ferritic/],
  ['42CrMo4', /^Steel, world average/],
  ['galvanised steel', /^Steel, hot-dip galvanised/],
  ['hot rolled steel', /^Steel, hot-rolled/],
  ['LDPE', /LDPE/],
  ['HDPE', /HDPE/],
  ['organic cotton', /^Organic cotton/],
];

/** No open source has the grade: what serves it is flagged. */
const PROXIES = [
  'duplex stainless steel',
  '1.4539',
  'AISI 201',
  'tool steel',
  'Werkzeugstahl',
  '1.2379',
  'maraging steel',
  'flexible PVC',
  'Weich-PVC',
  'flexible PCB',
  'PEX',
  'UHMWPE',
  'TPE',
  'edamame',
];

test('a name that states a grade takes the factor of that grade', () => {
  for (const [name, expected] of EXACT) {
    const { factor, isProxy } = servedBy(name);
    assert.match(factor, expected, name);
    assert.equal(isProxy, false, name);
  }
});

test('a grade without a factor of its own is a proxy that says so', () => {
  for (const name of PROXIES)
    assert.ok(servedBy(name).isProxy, `${name}: ${servedBy(name).factor}`);
});
