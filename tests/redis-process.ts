import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, freePort } from './server-process.ts';

export type RedisProcess = {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<unknown>;
  /** Stops it where it is: connections stay open and nothing answers. */
  readonly freeze: () => void;
  /** Starts it again on the same port, empty. */
  readonly restart: () => Promise<void>;
};

/** True if Debian's redis-server is installed; `npm test` installs it when run as root. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A Redis of the test's own that keeps nothing on disk; `words` are settings, or a file of them first. */
export async function startRedis(...words: readonly string[]): Promise<RedisProcess> {
  const port = await freePort();
  let child = await start(port, words);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      child.kill('SIGCONT');
      return endProcess(child, 'SIGTERM');
    },
    freeze: () => void child.kill('SIGSTOP'),
    restart: async () => {
      child = await start(port, words);
    },
  };
}

async function start(port: number, words: readonly string[]): Promise<ChildProcess> {
  const own = ['--port', String(port), '--bind', '127.0.0.1'];
  const isSentinel = words.includes('--sentinel');
  const kept = isSentinel ? [] : ['--save', '', '--appendonly', 'no'];
  const [first = '', ...others] = words;
  const all = isSentinel ? [first, ...own, ...others] : [...own, ...kept, ...words];
  const child = spawn('redis-server', all, { stdio: 'ignore' });
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const answer = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).catch(
      (error: unknown) => error,
    );
    socket.destroy();
    if (Array.isArray(answer) && answer.length === 0) return child;
    await sleep(20);
  }
  throw new Error('redis-server did not start.');
}
