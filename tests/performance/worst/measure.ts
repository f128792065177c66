import { once } from 'node:events';
import { Agent } from 'node:http';
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Held } from '../../http/schema/holdings.ts';
import type { WorstRequest } from './requests.ts';
import { type Answered, send, type Target } from './send.ts';
import { REFUSED } from './sequences.ts';

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
  /** Beginnings of answers to requests that were refused: they measure nothing. */
  readonly refusals: readonly string[];
};

const ATTACKERS = 2;
/** Codes of errors of requests that worked for too long or gave too much. */
const WORKED = /"code":"(TIMEOUT|QUERY_TOO_COMPLEX|UNAVAILABLE)"/;
/** Code of a part of a request that its key may not have. */
const FORBIDDEN = /"code":"FORBIDDEN"/;
const REFUSAL_CHARACTERS = 500;

/** Sends a request again and again for some time, each attacker at least once, and measures what others see meanwhile. */
export async function measure(
  worst: WorstRequest,
  others: Others,
  seconds: number,
): Promise<Outcome> {
  const { attackers = ATTACKERS } = worst;
  const agent = new Agent({ keepAlive: true, maxSockets: attackers });
  let [requests, totalMs, bytes, cost] = [0, 0, 0, 0];
  const codes = new Set<string>();
  const refusals: string[] = [];
  const untilMs = performance.now() + seconds * 1000;
  const attack = async (): Promise<void> => {
    do {
      const made = new Map<string, Held>();
      for (const step of worst.steps) {
        if (step.afterMs !== undefined) await sleep(step.afterMs);
        const startedAt = performance.now();
        const answer = await send(agent, step.target, step.body(made));
        totalMs += performance.now() - startedAt;
        bytes = Math.max(bytes, answer.bytes);
        requests += 1;
        cost = Number(/"cost":(\d+),"rateLimit"/.exec(answer.end)?.[1]);
        for (const [, code] of answer.text.matchAll(/"code":"([A-Z_]+)"/g)) codes.add(code ?? '');
        const hasData = !isWithoutData(answer);
        if (
          FORBIDDEN.test(answer.text) ||
          !(hasData || step.mayBeRefused || WORKED.test(answer.text))
        )
          refusals.push(answer.text.slice(0, REFUSAL_CHARACTERS));
        if (!hasData) break;
        for (const [type, held] of step.made(answer.text)) made.set(type, held);
      }
    } while (performance.now() < untilMs);
  };
  others.begin();
  try {
    await Promise.all(Array.from({ length: attackers }, attack));
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
    refusals,
  };
}

/** True if requests of an operation were refused that are not known to be. */
export function isUnmeasured({ request, refusals }: Outcome): boolean {
  return refusals.length > 0 && !(request.operation in REFUSED);
}

/** True if an answer has nothing but errors. */
function isWithoutData({ text, end, bytes }: Answered): boolean {
  if (!text.startsWith('{"errors"')) return false;
  const isWhole = bytes === text.length;
  return /"data":(null|\{"a0":null)/.test(end) || (isWhole && !text.includes('"data":'));
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
