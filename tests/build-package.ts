import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Builds the engine, with the schema of the inventory. Returns the size of its JavaScript in bytes. */
export function buildEngine(folder = join(ROOT, 'engine/dist')): number {
  return buildPackage('engine', folder, [
    'docs/schemas/inventory.schema.json',
    'docs/schemas/scenario.schema.json',
  ]);
}

/** Builds the SDK, with the schema of the API. Returns the size of its JavaScript in bytes. */
export function buildSdk(folder = join(ROOT, 'sdk/dist')): number {
  return buildPackage('sdk', folder, ['server/schema.graphql']);
}

/**
 * Builds a workspace as a published package: JavaScript, declarations, further files and a package.json
 * that refers to them. Publish or pack the folder itself: the workspace's own package.json refers to
 * the sources.
 */
function buildPackage(workspace: string, folder: string, files: readonly string[]): number {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const project = join(ROOT, workspace, 'tsconfig.build.json');
  const compile = (...options: readonly string[]) =>
    execFileSync(compiler, ['-p', project, '--outDir', folder, ...options], { stdio: 'inherit' });
  // Editors show the comments of the declarations; in the JavaScript they only take space.
  compile('--emitDeclarationOnly');
  compile('--declaration', 'false', '--removeComments');
  const description: { readonly exports: Readonly<Record<string, { readonly default: string }>> } =
    JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'));
  const modules = Object.entries(description.exports).map(([name, { default: source }]) => {
    const built = source.replace(/^\.\/src\/(.*)\.ts$/, './$1');
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }] as const;
  });
  const exports = Object.fromEntries([
    ...modules,
    ...files.map((file) => [`./${basename(file)}`, `./${basename(file)}`]),
  ]);
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...description, exports }, null, 2)}\n`,
  );
  for (const file of ['LICENSE', `${workspace}/README.md`, ...files])
    copyFileSync(join(ROOT, file), join(folder, basename(file)));
  return globSync('**/*.js', { cwd: folder }).reduce(
    (sum, file) => sum + statSync(join(folder, file)).size,
    0,
  );
}
