import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { convertMaterial, findMaterial } from '../../../engine/src/library/find-material.ts';
import { groupOf } from '../../../engine/src/library/material-groups.ts';
import {
  missingMaterial,
  suggestMaterials,
} from '../../../engine/src/library/suggest-materials.ts';
import { defaultLibrary } from '../default-library.ts';

type Expected = { name: string; low: string; high: string; source: string };

const library = await defaultLibrary();
/** Names as people write them, with the magnitude that published sources give per kg. */
const everyday: Expected[] = parse(readFileSync(`${import.meta.dirname}/everyday-materials.csv`), {
  columns: true,
});

function found(name: string, unit = 'kg') {
  return findMaterial(library, name, undefined, undefined, unit);
}

function kgCo2ePerKg(name: string): number | undefined {
  const material = found(name);
  if (material === undefined) return undefined;
  const choice = material.isRecycledByName ? material.recycled : material.usual;
  const { factor } = choice ?? material.usual;
  return factor.co2eKgPerUnit * convertMaterial(1, 'kg', factor.unit, material.kgPerM3);
}

test('at least nine of ten everyday names have a factor of their own, each of the right magnitude', () => {
  assert.ok(everyday.length >= 300);
  let own = 0;
  for (const { name, low, high, source } of everyday) {
    const value = kgCo2ePerKg(name);
    if (value === undefined) continue;
    assert.notEqual(low, '', `${name} is served, though no open source is known`);
    assert.ok(value >= Number(low) && value <= Number(high), `${name}: ${value} (${source})`);
    if (found(name)?.usual.proxy === undefined) own += 1;
  }
  assert.ok(own / everyday.length >= 0.9, `${own} of ${everyday.length}`);
});

test('a name without a factor is refused with at least three names that have one', () => {
  const refused = everyday.filter(({ name }) => found(name) === undefined);
  assert.ok(refused.length > 0);
  for (const { name } of [...refused, { name: 'molybdenum disulphide' }]) {
    const suggestions = suggestMaterials(library, name);
    assert.ok(suggestions.length >= 3, `${name}: ${suggestions}`);
    for (const suggestion of suggestions) {
      assert.ok(findMaterial(library, suggestion, undefined, undefined, undefined), suggestion);
    }
  }
});

test('suggestions follow meaning, not spelling', () => {
  assert.ok(suggestMaterials(library, 'acetone').includes('ethanol'));
  assert.ok(suggestMaterials(library, 'titanium carbonitride').includes('titanium'));
  assert.ok(suggestMaterials(library, 'unobtainium steel').includes('steel'));
  assert.ok(!suggestMaterials(library, 'ceramic coating').includes('organic cotton fibre'));
});

test('whole classes: elements, goods of a household, rubbers, hides, in six languages', () => {
  for (const [name, source] of [
    ['Hafnium', 'published-2026:hafnium'],
    ['iridio', 'published-2026:iridium'],
    ['Nitrilkautschuk', 'composition-2026:nitrile-rubber'],
    ['Neopren', 'composition-2026:polychloroprene'],
    ['bouilloire', 'desnz-2025:19_503_5088_15'],
    ['lavadora', 'desnz-2025:19_503_5080_15'],
    ['divano', 'base-carbone-23.6:20907'],
    ['hardloopschoenen', 'composition-2026:sports-shoe'],
    ['merbau', 'composition-2026:tropical-hardwood'],
    ['jeans', 'published-2026:clothing-cotton'],
    ['Getränkedose', 'desnz-2025:19_504_5104_15'],
    ['farina di grano tenero', 'agribalyse-3.1:9440'],
  ] as const) {
    assert.equal(found(name)?.usual.factor.sourceId, source, name);
    assert.equal(found(name)?.usual.proxy, undefined, name);
  }
  // Another animal, another rubber, a garment that does not say its fibre: served, and said to be a proxy.
  for (const name of ['goatskin', 'Alpakawolle', 'apple leather', 'T-shirt', 'travertino'])
    assert.notEqual(found(name)?.usual.proxy, undefined, name);
  // Published values differ too much for any one of them.
  for (const name of ['PTFE', 'cashmere', 'Daunen', 'essential oil'])
    assert.equal(found(name), undefined, name);
});

test('a metal that nobody knows is no steel, and a metal is not its ore', () => {
  for (const name of ['metal', 'sodium metal', 'unobtainium metal', 'Zirconium metal'])
    assert.notEqual(found(name)?.usual.proxy, undefined, name);
  // A kilogram of lime, barite or zircon is no kilogram of calcium, barium or zirconium.
  for (const name of ['precious metals', 'calcium', 'Barium', 'Zirkonium', 'boron', 'strontium'])
    assert.equal(found(name), undefined, name);
  const wool = findMaterial(library, 'Steinwolle', 'FR', undefined, 'kg');
  assert.equal(wool?.virgin.factor.sourceId, 'published-2026:stone-wool');
});

test('a word that nothing is near to gets no suggestion, a misspelling its material', () => {
  for (const name of ['unobtainium', 'xyzzy', 'flurbium 7']) {
    assert.deepEqual(suggestMaterials(library, name), [], name);
  }
  assert.match(missingMaterial('unobtainium', []), /Search emissionFactors/);
  assert.equal(suggestMaterials(library, 'Edelstal')[0], 'stainless steel');
  assert.equal(suggestMaterials(library, 'aluminiun')[0], 'aluminium');
});

test('a generic word is no likeness: powder, refrigerant', () => {
  assert.ok(!suggestMaterials(library, 'whey powder').includes('calcium carbonate'));
  assert.ok(suggestMaterials(library, 'whey powder').includes('milk powder'));
  const gases = suggestMaterials(library, 'refrigerant R134a');
  assert.ok(!gases.some((name) => name.includes('Chicory')), gases.join());
});

test('a shape, a colour or a coat does not hide the material', () => {
  const same = (name: string, material: string) =>
    assert.equal(found(name)?.usual.factor, found(material)?.usual.factor, name);
  same('steel frame', 'steel');
  same('Stahlrahmen', 'steel');
  same('black ABS housing', 'ABS');
  same('chrome plated brass', 'brass');
  assert.equal(found('steel frame')?.usual.proxy, undefined);
  assert.equal(found('shampoo bottle')?.usual.factor, found('plastic bottle')?.usual.factor);
});

test('a longer name is served by the one material in it: itself in any thing, as a proxy in a tool for it; none of two groups', () => {
  for (const name of ['bracket arm aluminium', 'steel toolbox', 'Stahlregal', 'PVC raincoat'])
    assert.equal(found(name)?.usual.proxy, undefined, name);
  assert.match(
    found('aluminium brightener')?.usual.proxy ?? '',
    /counts as the material in its name/,
  );
  const sure = found('aluminium')?.usual.basicVariance ?? 0;
  assert.ok((found('aluminium brightener')?.usual.basicVariance ?? 0) > sure);
  for (const name of ['metal polish', 'magnesium oxalate', 'silicon wafer', 'glass leather thing'])
    assert.equal(found(name), undefined, name);
});

test('compounds, contents of containers, garments of a fibre and parts in other languages', () => {
  const served = (name: string, material: string, isProxy: boolean) => {
    assert.equal(found(name)?.usual.factor, found(material)?.usual.factor, name);
    assert.equal(found(name)?.usual.proxy !== undefined, isProxy, name);
  };
  for (const [name, material] of [
    ['Leinenhose', 'linen fabric'],
    ['laptop battery', 'lithium-ion battery'],
    ['dog shampoo', 'shampoo'],
  ] as const)
    served(name, material, true);
  for (const [name, material] of [
    ['camisa de algodón', 'cotton clothing'],
    ['Wollsocken', 'wool clothing'],
    ['linen napkin', 'linen fabric'],
    ['Laptopakku', 'lithium-ion battery'],
    ['Holzlöffel', 'wood'],
    ['Lederhandtasche', 'leather'],
    ['Edelstahlpfanne', 'stainless steel'],
    ['Packungsfolie', 'plastic film'],
    ['Buchensperrholz', 'plywood'],
    ['stainless steel water bottle', 'stainless steel'],
    ['PVC cable sheath', 'PVC'],
    ['glass jam jar', 'glass'],
    ['tela de algodón orgánico', 'organic cotton fabric, woven'],
    ['houten plank', 'wood'],
    ['planche en bois', 'wood'],
    ['olla de aluminio', 'aluminium'],
    ['secchio di plastica', 'plastic'],
  ] as const)
    served(name, material, false);
  for (const name of ['Kunstlederjacke', 'Plexiglas', 'soap dish', 'Glasreiniger Spray Halter'])
    for (const wrong of ['leather', 'glass', 'soap'])
      assert.notEqual(found(name)?.usual.factor, found(wrong)?.usual.factor, name);
  assert.notEqual(found('faux silk scarf')?.usual.factor, found('silk fabric')?.usual.factor);
});

test('a food is of the kind that its head names, in the order of its language', () => {
  for (const [name, food] of [
    ['sourdough bread', 'bread'],
    ['jamón serrano', 'ham, cured'],
    ['jamón extremeño', 'ham'],
    ['pasta di semola', 'pasta'],
    ['Apfelsaft naturtrüb', 'apple juice'],
    ['roasted coffee beans', 'coffee'],
  ] as const) {
    assert.equal(found(name)?.usual.factor, found(food)?.usual.factor, name);
    assert.equal(found(name)?.usual.proxy, undefined, name);
  }
  const wine = found('wine')?.usual.factor;
  for (const name of ['botella de vino', 'wijnfles', 'wine glass'])
    assert.notEqual(found(name)?.usual.factor, wine, name);
});

test('no word of a compound or of a treatment makes another material of it', () => {
  for (const [name, wrong] of [
    ['Stahlwolle', 'wool'],
    ['Holzwolle', 'wool'],
    ['rock wool batts', 'wool fabric'],
    ['silverware', 'silver'],
    ['tea light', 'tea'],
    ['espresso beans', 'beans'],
    ['acrylic sealant white', 'acrylic fibre'],
    ['carbon black N330', 'carbon fibre'],
    ['pine tar', 'pine'],
    ['printed circuit board assembled', 'cardboard'],
  ] as const)
    assert.notEqual(found(name)?.usual.factor, found(wrong)?.usual.factor ?? null, name);
});

test('words that leave the factor as it is: finishes, codes, measures, certificates, shapes, in six languages', () => {
  for (const [name, material] of [
    ['brushed stainless steel 304', 'stainless steel'],
    ['M6 hex bolts zinc plated', 'steel fasteners'],
    ['kraft paper 80 g/m²', 'kraft paper'],
    ['MDF 18 mm white melamine faced', 'MDF'],
    ['Kunststoffgehäuse ABS', 'ABS'],
    ['bois de hêtre massif', 'beech'],
    ['eikenhouten tafelblad', 'oak'],
    ['galvanized steel tube 2 m', 'steel, galvanised'],
    ['GOTS organic cotton canvas', 'organic cotton fabric, woven'],
    ['polyester sewing thread', 'polyester yarn'],
    ['chicken thighs boneless', 'chicken'],
    ['minced beef 20% fat', 'Beef, minced steak, 20% fat, raw'],
    ['garbanzos cocidos', 'Chick pea, cooked'],
    ['smoked salmon slices', 'Salmon, smoked'],
  ] as const) {
    assert.equal(found(name)?.usual.factor, found(material)?.usual.factor, name);
    assert.equal(found(name)?.usual.proxy, undefined, name);
  }
});

test('words that may change the factor make a proxy or a refusal: fillers, shares, things of two groups', () => {
  assert.match(found('PP CF30')?.usual.proxy ?? '', /counts as the material in its name/);
  assert.equal(found('70 % recycled aluminium')?.isRecycledByName, false);
  assert.equal(found('100 % recycled aluminium')?.isRecycledByName, true);
  assert.match(found('ghee')?.usual.proxy ?? '', /is a proxy/);
  for (const name of ['plastic wine glass', 'silver polish', 'steel reinforced rubber hose'])
    assert.equal(found(name), undefined, name);
  for (const [name, near] of [
    ['PEEK rod', 'polycarbonate'],
    ['PTFE gasket', 'ABS'],
    ['glass marbles', 'glass'],
    ['duck down filling', 'wool'],
  ] as const)
    assert.ok(suggestMaterials(library, name).includes(near), name);
});

test('the same material is meant in six languages, plural, US spelling and other word order', () => {
  const same = (names: readonly string[]) => {
    const ids = new Set(names.map((name) => found(name)?.usual.factor.sourceId ?? name));
    assert.equal(ids.size, 1, [...ids].join(', '));
  };
  same(['aluminium', 'Aluminum', 'Alu', 'aluminio', 'alluminio', 'ALUMINIUM', 'virgin aluminium']);
  same(['wood', 'Holz', 'bois', 'madera', 'legno', 'hout', 'Timber']);
  same(['potato', 'potatoes', 'Kartoffeln', 'pommes de terre', 'patata', 'aardappelen']);
  same(['carbon fibre', 'carbon fibers', 'Carbon-Fiber', 'fibre, carbon', 'Kohlefaser']);
  same(['polypropylene', 'PP', 'Polypropylene (PP)', 'pp (polypropylene)', '100 % polypropylene']);
});

test('recycled by its name is the recycled route', () => {
  for (const name of ['recycled steel', 'Recycled Aluminium', 'rPET', 'recyceltes Papier']) {
    assert.equal(found(name)?.isRecycledByName, true, name);
    assert.ok(found(name)?.recycled !== undefined, name);
  }
});

test('a wrong grade is a proxy or another material: steel is not tinplate, polyester not clothing', () => {
  assert.notEqual(kgCo2ePerKg('steel'), kgCo2ePerKg('tinplate'));
  assert.equal(found('steel')?.usual.factor.sourceId, 'published-2026:steel');
  assert.equal(found('aluminium')?.usual.factor.sourceId, 'published-2026:aluminium');
  assert.equal(found('polyester')?.usual.factor.sourceId, 'published-2026:polyester-fibre');
  assert.match(found('battery')?.usual.proxy ?? '', /is a proxy/);
  assert.match(found('marble')?.usual.proxy ?? '', /is a proxy/);
});

test('a factor is never of another group than the name', () => {
  const groups: [string, string][] = [
    ['silk', 'TEXTILE'],
    ['apple', 'FOOD'],
    ['smoked salmon', 'FOOD'],
    ['oak', 'WOOD'],
    ['rebar', 'METAL'],
    ['epoxy', 'PLASTIC'],
    ['brick', 'MINERAL'],
    ['PCB', 'ELECTRICAL'],
  ];
  for (const [name, group] of groups) assert.equal(groupOf(library, name), group, name);
});

test('parts without a sensible factor per kg are counted by area, energy, length or piece', () => {
  const value = (name: string, unit: string) => found(name, unit)?.usual.factor.co2eKgPerUnit;
  assert.equal(value('printed circuit board', 'm2'), 325);
  assert.equal(value('logic chip', 'cm2'), 1.97);
  assert.equal(value('NMC battery', 'kWh'), 104);
  assert.equal(value('LCD display', 'm2'), 1044.7);
  assert.equal(value('power cable', 'm'), 0.378);
  assert.equal(value('solar panel', 'Wp'), 0.81);
  assert.equal(found('steel', 'm2'), undefined);
});

test('a logic die is counted by its area, its node and the grid of its fab', () => {
  const die = (name: string, country?: string) =>
    findMaterial(library, name, country, undefined, 'cm2')?.usual.factor;
  // ACT: (2.15 kWh · grid + 0.35 of gases + 0.5 of materials) / 0.875.
  const grid = library.factors.get('ember:twn')?.co2eKgPerUnit ?? 0;
  const expected = (2.15 * grid + 0.35 + 0.5) / 0.875;
  assert.ok(Math.abs((die('7nm processor', 'TW')?.co2eKgPerUnit ?? 0) / expected - 1) < 1e-3);
  assert.equal(die('chip 5 nm', 'KR')?.geography, 'KR');
  assert.equal(die('28 nm logic die')?.geography, 'GLO');
  assert.equal(found('7nm chip', 'kg'), undefined);
});

test('sources that differ widen the interval, a proxy by the spread of its family', () => {
  const sigma = (name: string) => Math.sqrt(found(name)?.usual.basicVariance ?? 0);
  assert.ok(sigma('cotton') > 0.1, `${sigma('cotton')}`);
  assert.ok(sigma('marble') > 0.46, `${sigma('marble')}`);
  assert.ok(sigma('populated circuit board') > sigma('steel'));
  assert.ok((found('PET')?.usual.alternatives.length ?? 0) >= 2);
});
