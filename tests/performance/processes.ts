import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The measured server has this core to itself; the load comes from the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

export type ServerProcess = { readonly pid: number; readonly stop: () => Promise<void> };

type Start = {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Answers something at all when the server is up. */
  readonly url: string;
};

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;

/** Keeps a process, and what it starts from now on, on one core. */
export function pin(pid: number, core: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}

/** Starts a server on its core and waits until it answers. */
export async function startServer({ command, env, logFile, url }: Start): Promise<ServerProcess> {
  const log = createWriteStream(logFile);
  await once(log, 'open');
  const child = spawn('taskset', ['--cpu-list', String(SERVER_CORE), ...command], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', log, log],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot run taskset for ${command.join(' ')}.`);
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const isDown = await Promise.race([
      ended.then(() => true),
      sleep(STOP_LIMIT_MS, false, { ref: false }),
    ]);
    if (!isDown) child.kill('SIGKILL');
  };
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${command.join(' ')} did not start; see ${logFile}.`);
    }
    await sleep(100);
  }
  return { pid, stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
