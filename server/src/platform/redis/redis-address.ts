import { percentDecoded } from '../percent-decoded.ts';

type Host = { readonly host: string; readonly port: number };

/** The address in `REDIS_URL`: one server, the sentinels that know it, or nodes of a cluster. */
export type RedisAddress = {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  readonly hosts: readonly Host[];
  readonly hasTls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Name under which the sentinels know the servers. */
  readonly name: string;
  readonly db: number;
};

export const REDIS_URL_FORMS =
  'redis://host:6379, redis+sentinel://host:26379,host:26379/name or redis+cluster://host:6379,host:6379, each with user:password@ before the hosts if needed; rediss for TLS';

const ADDRESS =
  /^(?:redis|valkey)(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#]*))?$/;
const HOST = /^(\[[\da-f:]+\]|[^:]+)(?::(\d{1,5}))?$/i;
const PORTS = { server: 6379, sentinel: 26_379, cluster: 6379 };

/** The address of a URL; undefined if the URL has none of the forms above. */
export function redisAddressOf(url: string): RedisAddress | undefined {
  const [, tls, kindText = 'server', credentials = '', hostList = '', path = ''] =
    ADDRESS.exec(url) ?? [];
  if (tls === undefined) return undefined;
  const kind = kindText === 'sentinel' || kindText === 'cluster' ? kindText : 'server';
  const hosts = hostList.split(',').map((text) => hostOf(text, PORTS[kind]));
  const [name = '', dbText = ''] = kind === 'sentinel' ? path.split('/') : ['', path];
  const isRight =
    /^\d{0,4}$/.test(dbText) &&
    (kind === 'sentinel') === (name !== '') &&
    !(kind === 'server' && hosts.length > 1) &&
    !(kind === 'cluster' && path !== '');
  const access = credentialsOf(credentials);
  const known = hosts.filter((host) => host !== undefined);
  if (!isRight || access === undefined || known.length < hosts.length) return undefined;
  return { kind, hosts: known, hasTls: tls === 's', ...access, name, db: Number(dbText) };
}

function hostOf(text: string, defaultPort: number): Host | undefined {
  const [, host, port = String(defaultPort)] = HOST.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function credentialsOf(text: string): Pick<RedisAddress, 'username' | 'password'> | undefined {
  const colon = text.indexOf(':');
  const username = percentDecoded(colon < 0 ? text : text.slice(0, colon));
  const password = percentDecoded(colon < 0 ? '' : text.slice(colon + 1));
  if (username === undefined || password === undefined) return undefined;
  return { username: username || undefined, password: password || undefined };
}
