import { lookup, Resolver } from 'node:dns/promises';

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Less than a connection may take. */
const RESOLVE_MS = 4_000;

/** No address was found for a name. */
export class NameUnresolved extends Error {}

/**
 * Resolves names that customers give by asking the name servers itself. The look-up of the system holds one of the
 * process's four threads until it ends: names whose servers never answer would take them all, from every other receiver and
 * from files. Hosts that the operator allows are looked up by the system, which knows the hosts file and search domains.
 * `servers` are those of the system unless given.
 */
export function resolverOf(
  allowedHosts: ReadonlySet<string>,
  servers?: readonly string[],
): Resolve {
  return (host) => (allowedHosts.has(host) ? bySystem(host) : byServers(host, servers));
}

async function bySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

async function byServers(host: string, servers: readonly string[] | undefined): Promise<string[]> {
  // A new one each time knows the servers of the system as they are now.
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), RESOLVE_MS);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const [reason] = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  throw new NameUnresolved(`${host} was not resolved: ${reason?.code ?? 'it has no address'}.`);
}
