import { execFile } from 'node:child_process';
import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../operator-error.ts';

const run = promisify(execFile);
const NOBODY = 65_534;

/** Stops the database (SIGINT: a fast, clean stop) when this process dies, even by kill -9. */
const DIE_WITH_PARENT = ['--pdeathsig', 'INT', '--'];

/**
 * Command prefix that makes PostgreSQL run on the data in `folder`.
 *
 * PostgreSQL refuses to run as root. As root it runs in a user namespace where it is an ordinary
 * user while its files stay root's, so that a checkout that only root can enter stays reachable.
 * Where such namespaces are forbidden, or where an ordinary user owns the data, it runs as that
 * user (else as `nobody`, who then gets the data), with one capability of root: to traverse folders
 * that others may not enter.
 */
export async function runAs(folder: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) {
    const words = ['setpriv', ...DIE_WITH_PARENT];
    return (await works(words)) ? words : [];
  }
  const owner = await ownerOf(folder);
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  const words = [...namespace, 'setpriv', ...DIE_WITH_PARENT];
  if (owner === 0 && (await works(words))) return words;
  const user = owner === 0 ? NOBODY : owner;
  const asUser = ordinaryUser(user);
  if (!(await works(asUser))) {
    throw new OperatorError(
      'PostgreSQL does not run as root, and neither user namespaces nor setpriv work here: start Trackway as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (owner === 0) await changeOwner(user, folder);
  return asUser;
}

function ordinaryUser(user: number): string[] {
  return [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    // PostgreSQL calls access(2) on its own program, which respects the capability only with this
    // bit.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    ...DIE_WITH_PARENT,
  ];
}

async function works([command, ...words]: readonly string[]): Promise<boolean> {
  try {
    await run(command ?? '', [...words, 'true']);
    return true;
  } catch {
    return false;
  }
}

async function ownerOf(folder: string): Promise<number> {
  try {
    return (await stat(folder)).uid;
  } catch {
    return 0;
  }
}

async function changeOwner(user: number, folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => undefined);
  if (names === undefined) return;
  for (const name of ['', ...names]) await lchown(join(folder, name), user, user);
}
