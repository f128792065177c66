import { Agent, buildConnector } from 'undici';
import { hostOf, isPublicAddress } from './address-rules.ts';
import { connectByProxy } from './by-proxy.ts';
import { AddressRefused, guardedLookup, type Resolve } from './guarded-lookup.ts';

const CONNECT_MS = 5_000;

export type AgentOptions = {
  readonly resolve: Resolve;
  readonly allowedHosts: ReadonlySet<string>;
  readonly answerMs: number;
  /** An HTTP proxy that all connections go through. */
  readonly proxyUrl?: string | undefined;
};

/**
 * Connections to addresses that customers give. Each resolves its host itself and goes only to addresses that were
 * checked.
 */
export function guardedAgent(
  { resolve, allowedHosts, answerMs, proxyUrl }: AgentOptions,
  onSocket: (socket: unknown, startedAt: number) => void = () => {},
): Agent {
  const lookup = guardedLookup(resolve, allowedHosts);
  const connector = buildConnector({ timeout: CONNECT_MS, lookup });
  return new Agent({
    connect: (options, callback) => {
      if (proxyUrl === undefined) {
        const startedAt = performance.now();
        onSocket(connector(options, callback), startedAt);
        return;
      }
      const isTls = options.protocol === 'https:';
      const target = { host: options.hostname, port: Number(options.port || (isTls ? 443 : 80)) };
      connectByProxy(proxyUrl, target, lookup, CONNECT_MS).then(
        (httpSocket) =>
          isTls ? connector({ ...options, httpSocket }, callback) : callback(null, httpSocket),
        (error) => callback(error, null),
      );
    },
    keepAliveTimeout: 4_000,
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
  });
}

/** Refuses an address in a URL that is not public: it is connected to without a look-up. */
export function refuseLiteral(url: string, allowedHosts: ReadonlySet<string>): void {
  const host = hostOf(new URL(url));
  const isLiteral = /^[\d.]+$/.test(host) || host.includes(':');
  if (isLiteral && !allowedHosts.has(host) && !isPublicAddress(host))
    throw new AddressRefused(`${host} is not a public address.`);
}
