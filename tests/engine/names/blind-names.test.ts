import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { convertMaterial, findMaterial } from '../../../engine/src/library/find-material.ts';
import { defaultLibrary } from '../default-library.ts';

type Expected = { name: string; low: string; high: string; meaning: string };

const library = await defaultLibrary();

/**
 * Names and magnitudes in kg CO2e per kg that were written from general knowledge, each list before
 * the catalogue was read or mended for it. Share with an own factor in the first run of each list:
 * 71 % (293 of 412), 42 % (103 of 247), 57 % (100 of 176); what was missing was added afterwards.
 */
const lists = ['blind-names', 'blind-names-2', 'blind-names-3'].map((list): Expected[] =>
  parse(readFileSync(`${import.meta.dirname}/${list}.csv`), { columns: true }),
);

/** `own` and `proxy` within the expected magnitude, `off` outside it, `refused`. */
function outcomeOf({ name, low, high }: Expected): 'own' | 'proxy' | 'off' | 'refused' {
  const material = findMaterial(library, name, undefined, undefined, 'kg');
  if (material === undefined) return 'refused';
  const choice = (material.isRecycledByName ? material.recycled : undefined) ?? material.usual;
  const { factor } = choice;
  const value = factor.co2eKgPerUnit * convertMaterial(1, 'kg', factor.unit, material.kgPerM3);
  if (value < Number(low) || value > Number(high)) return 'off';
  return material.usual.proxy === undefined ? 'own' : 'proxy';
}

/**
 * Names in six languages that no synonym was added for, lists 5 and 8 to 16 excepted. Lists 6 and 7 name articles (`Lederhandtasche`, `camisa de
 * algodón`) rather than materials: an own factor per kg is rare there. In the first run of each list, before the rules
 * on compounds, contents, fabrics and parts in six languages: 84 % served of list 6, 81 % of list 7.
 */
test('of names that nothing was added for, five of six to nine of ten are served, most articles by a proxy', () => {
  for (const { list, own: leastOwn, served: leastServed, off: mostOff = 2 } of [
    { list: 'blind-names-4', own: 0.86, served: 0.92 },
    { list: 'blind-names-6', own: 0.87, served: 0.97 },
    { list: 'blind-names-7', own: 0.87, served: 0.95 },
    // Synonyms were added after its first run: 47 % own, 71 % served.
    { list: 'blind-names-5', own: 0.88, served: 0.95 },
    // Materials and food; the same: 61 % own, 77 % served.
    { list: 'blind-names-8', own: 0.9, served: 0.96 },
    // Goods and materials with adjectives, codes and measures; the same: 32 % own, 71 % served.
    { list: 'blind-names-9', own: 0.83, served: 0.95 },
    // Materials and food with adjectives; the rules were extended after its first run: 58 % own, 81 % served.
    { list: 'blind-names-10', own: 0.84, served: 0.91 },
    // Materials, parts, packaging and food; the same: 65 % own, 86 % served.
    { list: 'blind-names-11', own: 0.88, served: 0.95 },
    // Written after the rules of list 11: 75 % own, 89 % served in its first run (62 and 84 % by the rules before).
    { list: 'blind-names-12', own: 0.87, served: 0.98 },
    // Grades, trade names, constructions, species, chemicals by number, food; first run 68 % own, 76 % served.
    // Off: American newsprint, AGRIBALYSE's pancetta, and FR4 without its copper, 4 % below the range.
    { list: 'blind-names-13', own: 0.92, served: 0.94, off: 3 },
    // Bills of many trades, written after the designations and foods: 72 % own, 86 % served in its first run (65 and 80 % without them).
    { list: 'blind-names-14', own: 0.84, served: 0.93 },
    // Rooms, supermarket, building site, workshop, clinic, car: 74 % own, 83 % served, 5 off in its first run (66 and 78 %, 10 off by the tables before).
    { list: 'blind-names-15', own: 0.88, served: 0.94 },
    // Household, shops, sites, written after the walk by frequency: 91 % own, 93 % served, 10 off in its first run (80 and 84 %, 11 off by the tables before).
    // Off: AGRIBALYSE's seeds, spice, baking powder and milk chocolate, ADEME's sneakers and acrylic clothing.
    { list: 'blind-names-16', own: 0.94, served: 0.96, off: 6 },
  ]) {
    const unseen: Expected[] = parse(readFileSync(`${import.meta.dirname}/${list}.csv`), {
      columns: true,
    });
    const outcomes = Object.groupBy(unseen, outcomeOf);
    const own = outcomes.own?.length ?? 0;
    const served = own + (outcomes.proxy?.length ?? 0);
    assert.ok(own / unseen.length >= leastOwn, `${list}: own ${own} of ${unseen.length}`);
    assert.ok(served / unseen.length >= leastServed, `${list}: served ${served}`);
    assert.ok(
      (outcomes.off?.length ?? 0) <= mostOff,
      `${outcomes.off?.map(({ name }) => name).join()}`,
    );
  }
});

test('of 835 names of product bills nearly nine of ten have an own factor, most others a proxy', () => {
  const names = lists.flat();
  const outcomes = Object.groupBy(names, outcomeOf);
  const share = (outcome: keyof typeof outcomes) => (outcomes[outcome]?.length ?? 0) / names.length;
  assert.equal(names.length, 835);
  assert.ok(share('own') >= 0.88, `own ${share('own')}`);
  assert.ok(share('own') + share('proxy') >= 0.94, `proxy ${share('proxy')}`);
  const off = outcomes.off?.map(({ name }) => name).join();
  assert.ok(share('off') <= 0.015, `outside the expected magnitude: ${off}`);
});
