import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packs a built package and installs it into a folder of its own, as its users do; returns that folder. */
export function installedElsewhere(built: string, folder: string): string {
  const pack = ['pack', '--json', '--pack-destination', folder];
  const [{ filename }]: [{ filename: string }] = JSON.parse(
    execFileSync('npm', pack, { cwd: built, encoding: 'utf8' }),
  );
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)];
  execFileSync('npm', install, { cwd: elsewhere, stdio: 'pipe' });
  return elsewhere;
}
