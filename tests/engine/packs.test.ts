import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendLibrary, type FactorLibrary } from '../../engine/src/index.ts';
import { findMaterial } from '../../engine/src/library/find-material.ts';
import { suggestMaterials } from '../../engine/src/library/suggest-materials.ts';
import { loadCatalogueFromFiles } from '../../server/src/domains/factors/index.ts';

const { library, packs } = await loadCatalogueFromFiles();

function withPack(slug: string): FactorLibrary {
  const pack = [...packs.values()].find(({ sets }) => sets.some((set) => set.slug === slug));
  return extendLibrary(library, pack ?? assert.fail(slug));
}

const sourceOf = (where: FactorLibrary, name: string, unit: string) =>
  findMaterial(where, name, undefined, undefined, unit)?.virgin.factor.sourceId;

test('materials of a pack are found by everyday names as soon as it is enabled', () => {
  const batteries = withPack('battery-raw-materials-2024');
  assert.equal(sourceOf(library, 'graphite', 'kg'), undefined);
  assert.equal(sourceOf(batteries, 'graphite', 'kg'), 'lib-raw:graphite-natural');
  assert.equal(sourceOf(batteries, 'Synthetic graphite', 'kg'), 'lib-raw:graphite-synthetic');
  assert.equal(sourceOf(batteries, 'Kobaltsulfat', 'kg'), 'lib-raw:cobalt');
  const electronics = withPack('electronics-act-2.0');
  assert.equal(sourceOf(library, 'SSD', 'GB'), undefined);
  assert.equal(sourceOf(electronics, 'SSD', 'GB'), 'act:ssd:nand-tlc-v3');
  assert.equal(sourceOf(electronics, 'RAM', 'GB'), 'act:dram:ddr4-10nm');
  assert.equal(sourceOf(electronics, 'SSD', 'kg'), 'composition-2026:ssd-kg');
});

test('a material of a pack that is not enabled is refused with its relatives', () => {
  assert.ok(suggestMaterials(library, 'graphite').length >= 3);
});
