import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const SCOPE = pathToFileURL(`${import.meta.dirname}/test-scope.ts`).href;

const ended: string[] = [];

async function tidyUpLater(name: string): Promise<void> {
  await nextTurn();
  after(() => ended.push(name));
}

test('what a function called by a test registers ends with that test', async (t) => {
  await Promise.all(['one', 'other'].map((name) => t.test(name, () => tidyUpLater(name))));
  assert.deepEqual(ended.toSorted(), ['one', 'other']);
  await tidyUpLater('whole');
  assert.equal(ended.length, 2);
});

test('the next test sees its effect', () => {
  assert.equal(ended.at(-1), 'whole');
});

test('errors that nobody awaits fail the test that caused them, and the process', async () => {
  const program = `
    import { test } from 'node:test';
    const nextTurn = () => new Promise(setImmediate);
    test('thrown', async () => { await nextTurn(); setImmediate(() => { throw new Error('A'); }); await nextTurn(); await nextTurn(); });
    test('rejected', async () => { await nextTurn(); Promise.reject(new Error('B')); await nextTurn(); });
    test('good', async () => { await nextTurn(); });
  `;
  const words = ['--import', SCOPE, '--input-type=module', '--test-reporter=tap', '-e', program];
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { promise, resolve } = Promise.withResolvers<{ isGood: boolean; text: string }>();
  execFile(process.execPath, words, { env }, (error, text) =>
    resolve({ isGood: error === null, text }),
  );
  const { isGood, text } = await promise;
  assert.equal(isGood, false);
  assert.deepEqual(text.match(/^(not )?ok .*$/gm), [
    'not ok 1 - thrown',
    'not ok 2 - rejected',
    'ok 3 - good',
  ]);
});
