import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a command to its end and returns what it printed. */
export async function run(command: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, [...words]);
  return stdout;
}

/** Starts a program that goes on; its output is appended to a file. */
export function launch(
  [command = '', ...words]: readonly string[],
  logFile: string,
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(command, words, { stdio: ['ignore', log, log], env });
  child.on('error', (error) => process.stderr.write(`${command}: ${error.message}\n`));
  return child;
}

/**
 * Starts a program of another machine. Work on this machine does not delay it there, so it goes first here: for a share of
 * the processor, Linux compares sessions.
 */
export function launchElsewhere(words: readonly string[], logFile: string): void {
  const log = openSync(logFile, 'a');
  const [command = '', ...rest] = words;
  const { pid } = spawn(command, rest, { stdio: ['ignore', log, log], detached: true });
  if (pid === undefined) throw new Error(`${command} could not be started.`);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(FIRST));
  } catch {
    // Only root may; the kernel may have no such groups.
  }
}

const FIRST = -15;

/** Signals a process and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Waits for a condition, which is asked again after each interval. */
export async function until(
  condition: () => Promise<boolean>,
  { description, seconds }: { readonly description: string; readonly seconds: number },
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline)
      throw new Error(`${description}: not seen within ${seconds} s.`);
    await sleep(250);
  }
}

/** The answer to a GET, undefined without one within a second. */
export async function ask(url: string): Promise<Response | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
}
