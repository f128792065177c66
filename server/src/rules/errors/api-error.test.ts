import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badInput } from './api-error.ts';

const EMPTY = { code: 'EMPTY', message: 'Must not be empty.' } as const;

test('the message of wrong input names the place of its first problem and the number of the others', () => {
  const messageOf = (...paths: readonly (readonly (string | number)[])[]) =>
    badInput(paths.map((path) => ({ path, ...EMPTY }))).message;
  assert.equal(
    messageOf(['input', 'components', 0, 'material']),
    '`components.0.material`: Must not be empty.',
  );
  assert.equal(messageOf(['first'], ['after']), '`first`: Must not be empty. (and 1 more)');
  assert.equal(messageOf(['input']), 'Must not be empty.');
  assert.equal(messageOf(), 'The input is not valid.');
});
