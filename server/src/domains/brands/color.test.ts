import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastToWhite } from './color.ts';

test('the contrast of a colour to white is that of WCAG', () => {
  assert.equal(contrastToWhite('#000000'), 21);
  assert.equal(contrastToWhite('#ffffff'), 1);
  // Two greys known as just enough and just too light.
  assert.ok(contrastToWhite('#767676') >= 4.5);
  assert.ok(contrastToWhite('#777777') < 4.5);
});
