import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { listening, temporaryFolder } from '../../server/src/platform/testing.ts';
import { imported } from '../http/bulk/files.ts';
import { at } from '../http/client.ts';
import { service, world } from '../http/world.ts';

/** Runs what pages show besides requests: shell, programs and files. Requests with ids of the reader are validated. */

const ROOT = join(import.meta.dirname, '../..');
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const run = promisify(execFile);

const BLOCK = /^(?<indent> *)```(?<language>\w*)\n(?<code>.*?)^ *```$/gms;

/** The blocks of a page in a language, without the indentation that a list gives them. */
function blocksOf(page: string, language: string): string[] {
  return [...textOf(page).matchAll(BLOCK)].flatMap(({ groups = {} }) =>
    groups['language'] === language
      ? [(groups['code'] ?? '').replaceAll(new RegExp(`^${groups['indent']}`, 'gm'), '')]
      : [],
  );
}

test('the shell of the README declares a product and explains its footprint', async () => {
  const { key } = await world({ environment: 'SANDBOX' });
  const [, , ...shell] = blocksOf('README.md', '').slice(0, 5);
  const script = shell
    .join('')
    .replace('sk_sandbox_tw_…', key)
    .replace('http://localhost:4000', service.url);
  const { stdout } = await run('sh', ['-ec', script]);
  const [created = '', calculated = ''] = stdout.trim().split('\n');
  assert.equal(at(JSON.parse(created), 'data', 'createProduct', 'product', 'version'), 1);
  const found = at(JSON.parse(calculated), 'data', 'calculateProductFootprint', 'calculation');
  assert.ok(Number(at(found, 'co2eKg')) > 0, calculated);
});

test('the lines of errors.md that send again do so, with the same idempotency key', async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length === 1) request.destroy();
    else response.end('{"data":{"me":{"tier":"FREE"}}}');
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  const program = join(await temporaryFolder('ask'), 'ask.mjs');
  const [ask = ''] = blocksOf('docs/errors.md', 'js');
  const use = 'console.log((await ask({ query: "{ me { tier } }" })).data.me.tier);';
  writeFileSync(program, `const url = '${url}', key = 'sk_live_tw_1';\n${ask}\n${use}`);
  const { stdout } = await run(process.execPath, [program]);
  assert.equal(stdout.trim(), 'FREE');
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.match(String(keys[0]), /^[\w-]{36}$/);
});

test('the lines of files that bulk.md shows are imported', async () => {
  const shop = await world({ environment: 'SANDBOX', tier: 'GROWTH' });
  const lines = blocksOf('docs/guides/bulk.md', '').filter((block) =>
    block.startsWith('{"externalId"'),
  );
  const [order = '', product = ''] = lines;
  await imported(shop, product);
  await shop.send('mutation { createCustomer(input: { externalId: "c-9" }) { customer { id } } }');
  const { job } = await imported(shop, order, { type: 'ORDERS' });
  assert.equal(job['createdCount'], 1, JSON.stringify(job));
});

test('the receiver of the guide is the one that the SDK shows', () => {
  const receiver = blocksOf('docs/guides/webhooks.md', 'ts');
  assert.deepEqual(receiver, [blocksOf('sdk/README.md', 'ts').at(-1)]);
});

test('requests with ids of the reader fit the schema', () => {
  const schema = buildSchema(textOf('server/schema.graphql'));
  const pages = ['docs/guides/webhooks.md', 'docs/guides/footprint-exchange.md'];
  const requests = pages
    .flatMap((page) => blocksOf(page, ''))
    .filter((block) => /^(query|mutation)\b/.test(block));
  assert.equal(requests.length, 4);
  for (const request of requests) assert.deepEqual(validate(schema, parse(request)), [], request);
});
