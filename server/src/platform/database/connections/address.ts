/** Parameters of a URL that have an effect; `host` may be the folder of a socket. */
const PARAMETERS = new Set([
  'host',
  'port',
  'user',
  'password',
  'ssl',
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
  'application_name',
]);
const SESSION = 'target_session_attrs';
const ADDRESS = /^(postgres(?:ql)?:\/\/)((?:[^/?#@]*@)*)([^/?#@]*)((?:\/[^?#]*)?)(?:\?(.*))?$/;

/** PostgreSQL at one or several hosts, of which one is the primary. */
export type DatabaseAddress = {
  /** One URL per host, in the order in which they are tried. */
  readonly urls: readonly string[];
  /** Only a server that takes writes is used. */
  readonly isPrimaryOnly: boolean;
};

/** `postgresql://user:password@host:5432,host:5432/name?target_session_attrs=read-write` */
export function databaseAddressOf(url: string): DatabaseAddress {
  const [, scheme, user, hosts = '', path, search = ''] = ADDRESS.exec(url) ?? [];
  if (scheme === undefined) return { urls: [url], isPrimaryOnly: false };
  const parameters = new URLSearchParams(search);
  const isPrimaryOnly = hosts.includes(',') || parameters.has(SESSION);
  parameters.delete(SESSION);
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${path}${rest}`);
  return { urls, isPrimaryOnly };
}

/** Describes what is wrong with a URL and what to do, without parts that may be secret; undefined if it is right. */
export function problemOfDatabaseUrl(url: string): string | undefined {
  const [, , , hosts, , search = ''] = ADDRESS.exec(url) ?? [];
  if (hosts === undefined) return 'must have the form postgresql://user:password@host:5432/name';
  if (hosts.split(',').some((host) => !/^([^:]*|\[[\da-f:]+\])(:\d{1,5})?$/i.test(host)))
    return 'must list its hosts as host:port,host:port; characters such as @, / and : within a user or password are written as %40, %2F, %3A';
  if (!databaseAddressOf(url).urls.every(canBeParsed))
    return 'cannot be read as a URL: characters that are not allowed in one are written as %XX';
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === SESSION && !/^(read-write|primary)$/.test(value))
      return `must have ${SESSION}=read-write or none: Trackway writes`;
    if (name !== SESSION && !PARAMETERS.has(name))
      return `has the parameter "${name}", which has no effect: remove it. Timeouts are fixed, the number of connections is TRACKWAY_DATABASE_POOL_SIZE and TRACKWAY_DATABASE_PIPELINES, other settings belong to the role (ALTER ROLE … SET …)`;
    if (name === 'host' && (value.includes(',') || hosts !== ''))
      return 'must name its hosts before the name of the database, separated by commas; the parameter "host" is for the folder of a socket';
  }
  return undefined;
}

/** `postgresql://one,two/name` or `postgresql://one/name,postgresql://two/name`, as one URL per replica. */
export function replicaUrlsOf(text: string): {
  readonly urls: readonly string[];
  readonly problem: string | undefined;
} {
  const given = text.split(/,(?=postgres(?:ql)?:\/\/)/);
  const problem = given.map(problemOfDatabaseUrl).find((found) => found !== undefined);
  if (problem !== undefined) return { urls: [], problem };
  if (given.some((url) => url.includes(SESSION)))
    return { urls: [], problem: `must not have ${SESSION}: each host is a replica of its own` };
  return { urls: given.flatMap((url) => databaseAddressOf(url).urls), problem: undefined };
}

function canBeParsed(url: string): boolean {
  return URL.canParse(url.replace(/@\//, '@host/').replace(/:\/\/\//, '://host/'));
}
