import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../server/src/platform/testing.ts';
import { endProcess, type ServerProcess } from '../server-process.ts';

const WRITERS = 16;
/**
 * Minimum number of acknowledged writes, however slow the machine; then the kill comes at any
 * moment.
 */
const ACKNOWLEDGED_PER_ROUND = 30;
const MOST_LATER_MS = 800;

export type Writing = {
  readonly acknowledged: { readonly size: number };
  /** Writes once more; fails by the kill only. */
  readonly write: (writer: number, number: number) => Promise<void>;
  /** Kills the database too, as a power cut would. */
  readonly killsDatabase?: boolean;
};

/** Writes from many clients, and kills the service during the writes. */
export async function killDuringWrites(
  server: ServerProcess,
  { acknowledged, write, killsDatabase = false }: Writing,
): Promise<void> {
  let isOver = false;
  const writeOn = async (writer: number): Promise<void> => {
    try {
      for (let number = 0; !isOver; number += 1) await write(writer, number);
    } catch (cause) {
      if (isOver) return;
      isOver = true;
      throw new Error(`A write failed; the service says:\n${server.output()}`, { cause });
    }
  };
  const killLater = async (): Promise<void> => {
    const enough = acknowledged.size + ACKNOWLEDGED_PER_ROUND;
    await until(() => isOver || acknowledged.size >= enough);
    await sleep(Math.random() * MOST_LATER_MS);
    isOver = true;
    await kill(server, killsDatabase);
  };
  const writing = Array.from({ length: WRITERS }, (_, writer) => writeOn(writer));
  await Promise.all([killLater(), ...writing]);
}

/** Kills a service, after its embedded database if that dies too. */
export async function kill(
  { child, dataFolder }: ServerProcess,
  killsDatabase: boolean,
): Promise<void> {
  if (killsDatabase) process.kill(postmasterPid(dataFolder), 'SIGKILL');
  await endProcess(child, 'SIGKILL');
}

/** Process of the embedded database of a data folder. */
export function postmasterPid(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}
