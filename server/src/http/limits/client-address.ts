import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** The network that a request comes from: the unit that limits by address count. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Longer texts are no addresses: a trusted proxy may hand on what a client wrote. */
const MOST_LETTERS = 45;
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const GROUPS_OF_NETWORK = 4;

/**
 * Reads `X-Forwarded-For` from its end, past the addresses of the proxies that are trusted. An IPv6 address
 * counts as its /64, because one client has all addresses of it.
 */
export function clientAddressBehind(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request) => {
    // A connection that has ended has no address.
    if (request.socket.remoteAddress === undefined) return '';
    const text = proxyAddr(request, isTrusted).slice(0, MOST_LETTERS);
    const address = text.replace(MAPPED_IPV4, '');
    return isIPv6(address) ? networkOf(address) : address;
  };
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  // `::` is at least one group of zeros, and the groups after it belong to the host or to the network's end.
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill('0');
  const network = [...groups, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
