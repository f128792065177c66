import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = new URL('same-bits-process.ts', import.meta.url).pathname;

/** Hashes that fresh processes print of their routes and results; one if all have the same bits. */
export async function hashesOf(
  processes: number,
  flags: readonly string[],
  argument = '',
): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (let at = 0; at < processes; at += 1) {
    const { stdout } = await run(process.execPath, [...flags, PROGRAM, argument]);
    hashes.add(stdout);
  }
  return hashes;
}
