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

test('what is refused on purpose has three suggestions', () => {
  for (const name of [
    'paracetamol',
    'acetylene',
    'jewellery',
    'caviar',
    'hops',
    'iodine',
    'PTFE',
  ]) {
    assert.equal(found(name), undefined, name);
    assert.ok(suggestMaterials(library, name).length >= 3, name);
  }
});
