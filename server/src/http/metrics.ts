import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Disk } from '../platform/disk.ts';
import type { Environment } from '../platform/scope.ts';
import type { ErrorCode } from '../rules/error-codes.ts';

/** Measurements of one answered request. */
export type Answered = {
  readonly environment: Environment;
  /** `OK`, or the code it was refused with before execution. */
  readonly outcome: 'OK' | ErrorCode;
  readonly seconds: number;
};

export type Metrics = {
  readonly observe: (answered: Answered) => void;
  readonly contentType: string;
  /** All metrics as Prometheus text. */
  readonly text: () => Promise<string>;
};

/** Metrics of this process, by Prometheus' conventions. No label carries a tenant or a key. */
export function createMetrics(disk: Disk): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'trackway_' });
  const requests = new Counter({
    name: 'trackway_graphql_requests_total',
    help: 'GraphQL requests answered, by environment and outcome.',
    labelNames: ['environment', 'outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'trackway_graphql_request_duration_seconds',
    help: 'Time to answer a GraphQL request, by environment.',
    labelNames: ['environment'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  });
  new Gauge({
    name: 'trackway_disk_free_bytes',
    help: 'Free space of the disk of TRACKWAY_DATA.',
    registers: [registry],
    collect() {
      this.set(disk.freeBytes);
    },
  });
  return {
    observe: ({ environment, outcome, seconds }) => {
      requests.inc({ environment, outcome });
      durations.observe({ environment }, seconds);
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
