import { once } from 'node:events';
import { Agent } from 'node:http';
import { createHistogram, performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { WorstRequest } from './requests.ts';
import { send, type Target } from './send.ts';

/** Latencies that another organization and a health check see, in milliseconds. */
export type Seen = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  readonly probes: number;
};

export type Outcome = Seen & {
  readonly request: WorstRequest;
  readonly requests: number;
  readonly requestMs: number;
  readonly bytes: number;
  /** Cost of the last request. */
  readonly cost: number;
  /** Codes of errors in the answer. */
  readonly codes: readonly string[];
};

const ATTACKERS = 2;

/** Sends a request again and again for some time, each attacker at least once, and measures what others see meanwhile. */
export async function measure(
  worst: WorstRequest,
  others: Others,
  seconds: number,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: ATTACKERS });
  let [requests, totalMs, bytes, cost] = [0, 0, 0, 0];
  const codes = new Set<string>();
  const untilMs = performance.now() + seconds * 1000;
  const attack = async (): Promise<void> => {
    do {
      const ids: string[] = [];
      for (const step of worst.steps) {
        const startedAt = performance.now();
        const answer = await send(agent, worst.target, step(ids));
        ids.push(/"id":"(\w+)"/.exec(answer.text)?.[1] ?? '');
        totalMs += performance.now() - startedAt;
        bytes = Math.max(bytes, answer.bytes);
        requests += 1;
        cost = Number(/"cost":(\d+)/.exec(answer.end)?.[1]);
        for (const [, code] of answer.text.matchAll(/"code":"([A-Z_]+)"/g)) codes.add(code ?? '');
      }
    } while (performance.now() < untilMs);
  };
  others.begin();
  try {
    await Promise.all(Array.from({ length: ATTACKERS }, attack));
  } finally {
    agent.destroy();
  }
  return {
    ...seenOf(await others.end()),
    request: worst,
    requests,
    requestMs: totalMs / requests,
    bytes,
    cost,
    codes: [...codes],
  };
}

/** Those who must not notice the attack, in a thread of their own. */
export class Others {
  readonly #thread: Worker;

  constructor(others: readonly (Target | { readonly url: string })[]) {
    this.#thread = new Worker(new URL('probe-thread.ts', import.meta.url), { workerData: others });
  }

  begin(): void {
    this.#thread.postMessage('begin');
  }

  /** Latencies since the beginning. */
  async end(): Promise<readonly number[]> {
    this.#thread.postMessage('end');
    const [latencies]: (readonly number[])[] = await once(this.#thread, 'message');
    return latencies ?? [];
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

function seenOf(latencies: readonly number[]): Seen {
  const histogram = createHistogram();
  for (const ms of latencies) histogram.record(Math.max(1, Math.round(ms * 1000)));
  return {
    p50Ms: histogram.percentile(50) / 1000,
    p99Ms: histogram.percentile(99) / 1000,
    mostMs: histogram.max / 1000,
    probes: latencies.length,
  };
}
