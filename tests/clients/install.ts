import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { whileAlone } from '../../server/src/platform/database/testing.ts';

export const PROGRAMS = join(import.meta.dirname, 'programs');
const STAMP = join(PROGRAMS, 'node_modules/.installed');

/**
 * Installs the client libraries, and the S3 server of the tests, if their lock file changed since they were installed.
 * Test files that run at the same time install them once.
 */
export async function installClients(): Promise<void> {
  const lock = readFileSync(join(PROGRAMS, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (installed() === wanted) return;
  await whileAlone(async () => {
    if (installed() === wanted) return;
    const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', words, { cwd: PROGRAMS });
    writeFileSync(STAMP, wanted);
  });
}

function installed(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
