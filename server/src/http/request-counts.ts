import type { Environment } from '../platform/scope.ts';
import type { Answered } from './metrics.ts';

/** Upper bounds of the buckets of durations, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

type Counts = {
  readonly outcomes: Map<string, number>;
  /** Requests per bucket, and last those above all bounds. */
  readonly buckets: number[];
  seconds: number;
};

/**
 * Counters of requests in the text format of Prometheus. Every request adds to them, so they are plain
 * numbers: the library of the other metrics makes a text of the labels each time.
 */
export class RequestCounts {
  readonly #counts: Readonly<Record<Environment, Counts>> = { LIVE: zero(), SANDBOX: zero() };

  observe({ environment, outcome, seconds }: Answered): void {
    const { outcomes, buckets } = this.#counts[environment];
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const fitting = BOUNDS.findIndex((bound) => seconds <= bound);
    const bucket = fitting < 0 ? BOUNDS.length : fitting;
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    this.#counts[environment].seconds += seconds;
  }

  text(): string {
    const counts = Object.entries(this.#counts).filter(([, { outcomes }]) => outcomes.size > 0);
    return [
      ...metric('trackway_graphql_requests_total', 'counter', {
        help: 'GraphQL requests answered, by environment and outcome.',
        lines: counts.flatMap(([environment, { outcomes }]) =>
          [...outcomes].map(
            ([outcome, count]) => `{environment="${environment}",outcome="${outcome}"} ${count}`,
          ),
        ),
      }),
      ...metric('trackway_graphql_request_duration_seconds', 'histogram', {
        help: 'Time to answer a GraphQL request, by environment.',
        lines: counts.flatMap(([environment, each]) => durationLines(environment, each)),
      }),
      '',
    ].join('\n');
  }
}

function zero(): Counts {
  return { outcomes: new Map(), buckets: Array(BOUNDS.length + 1).fill(0), seconds: 0 };
}

function durationLines(environment: string, { buckets, seconds }: Counts): string[] {
  let count = 0;
  const lines = buckets.map((inBucket, at) => {
    count += inBucket;
    return `_bucket{le="${BOUNDS[at] ?? '+Inf'}",environment="${environment}"} ${count}`;
  });
  const label = `{environment="${environment}"}`;
  return [...lines, `_sum${label} ${seconds}`, `_count${label} ${count}`];
}

type Metric = { readonly help: string; readonly lines: readonly string[] };

function metric(name: string, type: string, { help, lines }: Metric): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...lines.map((line) => `${name}${line}`),
  ];
}
