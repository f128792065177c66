import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Special-purpose IPv4 networks (IANA registry), and the metadata address of Azure. */
const REFUSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** The one IPv6 network of global unicast; mapped, NAT64, unique-local and link-local lie outside of it. */
const GLOBAL_V6 = '2000::/3';

/** Parts of it that are not public: protocol assignments with Teredo, documentation, 6to4. */
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const refusedV4 = listOf(REFUSED_V4, 'ipv4');
const globalV6 = listOf([GLOBAL_V6], 'ipv6');
const refusedV6 = listOf(REFUSED_V6, 'ipv6');

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Returns true for a public address, which is not one of this machine. */
export function isPublicAddress(address: string): boolean {
  const isPublic = isIPv4(address)
    ? !refusedV4.check(address, 'ipv4')
    : globalV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
  return isPublic && !ownAddresses().has(address);
}

function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return new Set(all.map(({ address }) => address));
}

type UrlRules = {
  readonly environment: 'LIVE' | 'SANDBOX';
  /** Hosts that may be private; the sandbox may reach them by http. */
  readonly allowedHosts: ReadonlySet<string>;
  /** The hosts of this service. */
  readonly ownHosts: ReadonlySet<string>;
};

/** The reason why a URL is refused before its name is resolved; undefined when it is not. */
export function urlRefusal(
  text: string,
  { environment, allowedHosts, ownHosts }: UrlRules,
): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'This is not an absolute URL.';
  const host = hostOf(url);
  const isAllowed = allowedHosts.has(host);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'The URL must be https.';
  if (url.protocol === 'http:' && !(environment === 'SANDBOX' && isAllowed)) {
    return 'The URL must be https; only the sandbox may use http, to hosts of WEBHOOK_ALLOWED_HOSTS.';
  }
  if (url.username !== '' || url.password !== '') return 'The URL must have no user and password.';
  if (url.hash !== '') return 'The URL must have no fragment.';
  const port = Number(url.port === '' ? 443 : url.port);
  if (port < 1024 && port !== 80 && port !== 443) return `Port ${port} is not allowed.`;
  if (isAllowed) return undefined;
  if (ownHosts.has(host)) return 'This is the address of the service itself.';
  if (isIP(host) !== 0 && !isPublicAddress(host)) return `${host} is not a public address.`;
  return undefined;
}

/** The host without brackets and final dot. The URL parser has made disguised IPv4 addresses plain. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
