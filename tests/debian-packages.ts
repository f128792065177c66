import { execFileSync } from 'node:child_process';

/** Installs packages of Debian that tests and drills need. */

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Installs a package if this is root on Debian, and says so; returns whether it succeeded. */
export function installPackage(name: string): boolean {
  if (!isRoot() || !succeeds('apt-get', '--version')) return false;
  process.stdout.write(`Installing the Debian package ${name} …\n`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', name];
  if (succeeds('apt-get', ...install)) return true;
  succeeds('apt-get', 'update', '-qq');
  return succeeds('apt-get', ...install);
}

export function succeeds(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, {
      stdio: 'ignore',
      // No daemon of the package's own is started in a runlevel of 1.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
    return true;
  } catch {
    return false;
  }
}
