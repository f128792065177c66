import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Histogram, Registry } from 'prom-client';
import { RequestCounts } from './request-counts.ts';

test('writes its metrics as the library of the others does', async () => {
  const registry = new Registry();
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
  const counts = new RequestCounts();
  const observed = [
    { environment: 'LIVE', outcome: 'OK', seconds: 0.001 },
    { environment: 'LIVE', outcome: 'TIMEOUT', seconds: 16 },
    { environment: 'LIVE', outcome: 'OK', seconds: 0.02 },
    { environment: 'SANDBOX', outcome: 'OK', seconds: 0.3 },
  ] as const;
  for (const answered of observed) {
    const { environment, outcome, seconds } = answered;
    counts.observe(answered);
    requests.inc({ environment, outcome });
    durations.observe({ environment }, seconds);
  }
  const linesOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .sort();
  assert.deepEqual(linesOf(counts.text()), linesOf(await registry.metrics()));
});
