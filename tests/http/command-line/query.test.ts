import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../server/src/platform/testing.ts';
import { runHere } from '../../run-here.ts';
import { runCli } from '../../server-process.ts';
import { service, world } from '../world.ts';

/** `trackway query` against a running service. */

const { key } = await world({ environment: 'SANDBOX' });
const folder = await temporaryFolder('query');
const env = { TRACKWAY_API_KEY: key, TRACKWAY_BASE_URL: service.url };
const query = (...words: readonly string[]) => runHere(['query', ...words], env);

test('prints the data, and with --cost what it cost, to the error stream', async () => {
  const words = ['query', '{ me { tier environment } }', '--cost'];
  const { code, stdout, stderr } = await runCli(words, env);
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), { me: { tier: 'FREE', environment: 'SANDBOX' } });
  assert.match(stderr, /^Cost: 1\. Requests left in this window: \d+\.\n$/);
});

test('reads document and variables from files', async () => {
  await writeFile(join(folder, 'q.graphql'), 'query ($id: ID!) { node(id: $id) { id } }');
  await writeFile(join(folder, 'v.json'), '{"id":"prod_01h455vb4pex5vsknk084sn02q"}');
  const files = ['--file', join(folder, 'q.graphql'), '--variables', `@${join(folder, 'v.json')}`];
  const { code, stdout, stderr } = await query(...files, '--json');
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(JSON.parse(stdout), { node: null });
});

test('shows code, problems and request id of a refusal, and exits with 1', async () => {
  const { code, stdout, stderr } = await query(
    'mutation { createProduct(input: { name: "Chair", netMassKg: -1 }) { product { id } } }',
  );
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^BAD_USER_INPUT: .+\n {2}input\.netMassKg: .+\nRequest id: req_\w+\n$/);
});

test('a command line that cannot be run is bad usage, and says what to give', async () => {
  for (const [words, hint] of [
    [[], /either as an argument or by --file/],
    [['{ me { id } }', '--file', 'x'], /either as an argument or by --file/],
    [['{ me { id } }', '--variables', '[1]'], /JSON object/],
  ] as const) {
    const { code, stderr } = await query(...words);
    assert.equal(code, 2);
    assert.match(stderr, hint);
  }
  const { code, stderr } = await runHere(['query', '{ me { id } }'], {});
  assert.deepEqual([code, stderr.trim()], [2, 'Give an API key: --key, or TRACKWAY_API_KEY.']);
});
