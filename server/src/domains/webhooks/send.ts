import { AsyncLocalStorage } from 'node:async_hooks';
import { type Answer, AnswerLost, AnswerTimeout } from './exchange.ts';
import { GuardedClient } from './guarded-agent.ts';
import { AddressRefused } from './guarded-lookup.ts';
import type { AttemptReport, Failure } from './model.ts';
import { NameUnresolved, type Resolve } from './resolve.ts';

const ANSWER_MS = 15_000;
const READ_BYTES = 65_536;
const KEPT_BYTES = 4_096;

export type Outgoing = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Report of an attempt, without the request. */
export type SendReport = Omit<AttemptReport, 'request'>;

export type Sender = {
  readonly send: (outgoing: Outgoing) => Promise<SendReport>;
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
  const limits = { answerMs, readBytes: READ_BYTES, keptBytes: KEPT_BYTES };
  const options = { resolve, allowedHosts, proxyUrl };
  const client = new GuardedClient(options, limits, (socket, startedAt) => {
    const phases = phasesOfRequest.getStore();
    if (phases !== undefined) measure(socket, phases, startedAt);
  });

  const send = async ({ url, headers, body }: Outgoing): Promise<SendReport> => {
    const startedAt = performance.now();
    const phases: Phases = { dnsMs: null, connectMs: null, tlsMs: null };
    const since = () => performance.now() - startedAt;
    try {
      const answer = await phasesOfRequest.run(phases, () =>
        client.request(url, { method: 'POST', headers, body }),
      );
      return { ...received(answer), ...judge(answer.status), ...phases, totalMs: since() };
    } catch (error) {
      const begun = error instanceof AnswerLost ? received(error.begun) : NOTHING_RECEIVED;
      const failure = failureOf(error instanceof AnswerLost ? error.cause : error);
      return { ...begun, failure, message: messageOf(error), ...phases, totalMs: since() };
    }
  };
  return { send, close: () => client.close() };
}

type Received = Pick<AttemptReport, 'response' | 'firstByteMs'>;

const NOTHING_RECEIVED: Received = { response: null, firstByteMs: null };

function received({ status, headers, body, firstByteMs }: Answer): Received {
  // PostgreSQL stores no NUL in a text.
  const text = body.toString('utf8').replaceAll('\0', '\ufffd');
  return { response: { status, headers: plainHeaders(headers), body: text }, firstByteMs };
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

/** The first 50 headers, each to 1,000 characters. */
function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(headers).slice(0, 50))
    kept[name] = String(headers[name]).slice(0, 1_000);
  return kept;
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
  if (error instanceof AnswerTimeout) return 'TIMEOUT';
  if (error instanceof NameUnresolved) return 'DNS_FAILED';
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
