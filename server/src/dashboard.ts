import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const DASHBOARD = join(ROOT, 'dashboard');
const SOURCES = [
  'dashboard/{src,public}/**/*',
  'dashboard/*.{html,ts,json}',
  'data/passport-words/fields/*.json',
  'docs/**/*.{md,ts,css,png,svg}',
  '{README,CONTRIBUTING,{engine,sdk}/README,data/NOTICE}.md',
  'server/schema.graphql',
  'package-lock.json',
];

/** Folder of the built pages: the dashboard, and the docs below `docs`. */
export const DASHBOARD_FOLDER = join(DASHBOARD, 'dist');

const DOCS_BUILDER = join(ROOT, 'docs/site/build.ts');
const run = promisify(execFile);

const VERSION_FILE = join(DASHBOARD_FOLDER, 'version');

/** True if the pages of these sources are built. */
export async function isDashboardBuilt(): Promise<boolean> {
  const built = await readFile(VERSION_FILE, 'utf8').catch(() => undefined);
  return built !== undefined && built === (await versionOfSources());
}

/**
 * Builds the pages in a process of its own and puts them in place in one step: requests meanwhile get
 * the earlier ones, or a page that says so. Two services that build at once make the same.
 */
export async function buildDashboard(): Promise<void> {
  const version = await versionOfSources();
  const draft = join(DASHBOARD, 'node_modules', `.dist-${process.pid}`);
  await mkdir(draft, { recursive: true });
  try {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    const words = [
      vite,
      'build',
      DASHBOARD,
      '--outDir',
      draft,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ];
    await run(process.execPath, words, { cwd: ROOT });
    await run(process.execPath, [DOCS_BUILDER, draft], { cwd: ROOT });
    await writeFile(join(draft, 'version'), version);
    await rm(DASHBOARD_FOLDER, { recursive: true, force: true });
    await rename(draft, DASHBOARD_FOLDER);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Digest of all that the built pages depend on. */
async function versionOfSources(): Promise<string> {
  const files = globSync(SOURCES, { cwd: ROOT })
    .filter((file) => /\.\w+$/.test(file) && !file.endsWith('.d.ts'))
    .sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(file).update(await readFile(join(ROOT, file)));
  return digest.digest('hex');
}
