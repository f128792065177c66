import { cpuUsOf, cpuUsOfFamily } from './cpu.ts';
import { drive } from './load.ts';

/** One way to get an answer: a server and the request it is sent. */
export type Contender = {
  readonly name: string;
  readonly server: {
    readonly url: string;
    readonly pid: number;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly body: string;
};

export type Measurement = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly appCpuUs: number;
  readonly databaseCpuUs: number;
};

export type Result = {
  readonly name: string;
  /** Median over the rounds. */
  readonly measured: Measurement;
  /** Median over the rounds of the ratio to the first contender in the same round. */
  readonly ratio: Measurement;
};

export type Plan = {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly databasePid: number;
};

/** A program this size is compiled in the background for thousands of requests before it is steady. */
const WARM_UP_SECONDS = 20;

/**
 * Measures the contenders in turn, A B C, then C B A, and so on, so that whatever else the machine
 * does falls on all of them. The first is what the others are compared with.
 */
export async function alternate(contenders: readonly Contender[], plan: Plan): Promise<Result[]> {
  for (const contender of contenders)
    await measure(contender, { ...plan, seconds: WARM_UP_SECONDS });
  const rounds: Map<Contender, Measurement>[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const measurements = new Map<Contender, Measurement>();
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      measurements.set(contender, await measure(contender, plan));
    }
    rounds.push(measurements);
  }
  return contenders.map((contender) => ({
    name: contender.name,
    measured: summary(rounds, (round, measure) => figureOf(round, contender, measure)),
    ratio: summary(
      rounds,
      (round, measure) =>
        figureOf(round, contender, measure) / figureOf(round, contenders[0], measure),
    ),
  }));
}

async function measure({ server, body }: Contender, plan: Plan): Promise<Measurement> {
  const { connections, seconds, databasePid } = plan;
  const { url, headers = {}, pid } = server;
  const appBefore = cpuUsOf(pid);
  const databaseBefore = cpuUsOfFamily(databasePid);
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await drive({
    url,
    headers,
    body,
    connections,
    seconds,
  });
  return {
    requestsPerSecond,
    p50Ms,
    p99Ms,
    appCpuUs: (cpuUsOf(pid) - appBefore) / requests,
    databaseCpuUs: (cpuUsOfFamily(databasePid) - databaseBefore) / requests,
  };
}

type Measure = keyof Measurement;
type Round = ReadonlyMap<Contender, Measurement>;

function figureOf(round: Round, contender: Contender | undefined, measure: Measure): number {
  return (contender && round.get(contender)?.[measure]) ?? Number.NaN;
}

function summary(
  rounds: readonly Round[],
  value: (round: Round, measure: Measure) => number,
): Measurement {
  const of = (measure: Measure) => median(rounds.map((round) => value(round, measure)));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    appCpuUs: of('appCpuUs'),
    databaseCpuUs: of('databaseCpuUs'),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  );
}
