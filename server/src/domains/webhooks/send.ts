import { AsyncLocalStorage } from 'node:async_hooks';
import { GuardedClient } from './guarded-agent.ts';
import { AddressRefused, type Resolve } from './guarded-lookup.ts';
import type { AttemptReport, Failure } from './model.ts';

const ANSWER_MS = 15_000;
const READ_BYTES = 65_536;
const KEPT_BYTES = 4_096;

export type Outgoing = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Sender = {
  readonly send: (outgoing: Outgoing) => Promise<AttemptReport>;
  readonly close: () => Promise<void>;
};

type SenderOptions = {
  readonly resolve: Resolve;
  readonly allowedHosts: ReadonlySet<string>;
  readonly answerMs?: number;
  /** An HTTP proxy that all connections go through. */
  readonly proxyUrl?: string | undefined;
};

type Phases = { dnsMs: number | null; connectMs: number | null; tlsMs: number | null };

/** Posts webhooks. Each connection resolves its host itself and goes only to addresses that were checked. */
export function createSender({
  resolve,
  allowedHosts,
  answerMs = ANSWER_MS,
  proxyUrl,
}: SenderOptions): Sender {
  const phasesOfRequest = new AsyncLocalStorage<Phases>();
  const client = new GuardedClient(
    { resolve, allowedHosts, answerMs, proxyUrl },
    (socket, startedAt) => {
      const phases = phasesOfRequest.getStore();
      if (phases !== undefined) measure(socket, phases, startedAt);
    },
  );

  const send = async ({ url, headers, body }: Outgoing): Promise<AttemptReport> => {
    const startedAt = performance.now();
    const phases: Phases = { dnsMs: null, connectMs: null, tlsMs: null };
    const report = { request: { headers, body }, ...phases, firstByteMs: null };
    const since = () => performance.now() - startedAt;
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), answerMs);
    try {
      const answer = await phasesOfRequest.run(phases, () =>
        client.request(url, { method: 'POST', headers, body, signal: giveUp.signal }),
      );
      const firstByteMs = since();
      const text = await beginningOf(answer.body);
      const response = {
        status: answer.statusCode,
        headers: plainHeaders(answer.headers),
        body: text,
      };
      const verdict = judge(answer.statusCode);
      return { ...report, ...phases, ...verdict, response, firstByteMs, totalMs: since() };
    } catch (error) {
      const failure = giveUp.signal.aborted ? 'TIMEOUT' : failureOf(error);
      const message = giveUp.signal.aborted
        ? `No complete answer within ${answerMs / 1000} seconds.`
        : messageOf(error);
      return { ...report, ...phases, failure, message, response: null, totalMs: since() };
    } finally {
      clearTimeout(timer);
    }
  };
  return { send, close: () => client.close() };
}

function measure(socket: unknown, phases: Phases, startedAt: number): void {
  if (!(socket instanceof Object && 'once' in socket && typeof socket.once === 'function')) return;
  let last = startedAt;
  const lap = () => {
    const now = performance.now();
    const took = now - last;
    last = now;
    return took;
  };
  socket.once('lookup', () => {
    phases.dnsMs ??= lap();
  });
  socket.once('connect', () => {
    phases.connectMs = lap();
  });
  socket.once('secureConnect', () => {
    phases.tlsMs = lap();
  });
}

/** Reads an answer to 64 kB and returns its first 4 kB; the rest is cut off with its connection. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < KEPT_BYTES) kept.push(chunk);
    read += chunk.length;
    if (read >= READ_BYTES) break;
  }
  // PostgreSQL stores no NUL in a text.
  return Buffer.concat(kept).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '\ufffd');
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const entries = Object.entries(headers).slice(0, 50);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, 1_000)]));
}

function judge(status: number): Pick<AttemptReport, 'failure' | 'message'> {
  if (status >= 200 && status < 300) return { failure: null, message: null };
  if (status >= 300 && status < 400) {
    return {
      failure: 'REDIRECTED',
      message: `The receiver answered ${status}; redirects are not followed.`,
    };
  }
  return { failure: 'STATUS', message: `The receiver answered ${status}; 2xx is expected.` };
}

function failureOf(error: unknown): Failure {
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  const code = codeOf(error);
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT)/.test(code)) return 'DNS_FAILED';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME/.test(code)) return 'TLS_FAILED';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    return 'CONNECT_FAILED';
  if (/TIMEOUT/.test(code)) return 'TIMEOUT';
  return 'CONNECTION_LOST';
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error ? String(error.code) : codeOf(error.cause);
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message || codeOf(error) : String(error)).slice(0, 500);
}
