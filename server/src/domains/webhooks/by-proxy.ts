import { once } from 'node:events';
import { request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { percentDecoded } from '../../platform/percent-decoded.ts';

/**
 * Opens a connection through an HTTP proxy (CONNECT). The proxy gets the address that was checked and not the name,
 * which it could resolve to another one.
 */
export async function connectByProxy(
  proxyUrl: string,
  target: { readonly host: string; readonly port: number },
  lookup: LookupFunction,
  timeoutMs: number,
): Promise<Socket> {
  const address = isIP(target.host) === 0 ? await addressOf(target.host, lookup) : target.host;
  const authority = `${isIP(address) === 6 ? `[${address}]` : address}:${target.port}`;
  const { protocol, username, password, hostname, port } = new URL(proxyUrl);
  const credentials = [username, password].map((part) => percentDecoded(part) ?? part).join(':');
  const isTls = protocol === 'https:';
  const connecting = (isTls ? requestByTls : request)({
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    path: authority,
    // No agent: a shared one would follow the proxy variables of the environment.
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      host: authority,
      ...(username === ''
        ? {}
        : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  });
  connecting.end();
  const [answer, socket] = await once(connecting, 'connect');
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  throw new ProxyRefused(`The proxy answered CONNECT with ${answer.statusCode}.`);
}

/** The proxy did not open the connection. */
class ProxyRefused extends Error {
  readonly code = 'ECONNREFUSED';
}

function addressOf(host: string, lookup: LookupFunction): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: false }, (error, address) => {
      if (error === null && typeof address === 'string') resolve(address);
      else reject(error);
    });
  });
}
