import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uncertaintyOf, uncertaintyProblems } from './uncertainty.ts';

test('takes of a spread what its kind needs', () => {
  assert.deepEqual(uncertaintyOf({ kind: 'LOGNORMAL', sigma: 0.2, least: 3 }), {
    kind: 'LOGNORMAL',
    sigma: 0.2,
  });
  assert.deepEqual(uncertaintyProblems(uncertaintyOf({ kind: 'FIXED' }), []), []);
});

test('says what a spread lacks, and where', () => {
  const [problem, ...others] = uncertaintyProblems(
    uncertaintyOf({ kind: 'TRIANGULAR', least: 0.5 }),
    ['x'],
  );
  assert.deepEqual(problem?.path, ['x', 'most']);
  assert.equal(others.length, 0);
  assert.equal(uncertaintyProblems(uncertaintyOf({ kind: 'NORMAL', deviation: -1 }), []).length, 1);
  // Per cent in place of a share.
  const [percent] = uncertaintyProblems(uncertaintyOf({ kind: 'LOGNORMAL', sigma: 15 }), []);
  assert.equal(percent?.code, 'OUT_OF_RANGE');
});

test('refuses bounds that leave the amount outside', () => {
  const [problem] = uncertaintyProblems(
    uncertaintyOf({ kind: 'UNIFORM', least: 1.1, most: 1.5 }),
    [],
  );
  assert.equal(problem?.code, 'OUT_OF_RANGE');
});
