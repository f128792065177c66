import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandOf } from './brand.ts';

test('all problems of a brand come at once, and labels have none', async () => {
  const { problems } = await brandOf('INFOGRAPHIC', { logo: '<svg/>', color: '#ffee00' }, null);
  assert.deepEqual(
    problems.map(({ path }) => path.at(-1)),
    ['color', 'logo'],
  );
  const words = await brandOf(
    'INFOGRAPHIC',
    { logo: undefined, color: 'red; background: url(x)' },
    null,
  );
  assert.match(words.problems[0]?.message ?? '', /written as #rrggbb/);
  const label = await brandOf('CARBON_LABEL', { logo: undefined, color: '#003366' }, null);
  assert.match(label.problems[0]?.message ?? '', /The kind CARBON_LABEL shows no brand/);
  const colored = await brandOf('INFOGRAPHIC', { logo: undefined, color: '#003366' }, null);
  assert.deepEqual(colored.brand, {
    color: '#003366',
    logo: null,
  });
});

test('the brand of the organization is shown where a kind has room for it, unless the call gives one', async () => {
  const own = { color: '#003366', logo: { sha256: 'ab' } };
  assert.deepEqual(await brandOf('FOOTPRINT_REPORT', undefined, own), { brand: own, problems: [] });
  assert.deepEqual(await brandOf('CARBON_LABEL', undefined, own), {
    brand: undefined,
    problems: [],
  });
  const none = await brandOf('INFOGRAPHIC', { logo: undefined, color: undefined }, own);
  assert.deepEqual(none.brand, { color: null, logo: null });
});
