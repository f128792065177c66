import assert from 'node:assert/strict';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { complaintOf } from '../check.ts';
import { clientOf, dataOf, textAt } from '../http/client.ts';
import { startedDatabase } from '../http/service.ts';
import { runCli, startServer } from '../server-process.ts';

/** Follows docs/add-a-domain.md in a copy of the tree. */

const PROJECT = join(import.meta.dirname, '../..');
const FILE = /^`(?<path>server\/\S+)`[^\n]*\n\n```(?:ts|sql)\n(?<text>.*?)^```$/gms;

const page = await readFile(join(PROJECT, 'docs/add-a-domain.md'), 'utf8');
const tree = await temporaryFolder('tree');

async function copyTree(): Promise<void> {
  const isSource = (path: string) => !/node_modules|dist$/.test(relative(PROJECT, path));
  // The server draws charts with the geometry of the dashboard, and writes reports with its languages.
  for (const part of [
    'server',
    'engine',
    'dashboard/src/charts',
    'dashboard/src/languages',
    'dashboard/src/sentences',
    'package.json',
    'tsconfig.base.json',
  ])
    await cp(join(PROJECT, part), join(tree, part), { recursive: true, filter: isSource });
  for (const part of [
    'bin',
    'package-lock.json',
    'node_modules',
    'server/node_modules',
    'data',
    'sdk',
  ])
    await symlink(join(PROJECT, part), join(tree, part));
}

/** Inserts a line that the page shows before a line of a file. */
async function insertLine(file: string, before: string): Promise<void> {
  const line = new RegExp(`\`${file}\`: \`([^\`]+)\``).exec(page)?.[1];
  const text = await readFile(join(tree, file), 'utf8');
  assert.ok(line !== undefined && text.includes(before), file);
  await writeFile(join(tree, file), text.replace(before, `${line}\n${before}`));
}

test('the six files and two lines of the page compile, migrate and answer over HTTP', async () => {
  await copyTree();
  const files = [...page.matchAll(FILE)].map(({ groups = {} }) => groups);
  assert.equal(files.length, 6);
  for (const { path = '', text = '' } of files) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  await insertLine('server/src/platform/ids.ts', "  organization: 'org',");
  await insertLine('server/src/schema.ts', "import './graphql/node.ts';");

  await assertCompiles();

  const env = await startedDatabase();
  const server = await startServer({ env, root: tree });
  const made = await runCli(
    'keys create --organization Demo --environment live --name suppliers'.split(' '),
    { ...env, TRACKWAY_DATA: server.dataFolder },
    tree,
  );
  assert.equal(made.code, 0, made.stderr);
  const { send } = clientOf(`${server.url}/graphql`, made.stdout.trim());
  const id = textAt(
    await send('mutation { createSupplier(input: { name: "Mill" }) { supplier { id } } }'),
    ...['createSupplier', 'supplier', 'id'],
  );
  assert.match(id, /^sup_/);
  const read = `query ($id: ID!) {
    suppliers { totalCount edges { node { name } } }
    node(id: $id) { ... on Supplier { name } }
    events(filter: { types: ["supplier.created"] }) { edges { node { data } } }
  }`;
  assert.deepEqual(dataOf(await send(read, { id })), {
    suppliers: { totalCount: 1, edges: [{ node: { name: 'Mill' } }] },
    node: { name: 'Mill' },
    events: { edges: [{ node: { data: { supplierId: id, name: 'Mill' } } }] },
  });
  await server.stop();
});

async function assertCompiles(): Promise<void> {
  const project = {
    extends: './tsconfig.base.json',
    compilerOptions: { types: ['node'], customConditions: ['source'] },
    include: ['server'],
    exclude: ['**/node_modules', '**/*.test.ts', '**/testing.ts'],
  };
  await writeFile(join(tree, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(PROJECT, 'node_modules/.bin/tsc');
  const complaint = await complaintOf([tsc, '-p', join(tree, 'tsconfig.json'), '--singleThreaded']);
  if (complaint !== undefined) assert.fail(complaint);
}
