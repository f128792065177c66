import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from '../server/src/platform/testing.ts';

export type ServerProcess = {
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly child: ChildProcess;
  /** Everything it printed so far, both streams. */
  readonly output: () => string;
  /** SIGTERM; gives the exit code. Removes the data folder unless it was given from outside. */
  readonly stop: () => Promise<number | null>;
};

export type ServerOptions = {
  /** Kept at the end; without one the server gets a folder of its own in the temporary one. */
  readonly dataFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Words before the command, `setpriv …` for example. */
  readonly prefix?: readonly string[];
  /** Checkout that it runs from; this one by default. */
  readonly root?: string;
};

const ROOT = join(import.meta.dirname, '..');
/** A first start takes seconds of CPU time, minutes on a very busy machine. */
const START_TIMEOUT_MS = 300_000;

/** `after` within a test is the end of that test; a server may serve several tests of a file. */
const atTopOfFile = AsyncLocalStorage.snapshot();

/** Starts `main.ts` in a process of its own, with a clean environment, and waits until it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'trackway-data-')));
  const port = await freePort();
  const child = spawnNode(['server/src/main.ts'], {
    ...options,
    env: { PORT: String(port), HOST: '127.0.0.1', TRACKWAY_DATA: dataFolder, ...options.env },
  });
  // A file that fails before it stops its server would otherwise never end. (Scripts stop theirs.)
  if (process.env['NODE_TEST_CONTEXT'] !== undefined)
    atTopOfFile(after, () => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  // A command that is not there is a failure of the test; unheard, it would abort the whole process.
  await once(child, 'spawn');
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => printed);
  return {
    url,
    port,
    dataFolder,
    child,
    output: () => printed,
    stop: async () => {
      const code = await endProcess(child, 'SIGTERM');
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Runs a command of the CLI to its end: `runCli(['keys', 'list'], { TRACKWAY_DATA: folder })`. */
export async function runCli(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  root?: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawnNode(['server/src/cli/main.ts', ...words], {
    env,
    ...(root === undefined ? {} : { root }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

/**
 * Signals a process and waits for its end; returns its exit code, null when the signal ended it.
 */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

export function spawnNode(
  args: readonly string[],
  { prefix = [], env = {}, root = ROOT }: ServerOptions,
): ChildProcess {
  // As users start it, with the settings of memory that are made there.
  const [command = '', ...words] = [...prefix, join(root, 'bin/node'), ...args];
  return spawn(command, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      // No balancer looks at the services of tests.
      TRACKWAY_LAME_DUCK_SECONDS: '0',
      ...recording(),
      ...env,
    },
  });
}

/** Servers of a test run record their statements too, for the check at its end. */
function recording(): Record<string, string> {
  const file = process.env['TEST_STATEMENTS'];
  return file === undefined ? {} : { TRACKWAY_RECORD_STATEMENTS: file };
}

async function untilReady(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${printed()}`);
}

/** Resident megabytes of a process. */
export function residentMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
