import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MODEL_VARIANCE } from '../../engine/src/model-variance.ts';
import { REPORTED, sectorBenchmarks } from './carbon-catalogue.ts';
import { absolute, summarise } from './compare.ts';
import { estimateModelVariance, residualsOf, unseenCoverage } from './model-variance.ts';
import { PAGE, results, validationPage } from './page.ts';

const all = await results();

test('docs/validation.md says what the library calculates', () => {
  assert.equal(
    readFileSync(PAGE, 'utf8'),
    validationPage(all),
    'run bin/node tests/validation/page.ts',
  );
});

test('every result far from its published value has a stated reason', () => {
  const silent = all.filter(
    (result) => 'full' in result && absolute(result.ratio) > 3 && result.case.difference === '',
  );
  assert.deepEqual(
    silent.map((result) => result.case.name),
    [],
  );
});

test('nine of ten published values are inside 95 % intervals, also of products and groups that no estimate has seen', () => {
  const residuals = residualsOf(all.filter((result) => 'full' in result));
  assert.ok(summarise(all).insideShare >= 0.9);
  assert.ok(unseenCoverage(residuals, 'PRODUCT') >= 0.9);
  assert.ok(unseenCoverage(residuals, 'GROUP') >= 0.9);
});

test('the model variance of the engine is as likely as the estimate from the published footprints', () => {
  const { low, high } = estimateModelVariance(residualsOf(all.filter((r) => 'full' in r)));
  assert.ok(low <= MODEL_VARIANCE && MODEL_VARIANCE <= high, `${low} to ${high}`);
});

test('results stay as near to published values as they are', () => {
  const { count, refused, medianRatio, withinTwo } = summarise(all);
  assert.equal(refused, 0, `${refused} of ${count} refused`);
  assert.ok(medianRatio <= 1.45, `median ${medianRatio}`);
  assert.ok(withinTwo >= 0.85, `within 2: ${withinTwo}`);
});

test('most products are in the range of the footprints that companies reported for their sector', () => {
  const sectors = sectorBenchmarks(all);
  assert.equal(REPORTED, 866);
  const ours = sectors.reduce((sum, sector) => sum + sector.ours.length, 0);
  const inside = sectors.reduce((sum, sector) => sum + sector.inside, 0);
  assert.ok(ours >= 50, `${ours} products have a sector and a mass`);
  assert.ok(inside / ours >= 0.75, `${inside} of ${ours}`);
});
