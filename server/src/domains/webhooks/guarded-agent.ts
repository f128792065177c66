import { createSecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Agent, buildConnector } from 'undici';
import { FewATurn } from '../../platform/concurrency/few-a-turn.ts';
import { hostOf, isPublicAddress } from './address-rules.ts';
import { boundAnswers } from './bound-answers.ts';
import { connectByProxy } from './by-proxy.ts';
import { type Answer, type AnswerLimits, Exchange } from './exchange.ts';
import { AddressRefused, guardedLookup } from './guarded-lookup.ts';
import type { Resolve } from './resolve.ts';

const CONNECT_MS = 5_000;
/**
 * A connection by TLS takes 1 to 2.5 ms of CPU time. 250 that were begun together, to receivers that close theirs after each
 * delivery, held up everybody for 0.1 s at a time.
 */
const CONNECTIONS_A_TURN = 4;
/** URLs that are remembered as parsed and checked, each of at most 2 kB. */
const MOST_TARGETS = 1_000;

export type AgentOptions = {
  readonly resolve: Resolve;
  readonly allowedHosts: ReadonlySet<string>;
  /** An HTTP proxy that all connections go through. */
  readonly proxyUrl?: string | undefined;
};

type OutgoingRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

type Target = { readonly origin: string; readonly path: string };

type ConnectOptions = buildConnector.Options;
type ConnectCallback = buildConnector.Callback;
type OnSocket = (socket: unknown, startedAt: number) => void;

/**
 * Sends requests to addresses that customers give. Each connection resolves its host itself and goes only to
 * addresses that were checked. The library is loaded with the first request: loading it takes 0.1 s and 6 MB of heap.
 */
export class GuardedClient {
  readonly #options: AgentOptions;
  readonly #limits: AnswerLimits;
  readonly #onSocket: OnSocket;
  readonly #targets = new LRUCache<string, Target>({ max: MOST_TARGETS });
  #opening: Promise<Agent> | undefined;
  #agent: Agent | undefined;

  constructor(options: AgentOptions, limits: AnswerLimits, onSocket: OnSocket = () => {}) {
    this.#options = options;
    this.#limits = limits;
    this.#onSocket = onSocket;
  }

  /** @throws AddressRefused, AnswerTimeout, or what the connection ended with */
  async request(url: string, request: OutgoingRequest): Promise<Answer> {
    const { method, headers, body = null } = request;
    const { origin, path } = this.#targetOf(url);
    const agent = this.#agent ?? (await this.#open());
    const exchange = new Exchange(this.#limits);
    agent.dispatch({ origin, path, method, headers, body }, exchange);
    return exchange.answer;
  }

  /** @throws AddressRefused */
  #targetOf(url: string): Target {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    const parsed = new URL(url);
    refuseLiteral(hostOf(parsed), this.#options.allowedHosts);
    const target = { origin: parsed.origin, path: `${parsed.pathname}${parsed.search}` };
    this.#targets.set(url, target);
    return target;
  }

  async #open(): Promise<Agent> {
    this.#opening ??= guardedAgent(this.#options, this.#limits, this.#onSocket);
    this.#agent = await this.#opening;
    return this.#agent;
  }

  async close(): Promise<void> {
    await (await this.#opening)?.destroy();
  }
}

async function guardedAgent(
  { resolve, allowedHosts, proxyUrl }: AgentOptions,
  { readBytes }: AnswerLimits,
  onSocket: OnSocket,
): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const lookup = guardedLookup(resolve, allowedHosts);
  const connector = buildConnector({
    timeout: CONNECT_MS,
    lookup,
    // One for each connection takes a fifth of its CPU time.
    secureContext: createSecureContext(),
    // The bound of an answer is that of a connection with one request at a time.
    allowH2: false,
  });
  const turns = new FewATurn(CONNECTIONS_A_TURN);
  const connect = async (options: ConnectOptions, callback: ConnectCallback): Promise<void> => {
    await turns.next();
    if (proxyUrl === undefined) {
      const startedAt = performance.now();
      onSocket(connector(options, callback), startedAt);
      return;
    }
    const isTls = options.protocol === 'https:';
    const target = { host: options.hostname, port: Number(options.port || (isTls ? 443 : 80)) };
    const httpSocket = await connectByProxy(proxyUrl, target, lookup, CONNECT_MS);
    if (isTls) connector({ ...options, httpSocket }, callback);
    else callback(null, httpSocket);
  };
  return new Agent({
    connect: (options, give) => {
      const callback: ConnectCallback = (...connected) => {
        const [error, socket] = connected;
        if (error === null) boundAnswers(socket, readBytes);
        give(...connected);
      };
      connect(options, callback).catch((error) => give(error, null));
    },
    keepAliveTimeout: 4_000,
    // An exchange has one time for its whole answer.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Refuses an address in a URL that is not public: it is connected to without a look-up. */
function refuseLiteral(host: string, allowedHosts: ReadonlySet<string>): void {
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  if (isLiteral && !allowedHosts.has(host) && !isPublicAddress(host))
    throw new AddressRefused(`${host} is not a public address.`);
}
