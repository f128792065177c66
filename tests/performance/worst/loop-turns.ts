import { openSync, readSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a service before its own code (`node --import`): measures the CPU time of each turn of its event
 * loop, which other programs on the machine hardly change, and the time that its thread was ready but had no core.
 * SIGUSR2 writes the longest of both to the file of LOOP_TURNS and begins again.
 */

/** About as much JSON as the largest body of a request has. */
const BODY = JSON.stringify(
  Array.from({ length: 15_000 }, (_each, at) => ({ name: `Component ${at}`, massKg: at / 7 })),
);
const SAMPLES = 9;

const { LOOP_TURNS: file } = process.env;

if (isMainThread && file !== undefined) {
  const bodyMs = medianOf(Array.from({ length: SAMPLES }, () => timed(readAndWriteBody)));
  const schedule = openSync('/proc/self/schedstat', 'r');
  let longestMs = 0;
  let longestWaitMs = 0;
  let endedAtMs = cpuMs();
  let waitedMs = runQueueMs(schedule);
  const endTurn = (): void => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - endedAtMs);
    endedAtMs = nowMs;
    const nowWaitedMs = runQueueMs(schedule);
    longestWaitMs = Math.max(longestWaitMs, nowWaitedMs - waitedMs);
    waitedMs = nowWaitedMs;
    setImmediate(endTurn).unref();
  };
  setImmediate(endTurn).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(file, JSON.stringify({ longestMs, longestWaitMs, bodyMs }));
    longestMs = 0;
    longestWaitMs = 0;
  });
}

/** Time that the main thread has waited for a core (the second figure of schedstat). */
function runQueueMs(schedule: number): number {
  const line = Buffer.alloc(80);
  readSync(schedule, line, 0, line.length, 0);
  return Number(line.toString('latin1').split(' ')[1]) / 1_000_000;
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
