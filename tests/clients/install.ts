import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROGRAMS = join(import.meta.dirname, 'programs');
const STAMP = join(PROGRAMS, 'node_modules/.installed');

/** Installs the client libraries if their lock file changed since they were installed. */
export function installClients(): void {
  const lock = readFileSync(join(PROGRAMS, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (installed() === wanted) return;
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', words, { cwd: PROGRAMS, stdio: 'pipe' });
  writeFileSync(STAMP, wanted);
}

function installed(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
