import { Agent, request } from 'node:http';
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorstRequest } from './requests.ts';

type Target = { readonly endpoint: string; readonly key: string };

export type Answered = {
  readonly status: number;
  readonly bytes: number;
  /** The first 100 kB. */
  readonly text: string;
  /** The last piece, with the extensions. */
  readonly end: string;
};

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
const PAUSE_MS = 2;

export type Duration = { readonly seconds: number; readonly leastRequests: number };

/** Sends a request again and again, and measures what others see meanwhile. */
export async function measure(
  worst: WorstRequest,
  attacker: Target,
  others: readonly Prober[],
  { seconds, leastRequests }: Duration,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: ATTACKERS });
  let [requests, totalMs, bytes, cost] = [0, 0, 0, 0];
  const codes = new Set<string>();
  const start = performance.now();
  const latestMs = start + 10_000;
  const isOver = () =>
    performance.now() > latestMs ||
    (performance.now() - start > seconds * 1000 && requests >= leastRequests);
  const attack = async (): Promise<void> => {
    while (!isOver()) {
      const ids: string[] = [];
      for (const step of worst.steps) {
        const startedAt = performance.now();
        const answer = await send(agent, attacker, step(ids));
        ids.push(/"id":"(\w+)"/.exec(answer.text)?.[1] ?? '');
        totalMs += performance.now() - startedAt;
        bytes = Math.max(bytes, answer.bytes);
        requests += 1;
        cost = Number(/"cost":(\d+)/.exec(answer.end)?.[1]);
        for (const [, code] of answer.text.matchAll(/"code":"([A-Z_]+)"/g)) codes.add(code ?? '');
      }
    }
  };
  const probing = new AbortController();
  const probes = others.map((other) => other.probe(probing.signal));
  try {
    await Promise.all(Array.from({ length: ATTACKERS }, attack));
  } finally {
    probing.abort();
    agent.destroy();
  }
  const seen = (await Promise.all(probes)).flat();
  return {
    ...seenOf(seen),
    request: worst,
    requests,
    requestMs: totalMs / requests,
    bytes,
    cost,
    codes: [...codes],
  };
}

export class Prober {
  readonly #send: () => Promise<unknown>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(target: Target | { readonly url: string }) {
    const body = JSON.stringify({ query: '{ me { id name tier } }' });
    this.#send =
      'url' in target ? () => get(this.#agent, target.url) : () => send(this.#agent, target, body);
  }

  /** Latencies of one request after the other until the signal. */
  async probe(until: AbortSignal): Promise<number[]> {
    const latencies: number[] = [];
    while (!until.aborted) {
      const startedAt = performance.now();
      await this.#send();
      latencies.push(performance.now() - startedAt);
      await sleep(PAUSE_MS);
    }
    return latencies;
  }

  close(): void {
    this.#agent.destroy();
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

const KEPT_BYTES = 100_000;
const END_CHARACTERS = 500;

function send(agent: Agent, { endpoint, key }: Target, body: string): Promise<Answered> {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return answered(request(endpoint, { agent, method: 'POST', headers }), body);
}

function get(agent: Agent, url: string): Promise<Answered> {
  return answered(request(url, { agent }), '');
}

function answered(sent: ReturnType<typeof request>, body: string): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  sent.on('error', reject);
  sent.on('response', (response) => {
    let [bytes, text, end] = [0, '', ''];
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
      end = (end + piece.toString('latin1')).slice(-END_CHARACTERS);
      if (text.length < KEPT_BYTES) text += piece.toString('latin1');
    });
    response.on('error', reject);
    response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, text, end }));
  });
  sent.end(body);
  return promise;
}
