import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a service before its own code (`node --import`): measures the CPU time of each turn of its event
 * loop, which other programs on the machine hardly change. SIGUSR2 writes the longest turn to the file of
 * LOOP_TURNS and begins again.
 */

/** About as much JSON as the largest body of a request has. */
const BODY = JSON.stringify(
  Array.from({ length: 15_000 }, (_each, at) => ({ name: `Component ${at}`, massKg: at / 7 })),
);
const SAMPLES = 9;

const { LOOP_TURNS: file } = process.env;

if (isMainThread && file !== undefined) {
  const bodyMs = medianOf(Array.from({ length: SAMPLES }, () => timed(readAndWriteBody)));
  let longestMs = 0;
  let endedAtMs = cpuMs();
  const endTurn = (): void => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - endedAtMs);
    endedAtMs = nowMs;
    setImmediate(endTurn).unref();
  };
  setImmediate(endTurn).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(file, JSON.stringify({ longestMs, bodyMs }));
    longestMs = 0;
  });
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function timed(work: () => void): number {
  const startMs = cpuMs();
  work();
  return cpuMs() - startMs;
}

function readAndWriteBody(): void {
  JSON.stringify(JSON.parse(BODY));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
