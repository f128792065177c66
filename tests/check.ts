import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules/.bin');

/** Checks of the code before anything runs: `npm run check`, and the first test of `npm test`. */
export const CHECKS = {
  'is formatted and linted': [join(BIN, 'biome'), 'check', '.'],
  'has sound types': typeCheck('tsconfig.json'),
  'has an engine that needs neither Node nor a browser': typeCheck('engine/tsconfig.json'),
  'has an SDK that needs nothing of Node': typeCheck('sdk/tsconfig.json'),
  'has pages whose documents fit the schema': [join(import.meta.dirname, 'check-dashboard.ts')],
};

/**
 * Checks again only the files that changed since the last check, and those that import them. On one thread:
 * several would each work out the types that they share, for two and a half times the CPU time.
 */
export function typeCheck(project: string): readonly string[] {
  const known = join(ROOT, 'node_modules/.cache/tsc', `${project}.tsbuildinfo`);
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', known];
  return [join(BIN, 'tsc'), '-p', project, ...options];
}

const TESTS = [
  'tests/architecture/architecture.test.ts',
  'tests/schema.test.ts',
  'tests/promised-schema.test.ts',
];

/** tsc makes 1.7 GB in all, of which it would use 1.4 at once: collecting garbage takes a third of its CPU time. */
const WITHOUT_COLLECTION = { GOGC: 'off' };

/** Runs one check; what it complains of when it fails, undefined when all is well. */
export async function complaintOf(script: readonly string[]): Promise<string | undefined> {
  try {
    const env = { ...process.env, ...WITHOUT_COLLECTION };
    await promisify(execFile)(process.execPath, script, { cwd: ROOT, env, maxBuffer: 2 ** 26 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
    return `${error.stdout}${error.stderr}`;
  }
}

if (import.meta.main) {
  const scripts = { ...CHECKS, 'holds its arrows and its schema': ['--test', ...TESTS] };
  for (const [promise, script] of Object.entries(scripts)) {
    const complaint = await complaintOf(script);
    process.stdout.write(complaint === undefined ? `ok: the code ${promise}\n` : complaint);
    if (complaint !== undefined) process.exitCode = 1;
  }
}
