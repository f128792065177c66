import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestFacts, Tracing, TracingSettings } from './tracing.ts';

const EXPORT_TIMEOUT_MS = 5_000;
/** Spans that wait for the collector; more are dropped. */
const MOST_SPANS = 2_048;
const MOST_EXPORTS_AT_A_TIME = 2;
const SPANS_EVERY_MS = 2_000;
const METRICS_EVERY_MS = 15_000;
const CLOSE_MS = 1_000;
/** Bounds of histograms, in seconds, as the semantic conventions of OpenTelemetry advise for HTTP. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Traces and metrics by OTLP over HTTP. A collector that does not answer costs spans, never a request. */
export function openTelemetry(settings: TracingSettings & { readonly endpoint: string }): Tracing {
  const { tracers, meters } = providersOf(settings);
  const tracer = tracers.getTracer('trackway');
  const meter = meters.getMeter('trackway');
  const advice = { explicitBucketBoundaries: BOUNDS };
  const requestSeconds = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    advice,
  });
  const statementSeconds = meter.createHistogram('db.client.operation.duration', {
    unit: 's',
    advice,
  });
  const running = new AsyncLocalStorage<Context>();

  return {
    request: (traceparent, run) => {
      const options = { kind: SpanKind.SERVER };
      const span = tracer.startSpan('POST /graphql', options, contextOf(traceparent));
      const context = trace.setSpan(ROOT_CONTEXT, span);
      return running.run(context, async () => {
        const facts = await run();
        const { startedAtMs, admittedAtMs } = facts;
        if (admittedAtMs !== undefined)
          tracer
            .startSpan('admission', { startTime: epochMs(startedAtMs) }, context)
            .end(epochMs(admittedAtMs));
        span.setAttributes(attributesOf(facts));
        if (facts.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        requestSeconds.record((performance.now() - startedAtMs) / 1_000, {
          'http.request.method': 'POST',
          'http.response.status_code': facts.status,
          'trackway.environment': facts.environment,
          'trackway.outcome': facts.outcome,
        });
      });
    },
    watch: async ({ name, system }, work) => {
      const context = running.getStore();
      if (context === undefined) return work;
      const startedAtMs = performance.now();
      const kind = system === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
      const attributes = system === undefined ? {} : { 'db.system.name': system };
      const span = tracer.startSpan(name, { kind, attributes }, context);
      try {
        return await work;
      } catch (error) {
        // Without the message, which may have values.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
        if (system !== undefined)
          statementSeconds.record((performance.now() - startedAtMs) / 1_000, attributes);
      }
    },
    close: async () => {
      const closing = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

function providersOf({
  endpoint,
  headers,
  serviceName,
  share,
}: TracingSettings & { readonly endpoint: string }) {
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.instance.id': `${hostname()}:${process.pid}`,
  });
  const exporter = (signal: string) => ({
    url: `${endpoint}/v1/${signal}`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: MOST_EXPORTS_AT_A_TIME,
  });
  const sampler = new TraceIdRatioBasedSampler(share);
  const tracers = new TracerProvider({
    resource,
    // A client may leave a trace out; it cannot have more recorded than the share.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(exporter('traces')),
        maxQueueSize: MOST_SPANS,
        scheduledDelayMillis: SPANS_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(exporter('metrics')),
    exportIntervalMillis: METRICS_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return { tracers, meters: new MeterProvider({ resource, readers: [reader] }) };
}

/** The span of the client, by the W3C's Trace Context; an unusable header counts as none. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function attributesOf(facts: RequestFacts) {
  return {
    'http.request.method': 'POST',
    'http.response.status_code': facts.status,
    ...(facts.operationType === undefined
      ? {}
      : { 'graphql.operation.type': facts.operationType, 'trackway.root_fields': facts.operation }),
    'trackway.request_id': facts.requestId,
    'trackway.environment': facts.environment,
    'trackway.outcome': facts.outcome,
    'trackway.cost': facts.cost,
  };
}

function epochMs(ms: number): number {
  return performance.timeOrigin + ms;
}
