import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { get, send, type Target } from './send.ts';

/**
 * A thread that measures what others wait: the thread that makes bodies of a megabyte for the attack would measure itself.
 * It probes between two messages, and answers the second one with the latencies.
 */

const PAUSE_MS = 2;
const ME = JSON.stringify({ query: '{ me { id name tier } }' });

const others: readonly (Target | { readonly url: string })[] = workerData;
const sends = others.map((other) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return () => ('url' in other ? get(agent, other.url) : send(agent, other, ME));
});
let isOver = true;
let probes: Promise<number[][]> = Promise.resolve([]);

parentPort?.on('message', async () => {
  isOver = !isOver;
  if (!isOver) probes = Promise.all(sends.map(probe));
  else parentPort?.postMessage((await probes).flat());
});

/** Latencies of one request after the other. */
async function probe(sendOne: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  while (!isOver) {
    const startedAt = performance.now();
    await sendOne();
    latencies.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  return latencies;
}
