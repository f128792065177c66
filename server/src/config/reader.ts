import { isIP, isIPv6 } from 'node:net';
import { problemOfDatabaseUrl, replicaUrlsOf } from '../platform/database/index.ts';
import { decodeId } from '../platform/ids.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { percentDecoded } from '../platform/percent-decoded.ts';
import {
  REDIS_URL_FORMS,
  type RedisAddress,
  redisAddressOf,
} from '../platform/redis/redis-address.ts';

/** Declarations of the environment variables; `docs/configuration.md` is generated from them. */
export type Variable = {
  readonly name: string;
  readonly default: string | undefined;
  readonly meaning: string;
};

/** Reads variables one by one and collects their names and errors. */
export class ConfigReader {
  readonly variables: Variable[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #problems: string[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  optional(name: string, meaning: string): string | undefined {
    return this.#read(name, undefined, meaning);
  }

  text(name: string, fallback: string, meaning: string): string {
    return this.#read(name, fallback, meaning) ?? fallback;
  }

  list(name: string, meaning: string): readonly string[] {
    const text = this.#read(name, undefined, meaning) ?? '';
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  origins(name: string, meaning: string): readonly string[] {
    const origins = this.list(name, meaning);
    for (const origin of origins) {
      if (!isOrigin(origin))
        this.refuse(
          name,
          `must list origins such as https://tools.example, without a path, not "${origin}"`,
        );
    }
    return origins;
  }

  /** IP addresses and networks in CIDR notation. */
  networks(name: string, meaning: string): readonly string[] {
    const networks = this.list(name, meaning);
    for (const network of networks) {
      if (!isNetwork(network))
        this.refuse(name, `must list addresses such as 10.0.0.0/8 or ::1, not "${network}"`);
    }
    return networks;
  }

  /** A host, in lower case as browsers send it. */
  host(name: string, meaning: string): string | undefined {
    const host = this.#read(name, undefined, meaning)?.toLowerCase();
    if (host !== undefined && !isHost(host))
      this.refuse(name, `must be a host such as sandbox.example, without https://, not "${host}"`);
    return host;
  }

  /** Names and addresses of hosts, as they are in URLs. */
  hostNames(name: string, meaning: string): readonly string[] {
    const names = this.list(name, meaning).map((host) => host.toLowerCase());
    for (const host of names) {
      if (!isHostName(host))
        this.refuse(
          name,
          `must list hosts such as hooks.internal or 10.0.0.5, without scheme and port, not "${host}"`,
        );
    }
    return names;
  }

  /** The organizations (uuids) by their hosts. */
  hosts(name: string, meaning: string): ReadonlyMap<string, string> {
    const hosts = new Map<string, string>();
    for (const entry of this.list(name, meaning)) {
      const [host = '', id = ''] = entry.split('=');
      const organizationId = decodeId('organization', id);
      if (!isHost(host) || organizationId === undefined)
        this.refuse(name, `must list hosts such as id.acme.example=org_01k…, not "${entry}"`);
      else hosts.set(host, organizationId);
    }
    return hosts;
  }

  oneOf<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
    meaning: string,
  ): Choice {
    const text = this.#read(name, fallback, meaning);
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined)
      this.refuse(name, `must be one of ${choices.join(', ')}, not "${text}"`);
    return choice ?? fallback;
  }

  /** Several words of a list, each once, in the order in which they are given. */
  someOf<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
    meaning: string,
  ): readonly Choice[] {
    const chosen = this.list(name, meaning).flatMap((text) => {
      const choice = choices.find((candidate) => candidate === text);
      if (choice === undefined)
        this.refuse(name, `must list words of ${choices.join(', ')}, not "${text}"`);
      return choice ?? [];
    });
    return [...new Set(chosen)];
  }

  wholeNumber(
    name: string,
    {
      fallback,
      least = 0,
      most,
    }: { readonly fallback: number; readonly least?: number; readonly most: number },
    meaning: string,
  ): number {
    const text = this.#read(name, String(fallback), meaning);
    const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      this.refuse(name, `must be a whole number from ${least} to ${most}, not "${text}"`);
    return value;
  }

  /** A number from 0 to 1. */
  share(name: string, fallback: string, meaning: string): number {
    const text = this.#read(name, fallback, meaning) ?? fallback;
    const value = /^(0|1|[01]?\.\d{1,9})$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= 0 && value <= 1))
      this.refuse(name, `must be a number from 0 to 1, not "${text}"`);
    return value;
  }

  port(name: string, fallback: string, meaning: string): number {
    return this.#portOf(name, this.#read(name, fallback, meaning) ?? fallback);
  }

  optionalPort(name: string, meaning: string): number | undefined {
    const text = this.#read(name, undefined, meaning);
    return text === undefined ? undefined : this.#portOf(name, text);
  }

  url(name: string, protocols: readonly string[], meaning: string): string | undefined {
    const url = this.#beginning(name, protocols, meaning);
    const isKnown = protocols.some((protocol) => url?.startsWith(`${protocol}:`));
    // `new URL` accepts smtp:// without a host.
    if (url !== undefined && isKnown && !(URL.canParse(url) && new URL(url).hostname !== ''))
      this.refuse(name, `must be an address such as ${protocols[0]}://host.example`);
    return url;
  }

  /** An address that paths are appended to. */
  baseUrl(name: string, meaning: string): string | undefined {
    const url = this.url(name, ['http', 'https'], meaning);
    if (url !== undefined && /[?#@]/.test(url))
      this.refuse(name, 'must have no user, query and fragment: paths are appended to it');
    return url;
  }

  /** Headers by their names, from `name=value` with commas between them and percent-encoded values. */
  headers(name: string, meaning: string): Readonly<Record<string, string>> {
    const headers = this.list(name, meaning).map(headerOf);
    const known = headers.filter((header) => header !== undefined);
    // The value is not repeated in the message: it may hold a token.
    if (known.length < headers.length)
      this.refuse(name, 'must list headers such as authorization=Bearer%20token');
    return Object.fromEntries(known);
  }

  /** The path of a folder, or an address of one of the protocols. */
  place(name: string, protocols: readonly string[], meaning: string): string | undefined {
    const place = this.#read(name, undefined, meaning);
    const beginnings = protocols.map((protocol) => `${protocol}://`);
    const isKnown = beginnings.some((beginning) => place?.startsWith(beginning));
    // Otherwise a typing error would become a folder of that name.
    if (/^[a-z]\w*:\//.test(place ?? '') && !isKnown)
      this.refuse(name, `must be a folder, or begin with ${beginnings.join(' or ')}`);
    return place;
  }

  /** The address of a whole host. */
  rootUrl(name: string, meaning: string): string | undefined {
    const url = this.baseUrl(name, meaning);
    if (url !== undefined && /^https?:\/\/[^/]+\/./.test(url))
      this.refuse(name, 'must have no path: the pages need the root of a host');
    return url;
  }

  databaseUrl(name: string, meaning: string): string | undefined {
    const url = this.#beginning(name, ['postgres', 'postgresql'], meaning);
    const problem =
      url !== undefined && /^postgres/.test(url) ? problemOfDatabaseUrl(url) : undefined;
    if (problem !== undefined) this.refuse(name, problem);
    return url;
  }

  /** One URL per replica. */
  replicaUrls(name: string, meaning: string): readonly string[] {
    const text = this.#read(name, undefined, meaning);
    if (text === undefined) return [];
    const { urls, problem } = replicaUrlsOf(text);
    if (problem !== undefined) this.refuse(name, problem);
    return urls;
  }

  redis(name: string, meaning: string): RedisAddress | undefined {
    const text = this.#read(name, undefined, meaning);
    if (text === undefined) return undefined;
    const address = redisAddressOf(text.replace(/(?<!\/)\/+$/, ''));
    // The value is not repeated in the message: it may hold a password.
    if (address === undefined) this.refuse(name, `must have one of the forms ${REDIS_URL_FORMS}`);
    return address;
  }

  secret(name: string, meaning: string): string | undefined {
    const text = this.#read(name, undefined, meaning);
    if (text !== undefined && text.length < 32)
      this.refuse(name, 'must have at least 32 characters');
    return text;
  }

  secrets(name: string, meaning: string): readonly string[] {
    const secrets = this.list(name, meaning);
    if (secrets.some((each) => each.length < 32))
      this.refuse(name, 'must have at least 32 characters in each of its secrets');
    return secrets;
  }

  /** A setting that has no effect without another one. */
  refuseAlone(name: string, needed: string): void {
    if (this.#env[name] && !this.#env[needed]) this.refuse(name, `needs ${needed} too`);
  }

  refuseUnknown(prefix: string): void {
    const known = new Set(this.variables.map(({ name }) => name));
    for (const name of Object.keys(this.#env)) {
      if (name.startsWith(prefix) && !known.has(name))
        this.refuse(name, 'is not a setting of Trackway; remove it, or see docs/configuration.md');
    }
  }

  throwProblems(): void {
    if (this.#problems.length === 0) return;
    throw new OperatorError(
      `The environment is not right:\n${this.#problems.map((problem) => `  ${problem}\n`).join('')}`,
    );
  }

  /** An empty value counts as none, as a compose file writes it. */
  #read(name: string, fallback: string | undefined, meaning: string): string | undefined {
    this.variables.push({ name, default: fallback, meaning });
    return this.#env[name] || fallback;
  }

  /** Text that begins with one of the protocols. */
  #beginning(name: string, protocols: readonly string[], meaning: string): string | undefined {
    const text = this.#read(name, undefined, meaning);
    if (text === undefined) return undefined;
    // The value is not repeated in the message: it may hold a password.
    if (!protocols.some((protocol) => text.startsWith(`${protocol}://`))) {
      this.refuse(
        name,
        `must begin with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
      );
    }
    return text.replace(/(?<!\/)\/+$/, '');
  }

  #portOf(name: string, text: string): number {
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(port <= 65_535)) this.refuse(name, `must be a port from 0 to 65535, not "${text}"`);
    return port;
  }

  /** Adds a problem of a variable, which begins with its name. */
  refuse(name: string, what: string): void {
    this.#problems.push(`${name} ${what}.`);
  }
}

function headerOf(pair: string): readonly [string, string] | undefined {
  const [, name, encoded = ''] = /^([\w-]+)=(.*)$/.exec(pair) ?? [];
  const value = percentDecoded(encoded);
  return name === undefined || value === undefined ? undefined : [name, value];
}

/** True for a host as browsers send it, with a port that is not the default. */
function isHost(text: string): boolean {
  return isOrigin(`https://${text}`);
}

/** True for an IP address, or a name without a port. */
function isHostName(text: string): boolean {
  return (
    isIP(text) !== 0 ||
    (isHost(text) && new URL(`https://${text}`).hostname === text && !text.startsWith('['))
  );
}

/** True for an IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIPv6(address) ? 128 : 32;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isPrefix && rest.length === 0;
}

/** True for an origin as browsers send it: scheme, host in lower case, and a port that is not the default. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
