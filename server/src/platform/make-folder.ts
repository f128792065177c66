import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Makes a folder, private to its owner, and the folders above it that are missing. `mkdir` of Node with
 * `recursive` never ends where a folder exists but takes none, such as `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it at the same moment.
    if (!(await isFolder(path))) throw error;
  }
}

/** Makes the folder of TRACKWAY_DATA; an operator can correct why it cannot be used. */
export async function makeDataFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw unusableDataFolder(path, error);
  }
}

export function unusableDataFolder(path: string, error: unknown): OperatorError {
  const why = error instanceof Error ? error.message : String(error);
  return new OperatorError(
    `The data folder ${path} cannot be used: ${why}. Set TRACKWAY_DATA to another one.`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
