/** Facts of an answered request that its span carries: no names, ids of customers, variables or secrets. */
export type RequestFacts = {
  readonly requestId: string;
  readonly environment: string;
  /** In terms of `performance.now()`. */
  readonly startedAtMs: number;
  /** Time at which it was admitted; undefined if it was refused. */
  readonly admittedAtMs: number | undefined;
  /** Names of root fields. */
  readonly operation: string;
  readonly operationType: string | undefined;
  /** `OK` or an error code. */
  readonly outcome: string;
  readonly status: number;
  readonly cost: number;
};

/** Spans of requests and of the work within them. */
export type Tracing = {
  /** Runs a request as a span, below the span of the client in the header `traceparent`. */
  readonly request: (
    traceparent: string | undefined,
    run: () => Promise<RequestFacts>,
  ) => Promise<void>;
  /** Makes work a span of the request that waits for it; outside of requests it makes none. */
  readonly watch: <Result>(
    span: { readonly name: string; readonly system?: string },
    work: Promise<Result>,
  ) => Promise<Result>;
  /** Sends what is left, for a second at most. */
  readonly close: () => Promise<void>;
};

export type TracingSettings = {
  /** Base address of a collector that speaks OTLP over HTTP. */
  readonly endpoint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of traces that are recorded. */
  readonly share: number;
};

/** Loads the libraries only if a collector is configured. */
export async function openTracing(settings: TracingSettings): Promise<Tracing | undefined> {
  const { endpoint } = settings;
  if (endpoint === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry({ ...settings, endpoint });
}

const SUBJECT = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i;
const MOST_NAMES = 2_000;
const names = new Map<string, string>();

/** Name of the span of a statement: its verb and its first table, never a value. */
export function spanOfStatement(text: string): { readonly name: string; readonly system: string } {
  const known = names.get(text);
  if (known !== undefined) return { name: known, system: 'postgresql' };
  const [verb = ''] = /[a-z]+/i.exec(text) ?? [];
  const [, table = ''] = SUBJECT.exec(text) ?? [];
  const name = `${verb.toUpperCase()} ${table}`.trim();
  if (names.size < MOST_NAMES) names.set(text, name);
  return { name, system: 'postgresql' };
}
