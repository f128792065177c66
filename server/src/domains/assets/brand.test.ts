import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandOf, contrastToWhite } from './brand.ts';

test('the contrast of a colour to white is that of WCAG', () => {
  assert.equal(contrastToWhite('#000000'), 21);
  assert.equal(contrastToWhite('#ffffff'), 1);
  // Two greys known as just enough and just too light.
  assert.ok(contrastToWhite('#767676') >= 4.5);
  assert.ok(contrastToWhite('#777777') < 4.5);
});

test('all problems of a brand come at once, and labels have none', () => {
  const { problems } = brandOf('INFOGRAPHIC', { logo: '<svg/>', color: '#ffee00' });
  assert.deepEqual(
    problems.map(({ path }) => path.at(-1)),
    ['color', 'logo'],
  );
  const words = brandOf('INFOGRAPHIC', { logo: undefined, color: 'red; background: url(x)' });
  assert.match(words.problems[0]?.message ?? '', /written as #rrggbb/);
  const label = brandOf('CARBON_LABEL', { logo: undefined, color: '#003366' });
  assert.match(label.problems[0]?.message ?? '', /A CARBON_LABEL shows no brand/);
  assert.deepEqual(brandOf('INFOGRAPHIC', { logo: undefined, color: '#003366' }).brand, {
    color: '#003366',
    logo: null,
  });
});
