import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMaterial } from '../../../engine/src/library/find-material.ts';
import { suggestMaterials } from '../../../engine/src/library/suggest-materials.ts';
import { defaultLibrary } from '../default-library.ts';

const library = await defaultLibrary();

function found(name: string) {
  return findMaterial(library, name, undefined, undefined, 'kg');
}

/** Factor of a material that is known. */
function factorOf(material: string) {
  return found(material)?.usual.factor ?? assert.fail(`${material} has no factor`);
}

test('goods that one common word names, in six languages', () => {
  for (const [name, source] of [
    ['hammer', 'composition-2026:hand-tool'],
    ['Pfanne', 'composition-2026:cookware'],
    ['taza', 'composition-2026:tableware'],
    ['fenêtre', 'composition-2026:window'],
    ['sedia', 'base-carbone-23.6:20907'],
    ['schroef', 'composition-2026:steel-fastener'],
    ['Schuh', 'composition-2026:footwear'],
    ['viande', 'composition-2026:meat-average'],
    ['chainsaw', 'desnz-2025:19_503_5088_15'],
    ['catalytic converter', 'composition-2026:catalytic-converter'],
    ['sodium tripolyphosphate', 'composition-2026:stpp'],
    ['silicon carbide', 'composition-2026:silicon-carbide'],
  ] as const) {
    assert.equal(found(name)?.usual.factor.sourceId, source, name);
    assert.equal(found(name)?.usual.proxy, undefined, name);
  }
});

test('of a material and goods that several words name the material counts', () => {
  for (const [name, material] of [
    ['PVC shower curtain', 'PVC'],
    ['teak garden chair', 'teak'],
    ['steel wall anchor', 'steel'],
    ['tuyau en cuivre', 'copper'],
    ['oak skirting board', 'oak'],
  ] as const) {
    assert.equal(found(name)?.usual.factor, factorOf(material), name);
    assert.equal(found(name)?.usual.proxy, undefined, name);
  }
});

test('a thing for a battery, a cable or a display is none of them', () => {
  for (const [name, wrong] of [
    ['battery holder', 'battery'],
    ['cable tray', 'electric cable'],
    ['display stand', 'display'],
    ['oven mitt', 'oven'],
  ] as const)
    assert.notEqual(found(name)?.usual.factor, factorOf(wrong), name);
  assert.equal(found('LiFePO4 battery pack')?.usual.proxy, undefined);
});

/** Read before as tinplate, vis (screw), HEA beams, whisky, a baguette, jacket and hammer, teak, lime. */
test('no word of everyday is taken for part of another', () => {
  for (const [name, wrong] of [
    ['butterscotch', 'adhesive tape'],
    ['hi-vis vest', 'steel fasteners'],
    ['hearing aid', 'steel section'],
    ['spirit level', 'spirits'],
    ['ball', 'bread'],
    ['jackhammer', 'clothing'],
    ['beefsteak', 'teak'],
    ['pin', 'softwood'],
    ['packing peanuts', 'peanuts'],
    ['ceiling tile', 'ceramic tile'],
    ['pâté', 'pasta'],
  ] as const)
    assert.notEqual(found(name)?.usual.factor, factorOf(wrong), name);
});

/** Read before as cellulose acetate, juice, butyl rubber, Portland cement, foam, paper, a shirt, dry resin. */
test('names of ingredients and trims are not taken for other materials that share a word', () => {
  for (const [name, source, isProxy] of [
    ['tocopheryl acetate', 'composition-2026:fine-chemical', true],
    ['aloe barbadensis leaf juice', 'composition-2026:fine-chemical', true],
    ['butyl methoxydibenzoylmethane', 'composition-2026:fine-chemical', true],
    ['parfum', 'composition-2026:fine-chemical', true],
    ['solvent-based cement', 'composition-2026:fine-chemical', true],
    ['65/35 poly cotton poplin', 'composition-2026:polyester-fabric-woven', true],
    ['bouton nacre', 'composition-2026:plastic-button', true],
    ['shirt button polyester 4-hole', 'composition-2026:plastic-button', false],
    ['woven main label', 'composition-2026:polyester-fabric-woven', false],
    ['Etikett gewebt', 'composition-2026:polyester-fabric-woven', false],
    ['airless pump', 'uslci-fy21q3:71519', false],
    ['styrene acrylic dispersion', 'composition-2026:acrylic-dispersion', false],
    ['vinyl acetate emulsion', 'composition-2026:pva-dispersion', false],
    ['steel tube', 'published-2026:steel-hot-rolled-coil', false],
    ['pepperoni', 'agribalyse-3.1:30350', false],
    ['SODIMM 16 GB', 'composition-2026:memory-package-kg', false],
    ['helianthus annuus seed oil', 'published-2026:sunflower-oil', false],
  ] as const) {
    assert.equal(found(name)?.usual.factor.sourceId, source, name);
    assert.equal(found(name)?.usual.proxy !== undefined, isProxy, name);
  }
});

/**
 * Read before as a fish, the metal tin, an electric cable, ground quartz, concrete of class C12/15, animals, rice,
 * polystyrene, linoleum, gelatine, glass, woven cloth, whole leather, liquid latex, platinum and instant coffee.
 */
test('words of bills that another material shares, and plants that are named by the animal they replace', () => {
  for (const [name, source, isProxy] of [
    ['Vibram sole', 'composition-2026:rubber-compound', false],
    ['candle tin', 'composition-2026:steel-can-formed', false],
    ['staple wire', 'composition-2026:steel-wire', false],
    ['hydrated silica', 'composition-2026:silica-gel', false],
    ['silica', 'composition-2026:silica-gel', true],
    ['fumed silica', 'composition-2026:silica-gel', true],
    ['quartz powder', 'composition-2026:sand-silica', false],
    ['C12-15 alkyl benzoate', 'composition-2026:fine-chemical', true],
    ['vegan beef', 'agribalyse-3.1:25593', true],
    ['veganer Käse', 'agribalyse-3.1:1029_1', false],
    ['fromage végétal', 'agribalyse-3.1:1029_1', false],
    ['bevanda di riso', 'agribalyse-3.1:18904', false],
    ['poron', 'published-2026:pu-foam-flexible', false],
    ['lino', 'published-2026:flax-fibre', false],
    ['keratin', 'agribalyse-3.1:11007', true],
    ['PA6 30% glass filled', 'published-2026:pa-gf', false],
    ['cotton rope', 'composition-2026:cotton-yarn', false],
    ['leather board insole', 'composition-2026:pu-leather', true],
    ['Talalay latex', 'composition-2026:latex-foam', false],
    ['Platine bestückt', 'composition-2026:pcba-kg', false],
    ['cordura', 'composition-2026:nylon-fabric', false],
    ['green coffee', 'agribalyse-3.1:18003', true],
    ["huile d'olive vierge extra", 'published-2026:olive-oil', false],
    ['coffee grounds', 'base-carbone-23.6:42064', true],
    ['couscous', 'agribalyse-3.1:9681', false],
  ] as const) {
    assert.equal(found(name)?.usual.factor.sourceId, source, name);
    assert.equal(found(name)?.usual.proxy !== undefined, isProxy, name);
  }
});

test('what is refused on purpose has three suggestions', () => {
  for (const name of [
    'paracetamol',
    'acetylene',
    'jewellery',
    'caviar',
    'hops',
    'iodine',
    'PTFE',
    // A tenth of the weight of the fruit, the juice or the pea, or one word for two things.
    'freeze-dried strawberries',
    'tomato powder',
    'apple juice concentrate',
    'pea protein isolate',
    'SAP',
    'Platine',
    'Lager',
    'malta',
  ]) {
    assert.equal(found(name), undefined, name);
    assert.ok(suggestMaterials(library, name).length >= 3, name);
  }
});
