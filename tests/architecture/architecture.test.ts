import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../server/src/platform/database/migrate.ts';
import { wrongArrows } from './arrows.ts';
import { circlesOf } from './circles.ts';
import { forbidden } from './forbidden.ts';
import { loadedAtStart } from './loaded-at-start.ts';
import { slowPatterns } from './slow-patterns.ts';
import { readSource, sourceFiles } from './source-files.ts';
import { unusedExports } from './unused-exports.ts';

/** A file that needs more has two subjects. The types of the events of the SDK are printed. */
const MOST_LINES = 350;

const house = sourceFiles(['server/src/**/*.ts', 'engine/src/**/*.ts', 'sdk/src/**/*.ts']);
const pages = sourceFiles(['dashboard/src/**/*.{ts,tsx}'], ['dashboard/src/introspection.d.ts']);
const tests = sourceFiles(
  ['tests/**/*.ts', 'docs/**/*.ts', 'deploy/**/*.ts'],
  ['tests/performance/peers/**', 'tests/clients/programs/generated/**'],
);

test('every import follows the arrows', () => {
  assert.ok(house.length > 50, 'the source files are found');
  assert.deepEqual([...house, ...pages].flatMap(wrongArrows), []);
});

test('no files import values of each other in a circle', () => {
  assert.deepEqual(circlesOf([...house, ...pages, ...tests]), []);
});

test('a service loads no library at its start that most services never use', () => {
  // The program imports the service when it has read the settings.
  const loaded = loadedAtStart(house, 'server/src/main.ts').union(
    loadedAtStart(house, 'server/src/service.ts'),
  );
  assert.ok(loaded.has('server/src/domains/passports/index.ts') && loaded.has('fastify'));
  const seldomUsed = [
    '@better-auth/core/oauth2',
    '@resvg/resvg-js',
    'bwip-js/node',
    'fontkit',
    'harfbuzzjs',
    'ioredis',
    'minisearch',
    'nodemailer',
    'pdfkit',
    'rate-limiter-flexible',
  ];
  assert.deepEqual(
    seldomUsed.filter((name) => loaded.has(name)),
    [],
  );
});

test('the command line loads no domain before it knows the command, and keys need no schema', () => {
  const before = loadedAtStart(house, 'server/src/cli/main.ts');
  assert.ok(before.has('server/src/cli/commands.ts'));
  assert.deepEqual(
    [...before].filter((path) => path.startsWith('server/src/domains/')),
    [],
  );
  const keys = loadedAtStart(house, 'server/src/cli/keys.ts');
  assert.ok(keys.has('server/src/domains/keys/index.ts'));
  assert.deepEqual(
    ['server/src/schema.ts', '@trackway/engine', 'fastify'].filter((path) => keys.has(path)),
    [],
  );
});

test('no file has grown past its seam', () => {
  const written = [...house, ...pages].filter(
    ({ isTest, path }) => !isTest && path !== 'sdk/src/events.ts',
  );
  const long = written.filter(({ lineCount }) => lineCount > MOST_LINES);
  assert.deepEqual(
    long.map(({ path, lineCount }) => `${path}: ${lineCount} lines`),
    [],
  );
});

test('nothing forbidden is in the code', () => {
  assert.deepEqual([...house, ...pages, ...tests].flatMap(forbidden), []);
});

test('no value is exported that no other file names', () => {
  assert.deepEqual(unusedExports(house, [...house, ...tests]), []);
});

test('every migration has a name and a number of its own', async () => {
  assert.notEqual((await readMigrations()).length, 0);
});

test('every pattern takes linear time, whatever text it is given', () => {
  assert.deepEqual(house.flatMap(slowPatterns), []);
});

test('a wrong import is noticed', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['server/src/platform/log.ts', "import { query } from '../rules/context.ts'"],
    ['server/src/graphql/node.ts', "export { x } from '../domains/keys/index.ts'"],
    ['server/src/domains/products/store.ts', "import type { Order } from '../orders/index.ts'"],
    ['server/src/domains/orders/service.ts', "import { x } from '../products/store.ts'"],
    ['server/src/domains/customers/service.ts', "import { x } from '../factors/index.ts'"],
    ['server/src/domains/keys/store.ts', "import pg from 'pg'"],
    ['server/src/domains/keys/service.ts', "import { mutate } from '../../graphql/mutation.ts'"],
    ['server/src/cli/keys.ts', "import { builder } from '../graphql/builder.ts'"],
    ['server/src/rules/tiers.ts', "import { builder } from '../graphql/builder.ts'"],
    ['server/src/http/server.ts', "const x = await import('../service.ts')"],
    ['engine/src/calculate.ts', "import { readFileSync } from 'node:fs'"],
    ['server/src/http/server.ts', "import { testDatabase } from '../platform/database/testing.ts'"],
    ['server/src/http/server.ts', "import { x } from '../platform/database/testing-proxy.ts'"],
    [
      'server/src/domains/assets/words.ts',
      "import { x } from '../../../../dashboard/src/parts/texts/format.ts'",
    ],
    ['dashboard/src/parts/jobs/busy.ts', "import { x } from '../../pages/home/page.tsx'"],
    ['dashboard/src/pages/home/page.tsx', "import { x } from '../orders/list.tsx'"],
  ];
  for (const [path, text] of wrong) {
    assert.equal(wrongArrows(readSource(path, text)).length, 1, `${path}: ${text}`);
  }
  const right = "import { x } from '../keys/index.ts'; import { y } from '../../platform/ids.ts'";
  assert.deepEqual(wrongArrows(readSource('server/src/domains/products/graphql.ts', right)), []);
});

test('a circle of values is noticed, one of types is not', () => {
  const one = readSource('engine/src/one.ts', `import { two } from './two.ts';`);
  const two = readSource('engine/src/two.ts', `export { one } from './one.ts';`);
  const typed = readSource('engine/src/two.ts', `import { type One } from './one.ts';`);
  assert.deepEqual(circlesOf([one, two]), [
    'engine/src/one.ts → engine/src/two.ts → engine/src/one.ts',
  ]);
  assert.deepEqual(circlesOf([one, typed]), []);
});

test('what is forbidden is noticed', () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['server/src/http/a.ts', 'const x: any = 1'],
    ['server/src/http/a.ts', 'const x = y as string'],
    ['server/src/http/a.ts', 'const x = y!'],
    ['server/src/http/a.ts', `// @ts-${'ignore'}\nx()`],
    ['server/src/http/a.ts', `// ${'TO'}${'DO'} later`],
    ['server/src/http/a.ts', 'export default x'],
    ['server/src/http/a.ts', 'x(process.env)'],
    ['server/src/http/a.ts', "console.log('hello')"],
    ['server/src/domains/orders/a.ts', 'sql`insert into events (type) values (1)`'],
    ['server/src/http/a.ts', 'function x(a, b, c, d, e, f) {}'],
    ['server/src/domains/a/store.ts', 'function x(db: Db, scope: Scope, id: string) {}'],
    [
      'server/src/domains/a/store.ts',
      'const x = (id: string, tx: Tx, { environment }: Scope) => {}',
    ],
    ['server/src/domains/a/store.ts', 'type X = (db: Db, scope: Scope) => void'],
    ['server/src/domains/a/graphql.ts', "const x = describedEnum('X', 'Kinds of x.', {})"],
    ['engine/src/a.ts', 'const x = (a, b, c, d, e, { f }) => {}'],
    ['engine/src/a.ts', 'const x = Math.random()'],
    ['engine/src/a.ts', 'const x = async () => 1'],
    ['engine/src/a.ts', 'const x = new Date()'],
    ['tests/http/a.test.ts', "test.only('x', () => {})"],
    ['tests/http/a.test.ts', "test('what is wrong is told', () => {})"],
    ['server/src/http/a.ts', "x('The key stands for nothing.')"],
  ];
  for (const [path, text] of wrong) {
    assert.equal(forbidden(readSource(path, text)).length, 1, `${path}: ${text}`);
  }
  const right = "export const X = ['a'] as const; import { a as b } from './b.ts';";
  assert.deepEqual(forbidden(readSource('server/src/http/a.ts', right)), []);
});

test('a pattern that takes more than linear time is noticed', () => {
  const slow = [
    '/0+$/',
    '/<([^>]+)> next/',
    '/^[^@]+@[^@]+\\.[^@]+$/',
    '/^a *,? *$/',
    '/(a|aa)+$/',
  ];
  for (const pattern of slow) {
    const file = readSource('server/src/http/a.ts', `export const x = ${pattern};`);
    assert.equal(slowPatterns(file).length, 1, pattern);
  }
  const file = readSource('server/src/http/a.ts', 'export const x = /(?<!0)0+$/;');
  assert.deepEqual(slowPatterns(file), []);
});
