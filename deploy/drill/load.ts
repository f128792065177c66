import { setTimeout as sleep } from 'node:timers/promises';
import { type Attempt, mutation, persist, type Request } from './client.ts';

/** Clients that write and read at a steady pace, and what they saw. */

export type Load = { readonly stop: () => Promise<LoadReport> };

export type LoadReport = {
  /** Names of the products whose creation was acknowledged. */
  readonly acknowledged: readonly string[];
  /** The longest time without an acknowledged write after the fault, and its end. */
  readonly gapMs: number;
  readonly gapEndMs: number;
  readonly slowestMs: number;
  /** Attempts that failed, by their code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Requests that failed twice after the gap, although their client waited as it was asked to. */
  readonly failedTwice: number;
};

const WRITERS = 4;
const READERS = 2;
const PAUSE_MS = 150;
const WRITE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
const READ = '{ products(last: 5) { nodes { id name updatedAt } } }';

/** Names of its products begin with `mark`; the gap is looked for from `faultAtMs()` on. */
export function startLoad(
  service: { readonly url: string; readonly key: string },
  mark: string,
  faultAtMs: () => number,
): Load {
  let isOver = false;
  const acknowledged: { readonly name: string; readonly atMs: number }[] = [];
  const requests: Attempt[][] = [];
  const send = async (request: Request) => {
    const attempts: Attempt[] = [];
    requests.push(attempts);
    await persist(request, (attempt) => attempts.push(attempt));
    return performance.now();
  };
  const writer = async (number: number) => {
    for (let round = 0; !isOver; round += 1) {
      const name = `${mark}.${number}.${round}`;
      const body = { query: WRITE, variables: { input: { name } } };
      acknowledged.push({ name, atMs: await send(mutation(service, body, name)) });
      await sleep(PAUSE_MS);
    }
  };
  const reader = async () => {
    while (!isOver) {
      await send(mutation(service, { query: READ }));
      await sleep(PAUSE_MS);
    }
  };
  const clients = [
    ...Array.from({ length: WRITERS }, (_, number) => writer(number)),
    ...Array.from({ length: READERS }, reader),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return {
        acknowledged: acknowledged.map(({ name }) => name),
        ...reportOf(
          requests,
          acknowledged.map(({ atMs }) => atMs),
          faultAtMs(),
        ),
      };
    },
  };
}

function reportOf(
  requests: readonly (readonly Attempt[])[],
  writtenAtMs: readonly number[],
  faultAtMs: number,
): Omit<LoadReport, 'acknowledged'> {
  const { gapMs, gapEndMs } = longestGap(writtenAtMs, faultAtMs);
  const attempts = requests.flat();
  const failures: Record<string, number> = {};
  for (const { failure } of attempts)
    if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
  const failedTwice = requests.filter(
    (each) =>
      each.filter(({ failure, startedAtMs }) => failure !== undefined && startedAtMs > gapEndMs)
        .length > 1,
  ).length;
  const slowestMs = Math.max(0, ...attempts.map((each) => each.endedAtMs - each.startedAtMs));
  return { gapMs, gapEndMs, slowestMs, failures, failedTwice };
}

/** A second and more is a gap; less is the pace of the clients, and the fault then left no gap. */
const LEAST_GAP_MS = 1_000;

export function longestGap(
  writtenAtMs: readonly number[],
  faultAtMs: number,
): { readonly gapMs: number; readonly gapEndMs: number } {
  const times = [
    faultAtMs,
    ...writtenAtMs.filter((time) => time > faultAtMs).sort((a, b) => a - b),
  ];
  let [gapMs, gapEndMs] = [0, faultAtMs];
  for (const [position, time] of times.entries()) {
    const gap = time - (times[position - 1] ?? time);
    if (gap <= gapMs) continue;
    gapMs = gap;
    if (gap >= LEAST_GAP_MS) gapEndMs = time;
  }
  return { gapMs, gapEndMs };
}
