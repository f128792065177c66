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
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ENGINE = join(ROOT, 'engine');

/**
 * Builds the engine as a package of its own: JavaScript, declarations, the schema of the inventory
 * and a package.json that points at them. Returns the size of its JavaScript in bytes. Publish or
 * pack the folder itself: the workspace's own package.json points at the sources.
 */
export function buildEngine(folder = join(ENGINE, 'dist')): number {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const project = join(ENGINE, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', folder], { stdio: 'inherit' });
  const description = JSON.parse(readFileSync(join(ENGINE, 'package.json'), 'utf8'));
  const exports = {
    '.': { types: './index.d.ts', default: './index.js' },
    './inventory.schema.json': './inventory.schema.json',
  };
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...description, exports }, null, 2)}\n`,
  );
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(ENGINE, 'README.md'), join(folder, 'README.md'));
  copyFileSync(
    join(ROOT, 'docs/schemas/inventory.schema.json'),
    join(folder, 'inventory.schema.json'),
  );
  return globSync('**/*.js', { cwd: folder }).reduce(
    (sum, file) => sum + statSync(join(folder, file)).size,
    0,
  );
}
