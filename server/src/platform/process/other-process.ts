import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** The process needed more memory than it may have. */
export class ProcessTooLarge extends Error {}

/** The process was ended from outside, which the system does when the machine has too little memory. */
export class ProcessKilled extends Error {}

type ProcessOptions = {
  /** Its arguments, which other users of the machine can see. */
  readonly words: readonly string[];
  /** Its standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Most memory of its objects. */
  readonly heapMb: number;
  /** Ends it. */
  readonly signal: AbortSignal;
};

const ABORTED_CODE = 134;

/**
 * Runs a program of Node in a process of its own and gives its standard output: for work whose memory and time have
 * no small bound. It is fed and read as fast as the caller reads, and gets nothing of the environment.
 */
export async function* outputOfProcess(
  program: URL,
  { words, input, heapMb, signal }: ProcessOptions,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const command = [`--max-old-space-size=${heapMb}`, fileURLToPath(program), ...words];
  const child = spawn(process.execPath, command, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let inputFault: unknown;
  const feeding = pipeline(input, child.stdin).catch((error: unknown) => {
    // It would take a file that breaks off for the whole.
    if (child.exitCode === null && !isBrokenPipe(error)) stop();
    inputFault = error;
  });
  try {
    yield* child.stdout;
    const [[code, killedBy]] = await Promise.all([ended, feeding]);
    if (code === ABORTED_CODE || killedBy === 'SIGABRT') throw new ProcessTooLarge();
    if (inputFault !== undefined && !isBrokenPipe(inputFault)) throw inputFault;
    if (killedBy !== null && !signal.aborted)
      throw new ProcessKilled(`A process was ended by ${killedBy}.`);
    if (code !== 0) throw new Error(`A process ended with ${code ?? killedBy}.`);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await ended;
  }
}

/** It ended before it had read everything: its exit code says why. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BROKEN_PIPE.has(String(error.code));
}

const BROKEN_PIPE: ReadonlySet<string> = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
